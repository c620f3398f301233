// SPDX-License-Identifier: Apache-2.0

/// Why a prior cannot be used.
public struct PretrainedModelsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The models that ship with the library cannot be read.
    case unreadable(StoredModelError)
    /// The record's readings are too far apart, or it has fewer than two.
    case noCadence
    /// It was learned without recordings of such a sensor.
    case noModel(SensorKind)
    /// It does not look so far ahead, or this is none of its steps.
    case noHorizon(Duration)
  }

  /// What is wrong.
  public let reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  /// What is wrong, as a sentence.
  public var description: String {
    switch reason {
    case .unreadable(let error): error.description
    case .noCadence:
      "The record has fewer than two readings, or one every 22.5 minutes or less often."
    case .noModel(let kind): "The prior was learned without \(kind.words)."
    case .noHorizon(let horizon):
      "The prior does not look \(horizon.words()) ahead, or that is no multiple of its cadence; it looks up "
        + "to \(PretrainedModels.horizon.words())."
    }
  }
}
