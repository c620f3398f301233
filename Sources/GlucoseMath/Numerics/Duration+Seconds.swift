// SPDX-License-Identifier: Apache-2.0

extension Duration {
  /// The duration in seconds, rounded once: exact for whole seconds, which dividing by `.seconds(1)`
  /// is not.
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }

  /// The duration in minutes.
  package var inMinutes: Double { inSeconds / 60 }
}
