package import GlucoseDiary
package import GlucoseMath
package import GlucoseFoundation

extension ModelSelection {
  /// The search for the model with the least error for one person, in independent steps.
  package struct Search: Sendable {
    typealias Trial = (model: Forecaster, errors: Errors)

    private static let trainingFraction = 0.7
    /// The numbers of origins to compare candidates on, and of outcomes to measure coverage on.
    private static let enough = (origins: 4000, outcomes: 250)

    private let recording, past: Recording
    /// The origins on which candidates are compared.
    private let lastPart: DesignRows.OriginRange
    private let cadence: SensorCadence
    private let zone: TimeZone?
    private let horizon: Duration
    @Shared private var early: Forecaster?
    @Shared package private(set) var whole: Forecaster?
    let candidates: [Candidate]

    /// Creates a search of a model with the cadence, or with that of the end of the record if
    /// `nil`.
    package init(
      for recording: Recording, in zone: TimeZone?, type: TypeOfDiabetes? = nil,
      _ horizon: Duration, _ models: PretrainedModels?, cadence: SensorCadence? = nil
    ) throws(FitError) {
      let series = recording.series
      guard let cadence = cadence ?? SensorCadence(atEndOf: series) else {
        throw FitError(.cadence(found: series.cadence, expected: nil))
      }
      guard cadence.allows(horizon) else { throw FitError(.horizon(horizon, cadence: cadence)) }
      let cut = Int(Double(series.count) * Self.trainingFraction)
      // An event has no effect on origins before it.
      let past = Recording(series: series[positions: 0..<cut], events: recording.events)
      let models = if let models { models } else { try PretrainedModels.shipped.get() }
      func pretrained(_ series: GlucoseSeries) throws(FitError) -> Forecaster? {
        do {
          return try models.forecaster(
            for: series, at: cadence, zone: zone, type: type, horizon: horizon)
        } catch {
          switch error.reason {
          case .cadence, .noModel: return nil
          default: throw error
          }
        }
      }
      let whole = try pretrained(series)
      let early = try pretrained(past.series)
      self.recording = recording
      self.past = past
      lastPart = DesignRows.OriginRange(
        start: cut < series.count ? series[cut].time.timeIntervalSinceReferenceDate : .infinity)
      self.cadence = cadence
      self.zone = zone
      self.horizon = horizon
      self.whole = whole
      self.early = early
      candidates =
        EventFeatures(recording.events).isEmpty ? [.personalized] : [.personalized, .fitWithPrior]
    }

    /// Fits a candidate to the first part and predicts the rest; `nil` with too few readings.
    func trial(_ candidate: Candidate) -> Trial? {
      guard let early, let model = try? model(candidate, of: past, early) else { return nil }
      return (model, errors(of: model))
    }

    package func model() throws(FitError) -> Forecaster { try model(candidates.map { trial($0) }) }

    /// Returns the selected model, fitted to the whole record.
    /// - Throws: ``FitError`` if there is no pretrained model and there are too few readings for
    ///   another, or the candidate that was selected cannot be fitted to the whole record.
    func model(_ trials: [Trial?]) throws(FitError) -> Forecaster {
      guard let whole else {
        var own = try Forecaster.fitAlone(to: recording, in: zone, horizon, at: cadence)
        own.selection = .onlyPersonalFit
        return own
      }
      let selection = ModelSelection(zip(candidates, trials).map { ($0, $1?.errors) })
      var model = try model(selection.chosen, of: recording, whole)
      let trial = zip(candidates, trials).first { $0.0 == selection.chosen }?.1
      model.person?.measured = trial.flatMap { coverage(of: $0.model) }
      model.selection = selection
      return model
    }

    private func model(
      _ candidate: Candidate, of recording: Recording, _ pretrained: Forecaster
    ) throws(FitError) -> Forecaster {
      guard candidate == .fitWithPrior else { return pretrained.personalized(to: recording) }
      var options = FitOptions()
      options.horizon = horizon
      options.zone = zone
      options.usesEvents = true
      return try Forecaster.fit([recording], options, prior: pretrained).personalized(to: recording)
    }

    private func errors(of model: Forecaster) -> Errors {
      var result = Errors()
      let outcome = Int(horizon / cadence.step) - 1
      var rows = model.rows
      let series = model.prepared(recording.series, recording.events, from: lastPart.start)
      var walk = lastPart
      rows.fraction = min(
        Double(Self.enough.origins) / Double(max(rows.originCount(of: series, in: walk), 1)), 1)
      rows.forEachBlock(of: series, in: &walk) { block in
        let errors = block.errors(of: model.weights)
        for row in 0..<block.rows where block.hasTarget(outcome, inRow: row) {
          let error = errors[row * model.steps + outcome]
          result.times.append(block.times[row])
          result.squares.append(error * error)
        }
      }
      return result
    }

    /// Returns the coverage of recalibrated intervals on the last part; `nil` with few outcomes.
    private func coverage(of model: Forecaster) -> EmpiricalCoverage? {
      guard model.isPersonal else { return nil }
      var coverage = EmpiricalCoverage(outcomes: model.steps)
      var model = model
      var walk = lastPart
      let series = model.prepared(recording.series, recording.events, from: lastPart.start)
      model.rows.forEachBlock(of: series, in: &walk) { model.record($0, in: &coverage) }
      return coverage.counts.allSatisfy { $0 >= Self.enough.outcomes } ? coverage : nil
    }
  }
}
