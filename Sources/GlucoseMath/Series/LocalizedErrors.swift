public import GlucoseFoundation

// For alerts, which show the localized description of an error.

extension InvalidReading: LocalizedError {
  /// The description, in English.
  public var errorDescription: String? { description }
}

extension ScatteredReadings: LocalizedError {
  /// The description, in English.
  public var errorDescription: String? { description }
}
