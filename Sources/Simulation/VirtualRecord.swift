// SPDX-License-Identifier: Apache-2.0

public import Diary
public import GlucoseMath

/// A simulated recording together with what no sensor shows: the true course of glucose.
public struct VirtualRecord: Hashable, Sendable {
  /// What the sensor and the diary recorded.
  public let recording: Recording
  /// The true concentration in plasma at every instant at which a reading was due, without noise,
  /// lag or dropouts.
  public let plasma: GlucoseSeries
}
