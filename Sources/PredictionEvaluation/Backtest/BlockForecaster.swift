internal import GlucoseDiary
internal import GlucoseMath
internal import Prediction
internal import GlucoseFoundation

extension BlockForecaster {
  /// The features of a block of readings in one record, for all models with these features.
  struct Features {
    let map: FeatureMap
    private let zone: TimeZone?
    private let zoneTable: ZoneTable?
    private var cursor: FeatureMap.Cursor
    /// The positions of the rows' readings, ascending.
    private(set) var indices: [Int] = []
    private(set) var haveForecasts: [Bool] = []
    private(set) var block: DesignBlock
    private(set) var scaleFeatures: [Double] = []

    init(_ model: Forecaster, _ record: PreparedSeries) {
      map = model.map
      zone = model.zone
      cursor = FeatureMap.Cursor(map)
      block = DesignBlock(columns: map.columns, outcomes: 0, room: 0)
      guard map.usesTimeOfDay, let zone, let first = record.times.first,
        let last = record.times.last
      else {
        zoneTable = nil
        return
      }
      zoneTable = ZoneTable(zone, covering: first...last)
    }

    func suits(_ model: Forecaster) -> Bool { model.map == map && model.zone == zone }

    func row(of index: Int) -> Int? {
      let row = indices.partitioningIndex { $0 >= index }
      return row < indices.count && indices[row] == index ? row : nil
    }

    /// Computes the rows of these readings, which ascend; existing rows are reused.
    mutating func prepare(_ readings: [Int], _ record: PreparedSeries) {
      var next = DesignBlock(columns: map.columns, outcomes: 0, room: readings.count)
      let old = block
      for index in readings {
        if let place = row(of: index) {
          next.writeRow { row, base in
            for column in 0..<old.columns {
              row[base + column] = old.features[place * old.columns + column]
            }
          }
        } else {
          let now = record.times[index]
          let timeOfDay = zoneTable.map { DesignRows.timeOfDay(now + $0.offset(at: now)) }
          next.writeRow { row, base in
            map.write(
              record, at: index, timeOfDay: timeOfDay, cursor: &cursor, to: &row, from: base)
          }
        }
        next.commit(level: record.values[index], known: 0, time: record.times[index])
      }
      next.writeKernel(map)
      block = next
      indices = readings
      haveForecasts = readings.map { (try? map.check(record, at: $0)) != nil }
      scaleFeatures = ResidualModel.ScaleFeatures.block(of: block, map)
    }
  }
}

/// A model in a test, which forecasts a block of origins by one matrix product.
struct BlockForecaster {
  private(set) var model: Forecaster
  private let updates: Bool
  /// The position of its features among those of the group.
  let block: Int
  /// The positions of the leads among the model's outcomes, or `nil` if one is missing.
  private let outcomes: [Int]?
  private var changes: [Double] = []
  private var sizes: [Double] = []
  /// The readings for the recalibration of its intervals, with the state of the sampler after each.
  private var due: [(index: Int, sampler: SensorCadence.Sampler)] = []
  private var dueRows: [Int] = []
  private var followed = 0

  init(_ model: Forecaster, at leads: [Duration], updates: Bool, block: Int) {
    self.model = model
    outcomes = model.outcomes(at: leads)
    self.updates = updates
    self.block = block
  }

  /// Returns the readings up to `last` whose outcomes have not calibrated intervals.
  mutating func judgedRows(
    _ first: Int, through last: Int, of record: PreparedSeries
  ) -> [Int] {
    due = []
    followed = 0
    guard let person = model.person else { return [] }
    let start = person.judgedUntil ?? lastKnown(at: first, of: record) ?? record.times[first]
    var sampler = person.judgingPace
    var index = record.times.partitioningIndex { $0 >= start }
    while index < record.times.count, index <= last {
      if record.hasHistory(of: model.map.history, at: index),
        sampler.takes(record.times[index], step: model.cadence.seconds)
      {
        due.append((index, sampler))
      }
      index += 1
    }
    return due.map(\.index)
  }

  /// Returns the instant up to which outcomes are known, as in `Forecaster.recalibrate(with:)`.
  private func lastKnown(at index: Int, of record: PreparedSeries) -> Double? {
    record.lastTime(withHistory: model.map.history, through: index).map { $0 - model.targetDelay }
  }

  mutating func prepare(_ features: Features) {
    let block = features.block
    changes = LinearAlgebra.multiply(
      block.features, rows: block.rows, columns: block.columns, by: model.weights,
      count: model.steps)
    sizes = model.range.sizes(in: features.scaleFeatures)
    dueRows = due.map {
      guard let row = features.row(of: $0.index) else {
        preconditionFailure("The rows of a block must include those of `judgedRows`")
      }
      return row
    }
  }

  mutating func recalibrate(at index: Int, of record: PreparedSeries) {
    guard model.isPersonal, let lastKnown = lastKnown(at: index, of: record) else { return }
    guard model.person?.judgedUntil ?? lastKnown <= lastKnown else { return }
    while followed < due.count, record.times[due[followed].index] <= lastKnown {
      let (reading, sampler) = due[followed]
      let base = dueRows[followed] * model.steps
      var hint = reading
      for step in 0..<model.steps {
        let lead = Double(step + 1) * model.cadence.seconds
        guard let value = record.outcome(after: reading, lead, hint: &hint) else { continue }
        let error = value - record.values[reading] - changes[base + step]
        let (ratio, expected) = (error / sizes[base + step], model.range.meanRatios[step])
        model.person?.judge(outcome: step, ratio: ratio, expected: expected)
      }
      model.person?.judgingPace = sampler
      followed += 1
    }
    model.person?.judgedUntil = lastKnown.nextUp
  }

  mutating func update(with history: Recording) { if updates { model.update(with: history) } }

  /// Returns the output at a reading of the block, or `nil` if there is no forecast.
  ///
  /// It changes nothing; a method that does not mutate would be called on a copy of the model.
  mutating func output(
    at index: Int, of record: PreparedSeries, _ crossings: CrossingModel.Questions,
    _ history: Recording, _ features: Features
  ) -> PredictorOutput? {
    guard let outcomes, let row = features.row(of: index), let origin = history.series.last,
      features.haveForecasts[row]
    else { return nil }
    if record.isDoubtful(at: index, model.cadence) {
      // The rows of a block have the readings as they are.
      let bounded = try? model.expectation(after: history.series, history.events, at: origin.time)
      return bounded.flatMap { model.output($0, outcomes: outcomes, crossings) }
    }
    let steps = row * model.steps..<(row + 1) * model.steps
    return model.output(
      Forecaster.Expectation(
        origin: origin, level: record.values[index], changes: Array(changes[steps]),
        sizes: Array(sizes[steps]),
        recentChange: CrossingModel.recentChange(
          features.block.features, from: row * features.block.columns, model.map)),
      outcomes: outcomes, crossings)
  }
}
