// SPDX-License-Identifier: Apache-2.0

extension Duration {
  /// The duration in seconds, rounded once: exact for whole seconds, unlike division by
  /// `.seconds(1)`.
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }

  /// Creates a duration of `seconds`, or of the nearest limit beyond ±10¹⁵ seconds, where
  /// `Duration.seconds(_:)` would stop the program; NaN is zero.
  package init(limitedSeconds seconds: Double) {
    self = .seconds(seconds.isNaN ? 0 : Swift.min(Swift.max(seconds, -1e15), 1e15))
  }

  /// The duration in minutes.
  package var inMinutes: Double { inSeconds / 60 }
}
