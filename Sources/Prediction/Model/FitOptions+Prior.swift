extension FitOptions {
  package var withoutEvents: FitOptions {
    var options = self
    options.usesEvents = false
    return options
  }

  func adopting(_ prior: Forecaster) -> FitOptions {
    var options = self
    options.cadence = prior.cadence
    options.history = prior.options.history
    options.detail = prior.detail
    options.zone = prior.map.usesTimeOfDay ? zone ?? prior.options.zone : nil
    return options
  }

  /// The number of origins before the tests below which the pretrained model is the prior of a fit.
  static let fewOrigins = 20_000

  /// Returns the pretrained model that is the prior of a fit to these people, for the kind of
  /// sensor with the most origins, or `nil` for a fit without a prior.
  func pretrainedModel(for census: [FitPart.Member]) throws(FitError) -> Forecaster? {
    let standard = FitOptions()
    guard usesPretrainedModel, detail == standard.detail, history == standard.history,
      minimumDetail == standard.minimumDetail,
      census.reduce(0, { $0 + $1.origins }) < Self.fewOrigins
    else { return nil }
    func origins(_ kind: SensorKind) -> Int {
      census.reduce(0) { $0 + ($1.kind == kind ? $1.origins : 0) }
    }
    let kind: SensorKind =
      cadence == .fifteenMinutes
      ? .fifteenMinutes : origins(.smoothed) > origins(.unsmoothed) ? .smoothed : .unsmoothed
    return try PretrainedModels.shipped.get().models[kind]?.limited(to: horizon)
  }
}
