// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Which errors a fit makes small.
public enum Loss: String, Hashable, Codable, Sendable, CaseIterable {
  /// Their squares: what is expected is a mean. It sums up in one pass, and adds.
  case squared
  /// Their sizes, so that what is expected of everyone is a median and single large errors pull no harder
  /// than others; what a person's own model adds to it is a mean. It takes three more passes over the records that
  /// ranges are calibrated on.
  case huber = "absolute"
}

/// How a model is fitted.
///
///     var options = FitOptions()
///     options.horizon = .seconds(3600)
///     options.zone = oslo
public struct FitOptions: Hashable, Sendable {
  /// The cadence of the model; `nil` for the one that suits the first record.
  public var cadence: SensorCadence?
  /// How far ahead the model looks: a multiple of the cadence, at most two hours.
  public var horizon: Duration = .seconds(30 * 60)
  /// The stretch without a gap above 30 minutes that a forecast needs behind it: a multiple of the
  /// cadence, from one hour to six.
  public var history: Duration = .seconds(60 * 60)
  /// The most that the model may look at; validation chooses this or less.
  public var detail: FeatureDetail = .kernel
  /// The least that the model looks at, if the records suffice for it; with the same as ``detail``, there
  /// is nothing to choose.
  public var minimumDetail: FeatureDetail = .lags
  /// The zone whose clock gives the time of day, or `nil` to leave the time of day out.
  public var zone: TimeZone?
  /// Whether the model knows what people log: meals, insulin and exercise, as they are absorbed. Where nothing
  /// was logged it forecasts what a model without events does.
  public var usesEvents = false
  /// Which errors the fit makes small.
  public var loss = Loss.squared
  /// The last share of each record that the fit never sees and is measured on; 0 for none.
  public var testShare = 0.3
  /// The last share of the rest that chooses the detail and the penalties.
  public var validationShare = 0.2
  /// The penalties to choose from, per row, for each step ahead.
  public var ridgeCandidates = [1e-6, 1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1, 1]
  /// The penalties of the kernel block to choose from, per row, for each step ahead.
  public var kernelRidgeCandidates = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2]

  /// The penalties of what was logged to choose from, per row, for each step ahead.
  public var eventRidgeCandidates = [1e-5, 1e-4, 1e-3, 1e-2, 1e-1]
  /// After how long what a person's own model learned counts half, or `nil` for a model that forgets
  /// nothing.
  public var halfLife: Duration?

  /// Five to thirty minutes ahead from one hour of history, without the time of day.
  public init() {}

  /// What is wrong with these options at `cadence`, as a sentence, or `nil` if nothing is.
  func fault(_ cadence: SensorCadence, _ centers: KernelLandmarks? = nil) -> String? {
    guard cadence.allows(horizon) else {
      return "A horizon is a multiple of the cadence and at most two hours"
    }
    guard Self.whole(history, cadence) != nil, history >= .seconds(3600),
      history <= .seconds(6 * 3600)
    else { return "A history is a multiple of the cadence and lasts one to six hours" }
    guard (0..<1).contains(testShare) else { return "The share held out lies between 0 and 1" }
    guard (0.05...0.5).contains(validationShare) else { return "Validation takes 5 to 50 percent" }
    guard !ridgeCandidates.isEmpty, !kernelRidgeCandidates.isEmpty,
      !eventRidgeCandidates.isEmpty,
      (ridgeCandidates + kernelRidgeCandidates + eventRidgeCandidates).allSatisfy({
        $0 > 0 && $0.isFinite
      })
    else {
      return "There is a penalty to choose, and penalties are positive"
    }
    guard halfLife.map({ $0 >= .seconds(3600) }) ?? true else {
      return "A half-life is at least one hour"
    }
    if detail == .kernel, let centers,
      centers.dimensions != features(cadence, centers).kernelDimensions
    {
      return "Centers are placed with the options of the model"
    }
    return nil
  }

  /// The steps ahead at `cadence`.
  func stepsAhead(_ cadence: SensorCadence) -> Int { Self.whole(horizon, cadence) ?? 0 }

  /// The number of targets at `cadence`: the steps up to the horizon and the late ones.
  func targets(_ cadence: SensorCadence) -> Int { stepsAhead(cadence) + cadence.lateSteps }

  /// The features at `cadence`; without centers, no kernel block is among them.
  func features(_ cadence: SensorCadence, _ centers: KernelLandmarks?) -> FeatureMap {
    FeatureMap(
      cadence: cadence, detail: detail, lags: Self.whole(history, cadence) ?? 0,
      usesTimeOfDay: zone != nil, usesEvents: usesEvents, kernel: centers)
  }

  private static func whole(_ duration: Duration, _ cadence: SensorCadence) -> Int? {
    let steps = duration / cadence.step
    return steps == steps.rounded() && abs(steps) < 1e6 ? Int(steps) : nil
  }
}
