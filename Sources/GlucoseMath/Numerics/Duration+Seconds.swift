// SPDX-License-Identifier: Apache-2.0

extension Duration {
  /// The duration in seconds, rounded once: exact for whole seconds, unlike division by
  /// `.seconds(1)`.
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }

  /// The duration in minutes.
  package var inMinutes: Double { inSeconds / 60 }
}
