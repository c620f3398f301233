internal import GlucoseDiary
internal import GlucoseMath
internal import Prediction

extension Backtest {
  /// This package's model in a test: the people, its fits to them, and its predictors.
  struct TestedModel: Sendable {
    /// A model without events and, if the options use events, one with them.
    struct Models: Sendable {
      @Shared private(set) var plain: Forecaster
      @Shared private(set) var withEvents: Forecaster?
    }

    private let personCount: Int
    private let recording: @Sendable (_ person: Int) throws -> Recording
    private let design: BacktestDesign
    private let cadence: SensorCadence
    private let interval: Duration?
    private let pretrained: PretrainedModels?
    private let options: FitOptions

    /// - Throws: `FitError` if there are no people, the first person's readings are too far
    ///   apart, or the options are invalid at the cadence; any error that `recording` throws.
    init(
      of personCount: Int, _ options: FitOptions, _ design: BacktestDesign,
      updateInterval interval: Duration?, _ pretrained: PretrainedModels?,
      recording: @escaping @Sendable (_ person: Int) throws -> Recording
    ) throws {
      guard personCount > 0 else { throw FitError(.noRecords) }
      let first = try recording(0).series
      guard let cadence = options.cadence ?? SensorCadence(of: first) else {
        throw FitError(.cadence(found: first.cadence, expected: nil), record: 0)
      }
      var options = options
      options.cadence = cadence
      options.horizon = design.horizon ?? options.horizon
      options.testPercentage = design.testPercentage ?? options.testPercentage
      precondition(options.testPercentage > .zero, "`options.testPercentage` must be positive")
      try options.check(cadence)
      guard pretrained == nil || design != .leaveOnePersonOut else {
        throw FitError(
          .invalidOptions("With pretrained models there is no fit to the other people"))
      }
      (self.personCount, self.recording, self.design) = (personCount, recording, design)
      (self.cadence, self.interval, self.pretrained) = (cadence, interval, pretrained)
      self.options = options
    }

    func testOptions(_ crossings: [ThresholdCrossing]) -> BacktestOptions {
      var test = BacktestOptions(
        leads: (1...options.stepsAhead(cadence)).map { cadence.step * $0 })
      test.testPercentage = options.testPercentage
      test.context = design.context
      test.originStride = design.originStride(cadence)
      test.measuresPaths = design == .glucoBench
      test.updateInterval = design == .rolling ? .seconds(86_400) : interval
      test.crossings = crossings
      // The published specificity is of lows within 30 minutes.
      if test.leads.last == .seconds(1800) { test.alarmLimits.append(.lowGlucosePredict) }
      return test
    }

    func fit(
      tasks: Int?, progress: @escaping @Sendable (Double) -> Void
    ) async throws -> Models {
      let share = options.usesEvents ? 0.5 : 1
      func fit(_ options: FitOptions, from start: Double) async throws -> Forecaster {
        // The test itself measures coverage, so the fit does not.
        var fit = try PartitionedFit(options, measuresCoverage: false)
        return try await fit.model(
          of: personCount, tasks: tasks, progress: { progress(start + share * $0) },
          recording: recording)
      }
      let plain = try await fit(options.withoutEvents, from: 0)
      do {
        return Models(
          plain: plain, withEvents: options.usesEvents ? try await fit(options, from: 0.5) : nil)
      } catch is FitError {
        // A model with events needs more rows; without enough for it, the other model is enough.
        return Models(plain: plain, withEvents: nil)
      }
    }

    private func fit(without person: Int) throws -> Models {
      let others = (0..<personCount).filter { $0 != person }
      func fit(_ options: FitOptions) throws -> Forecaster {
        do {
          var fit = try PartitionedFit(options, measuresCoverage: false)
          return try fit.model(of: others.count) { try recording(others[$0]) }
        } catch let error as FitError {
          throw FitError(error.reason, record: error.record.map { others[$0] })
        }
      }
      let plain = try fit(options.withoutEvents)
      do {
        return Models(plain: plain, withEvents: options.usesEvents ? try fit(options) : nil)
      } catch is FitError {
        return Models(plain: plain, withEvents: nil)
      }
    }

    /// Returns the predictors of a person, of the models fitted to everyone if there are any.
    func predictors(
      _ person: Int, _ past: Recording, _ everyone: Models?,
      _ begin: (_ person: Int, _ personal: Forecaster) -> Void
    ) throws -> [any Predictor] {
      let baselines = BacktestDesign.baselines(past: past.series, cadence: cadence)
      guard design != .best else {
        let (best, whole) = try naming(person) {
          let search = try ModelSelection.Search(
            for: options.usesEvents ? past : Recording(series: past.series), in: options.zone,
            options.horizon, pretrained, cadence: cadence)
          return (try search.model(), search.whole)
        }
        begin(person, best)
        return identified(best, "personal-model", "best model") + [whole].compactMap(\.self)
          + baselines
      }
      let given = try pretrained.map { pretrained in
        try naming(person) {
          Models(
            plain: try pretrained.forecaster(
              for: past.series, at: cadence, zone: options.zone, type: nil,
              horizon: options.horizon), withEvents: nil)
        }
      }
      let models = try everyone ?? given ?? fit(without: person)
      let personal = models.plain.personalized(to: past)
      begin(person, personal)
      var group = identified(personal, "personal-model", "personal model")
      if let model = models.withEvents {
        group += identified(
          model.personalized(to: past), "personal-model-events", "personal model, events")
      }
      return group + [models.plain] + baselines
    }

    /// Returns the result of `work`, whose errors name the person.
    private func naming<Result>(_ person: Int, _ work: () throws -> Result) throws -> Result {
      do {
        return try work()
      } catch let error as FitError {
        throw FitError(error.reason, record: person)
      }
    }

    /// Returns a personal model and, if the design has no updates, a second one with updates.
    private func identified(_ model: Forecaster, _ id: String, _ name: String) -> [any Predictor] {
      let isRolling = design == .rolling
      let kept = model.identified(as: id, name: name, updates: isRolling)
      guard interval != nil, !isRolling else { return [kept] }
      return [kept, model.identified(as: id + "-learning", name: name + ", learning")]
    }
  }
}
