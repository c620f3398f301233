public import GlucoseFoundation

// For alerts, which show the localized description of an error.

extension FitError: LocalizedError {
  /// The description, in English.
  public var errorDescription: String? { description }
}

extension ForecastUnavailable: LocalizedError {
  /// The description, in English.
  public var errorDescription: String? { description }
}

extension StoredModelError: LocalizedError {
  /// The description, in English.
  public var errorDescription: String? { description }
}
