extension Duration {
  /// The duration in seconds, rounded once: exact for whole ones, unlike `/ .seconds(1)`.
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }

  /// Creates a duration of `seconds`, or of the nearest limit beyond ±10¹⁵ seconds, where
  /// `Duration.seconds(_:)` would stop the program; NaN is zero.
  package init(limitedSeconds seconds: Double) {
    let limit = Self.greatestSeconds
    self = .seconds(seconds.isNaN ? 0 : Swift.min(Swift.max(seconds, -limit), limit))
  }

  /// The greatest number of seconds of a duration that is computed with or stored: 10¹⁵.
  static let greatestSeconds = 1e15

  /// The duration, or the nearest limit beyond ±10¹⁵ seconds.
  var limited: Duration {
    let limit = Duration.seconds(Self.greatestSeconds)
    return Swift.min(Swift.max(self, .zero - limit), limit)
  }

  /// The number that `Duration.seconds(_:)` converts to this duration if there is one.
  var exactSeconds: Double {
    let seconds = inSeconds
    return [seconds, seconds.nextDown, seconds.nextUp].first { Duration.seconds($0) == self }
      ?? seconds
  }

  /// The duration in minutes if it is a whole number of them, otherwise `nil`.
  var wholeMinutes: Int? {
    let (seconds, fraction) = components
    return fraction == 0 && seconds % 60 == 0 ? Int(seconds / 60) : nil
  }

  package var inMinutes: Double { inSeconds / 60 }
}
