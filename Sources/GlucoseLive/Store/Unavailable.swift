// Without the trait, a use of these types is an error with this message. `scripts/embed` checks
// that no type is missing.
#if !Logbook
  /// Unavailable without the trait `Logbook`.
  @available(*, unavailable, message: "enable the trait 'Logbook', as in traits: [\"Logbook\"]")
  public struct LogbookStore {}
#endif
