public import GlucoseMath
public import GlucoseFoundation

/// Options of a fit.
///
///     var options = FitOptions()
///     options.horizon = .seconds(3600)
///     options.zone = oslo
public struct FitOptions: Equatable, Sendable {
  /// The cadence of the model, or `nil` for the cadence of the first recording.
  public var cadence: SensorCadence?
  /// The longest lead of a forecast: a multiple of the cadence, at most two hours.
  public var horizon: Duration = .seconds(30 * 60)
  /// The length of the run of readings without a gap longer than 30 minutes that must precede a
  /// forecast: a multiple of the cadence, from one hour to six.
  public var history: Duration = .seconds(60 * 60)
  /// The most detailed features that the model may use; validation selects these or fewer.
  public var detail: FeatureDetail = .kernel
  /// The least detailed features that the model may use, if there are enough recordings for them.
  package var minimumDetail: FeatureDetail = .lags
  /// The time zone of the time of day, or `nil` for a model without the time of day.
  public var zone: TimeZone?
  /// A Boolean value that indicates whether the model uses logged events: meals, insulin and
  /// exercise, as they are absorbed. Without logged events, its forecast is that of a model without
  /// events, except for the interval and for the effect of a doubtful reading, which depends on the
  /// interval.
  public var usesEvents = false
  /// The part of each recording, at its end, that is excluded from the fit and on which the
  /// model is tested; zero for none: coverage is then measured on days that were left out of a fit.
  public var testPercentage = Percentage(30)
  /// The part of the rest, at its end, that selects the detail and the penalties.
  package var validationPercentage = Percentage(20)
  /// A Boolean value that indicates whether the prior of a fit to few readings is the library's
  /// pretrained model.
  ///
  /// A fit has few readings if they have fewer than 20,000 origins before the tests, which is
  /// about 70 person-days with a reading every five minutes. It has a prior only if ``detail`` and
  /// ``history`` have their default values: the prior determines the features.
  public var usesPretrainedModel = true
  /// The candidates for the ridge penalties of each lead, per row: of all features, of the kernel
  /// block, and of the event features.
  package var ridgeCandidates = [1e-6, 1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1, 1]
  package var kernelRidgeCandidates = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2]
  package var eventRidgeCandidates = [1e-5, 1e-4, 1e-3, 1e-2, 1e-1]

  /// Creates options for forecasts of 30 minutes from one hour of history, without the time of day.
  public init() {}

  var candidates: [[Double]] { [ridgeCandidates, kernelRidgeCandidates, eventRidgeCandidates] }

  /// Returns a sentence on why these options are invalid at `cadence`, or `nil`.
  func fault(_ cadence: SensorCadence, _ centers: KernelLandmarks? = nil) -> String? {
    guard cadence.allows(horizon) else {
      return "`horizon` must be a multiple of the cadence and at most two hours"
    }
    guard Self.whole(history, cadence) != nil, history >= .seconds(3600),
      history <= .seconds(6 * 3600)
    else { return "`history` must be a multiple of the cadence and from one to six hours" }
    guard testPercentage >= .zero, testPercentage < Percentage(100) else {
      return "`testPercentage` must be from 0 to below 100 %"
    }
    guard (Percentage(5)...Percentage(50)).contains(validationPercentage) else {
      return "`validationPercentage` must be from 5 to 50 %"
    }
    guard candidates.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0 > 0 && $0.isFinite } }) else {
      return "The candidates for a penalty must be positive, and at least one"
    }
    if detail == .kernel, let centers,
      centers.dimensions != features(cadence, centers).kernelDimensions
    {
      return "The landmarks must be placed with the options of the model"
    }
    return nil
  }

  package func check(_ cadence: SensorCadence) throws(FitError) {
    guard cadence.allows(horizon) else { throw FitError(.horizon(horizon, cadence: cadence)) }
    if let fault = fault(cadence) { throw FitError(.invalidOptions(fault)) }
  }

  package func stepsAhead(_ cadence: SensorCadence) -> Int { Self.steps(horizon, cadence) }

  /// Returns the number of targets: the leads up to the horizon and those for a late origin.
  func targets(_ cadence: SensorCadence) -> Int { stepsAhead(cadence) + cadence.lateSteps }

  /// Returns the features at `cadence`, without a kernel block if `centers` is `nil`.
  func features(_ cadence: SensorCadence, _ centers: KernelLandmarks?) -> FeatureMap {
    FeatureMap(
      cadence: cadence, detail: detail, lags: Self.steps(history, cadence),
      usesTimeOfDay: zone != nil, usesEvents: usesEvents, kernel: centers)
  }

  private static func steps(_ duration: Duration, _ cadence: SensorCadence) -> Int {
    guard let steps = whole(duration, cadence) else {
      preconditionFailure("A duration must be a multiple of the cadence")
    }
    return steps
  }

  private static func whole(_ duration: Duration, _ cadence: SensorCadence) -> Int? {
    let steps = duration / cadence.step
    return steps == steps.rounded() && abs(steps) < 1e6 ? Int(steps) : nil
  }
}
