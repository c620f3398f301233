// Without the trait, a use of these types is an error with this message. `scripts/embed` checks
// that no type is missing.
#if !Logbook
  /// Unavailable without the trait `Logbook`.
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct DayMark {}

  /// Unavailable without the trait `Logbook`.
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct LogbookChange {}

  /// Unavailable without the trait `Logbook`.
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct Logbook {
    // The compiler emits the message only for a use that is otherwise correct.
    /// Unavailable without the trait `Logbook`.
    public init(at path: String) throws {}

    /// Unavailable without the trait `Logbook`.
    public static func inMemory() throws -> Logbook { try Logbook(at: "") }
  }

  /// Unavailable without the trait `Logbook`.
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct LogbookTransaction {}

  /// Unavailable without the trait `Logbook`.
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct LogbookError {}

  /// Unavailable without the trait `Logbook`.
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public protocol LogbookWriter {}

  /// Unavailable without the trait `Logbook`.
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct MergeResult {}

  /// Unavailable without the trait `Logbook`.
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct ReadingSource {}

  /// Unavailable without the trait `Logbook`.
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct RecoveryResult {}

  /// Unavailable without the trait `Logbook`.
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct SourceHistory {}

  /// Unavailable without the trait `Logbook`.
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct SourceSummary {}

  /// Unavailable without the trait `Logbook`.
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct XDripFile {}
#endif
