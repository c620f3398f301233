// Without the trait, a use of these types is an error with this message. `scripts/embed` checks
// that no type is missing.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if !Logbook
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct DayMark {}
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct LogbookChange {}
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct Logbook {
    // The compiler emits the message only for a use that is otherwise correct.
    public init(at path: String) throws {}
    public static func inMemory() throws -> Logbook { try Logbook(at: "") }
  }
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct LogbookError {}
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct LogbookTransaction {}
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct MergeResult {}
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct ReadingSource {}
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct RecoveryResult {}
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct SourceSummary {}
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct XDripFile {}
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public protocol LogbookWriter {}
#endif
