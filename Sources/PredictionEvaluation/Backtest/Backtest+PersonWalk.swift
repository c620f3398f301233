internal import GlucoseDiary
internal import GlucoseMath
internal import Prediction
internal import GlucoseFoundation

extension Backtest {
  /// The iteration over the test part of one person's recording, origin by origin.
  struct PersonWalk {
    private let options: BacktestOptions
    private let recording: Recording
    private let record: PreparedSeries
    private let cadence: SensorCadence
    private let seconds: [Double]
    /// The readings at which predictors may recalibrate, one step of the cadence apart.
    private var steps: [Int] = []
    private var isTested: [Bool] = []
    /// The events of the recording at or before the origin.
    private var events: [DiaryEvent] = []

    /// - Returns: `nil` if readings are too few or too far apart.
    init?(_ recording: Recording, _ options: BacktestOptions) {
      guard let cadence = SensorCadence(of: recording.series) else { return nil }
      self.options = options
      self.recording = recording
      self.cadence = cadence
      record = PreparedSeries(recording.series, EventFeatures(recording.events))
      seconds = options.leads.map { $0 / .seconds(1) }
      var sampler = SensorCadence.Sampler()
      let context = options.context.map { $0 / .seconds(1) }
      for index in options.cut(recording.series)..<recording.series.count
      where sampler.takes(record.times[index], step: cadence.seconds) {
        steps.append(index)
        isTested.append(
          steps.count % options.originStride == 0
            && context.map { record.hasHistory(of: $0, at: index) } ?? true
            && outcomes(after: index).contains { $0 != nil })
      }
    }

    mutating func test(_ predictors: [any Predictor], _ result: inout Backtest.Sums) {
      var group = PredictorGroup(predictors, record, options)
      var alarms = AlarmEvaluation(
        record, horizon: seconds.last ?? 0, spacing: Double(options.originStride) * cadence.seconds,
        options.crossings, predictors: predictors.map(\.id))
      let evenStep = evenStep
      let pause = options.updateInterval.map { $0 / .seconds(1) } ?? .infinity
      var update = (steps.first.map { record.times[$0] } ?? 0) + pause
      for (number, index) in steps.enumerated() {
        guard isTested[number] || group.hasOthers else { continue }
        if DiscardableWork.isCanceled { return }
        let history = self.history(through: index, within: options.context)
        group.recalibrate(with: history)
        guard isTested[number] else { continue }
        if !group.covers(index) { group.prepare(block(from: number, through: update)) }
        group.recalibrateModels(at: index)
        if record.times[index] >= update {
          group.update(with: self.history(through: index, within: nil))
          update = record.times[index] + pause
          group.prepare(block(from: number, through: update))
        }
        guard let outputs = group.outputs(after: history, at: index) else { continue }
        let outcomes = outcomes(after: index)
        let path = evenStep.map {
          (
            step: $0,
            readings: [record.values[index]] + outcomes.prefix { $0 != nil }.compactMap(\.self)
          )
        }
        if !options.crossings.isEmpty { alarms.add(index, of: record, outputs.map(\.alarms)) }
        result.add(outputs, outcomes, OriginTraits(index, of: record), path)
      }
      result.add(alarms)
    }

    /// Returns the tested origins from a step up to the next update, which share features.
    private func block(from first: Int, through update: Double) -> [Int] {
      var origins: [Int] = []
      for number in first..<min(first + DesignBlock.capacity, steps.count) where isTested[number] {
        origins.append(steps[number])
        if record.times[steps[number]] >= update { break }
      }
      return origins
    }

    /// Returns what is known at a reading, or its last `context`; copies no reading.
    private mutating func history(through index: Int, within context: Duration?) -> Recording {
      let now = Date(timeIntervalSinceReferenceDate: record.times[index])
      while events.count < recording.events.count, recording.events[events.count].time <= now {
        events.append(recording.events[events.count])
      }
      let whole = recording.series[positions: 0..<index + 1]
      guard let context else { return Recording(series: whole, inOrder: events) }
      let start = now.addingTimeInterval(-(context / .seconds(1)))
      let first = events.partitioningIndex { $0.time >= start }
      return Recording(
        series: whole[positions: whole.index(atOrAfter: start)..<whole.count],
        inOrder: Array(events[first...]))
    }

    private func outcomes(after index: Int) -> [Double?] {
      var hint = index
      return seconds.map { record.outcome(after: index, $0, hint: &hint) }
    }

    /// The time between leads and from the origin to the first lead, or `nil` if these differ.
    private var evenStep: Double? {
      guard let first = seconds.first else { return nil }
      return seconds.enumerated().allSatisfy { $1 == Double($0 + 1) * first } ? first : nil
    }
  }
}
