// SPDX-License-Identifier: Apache-2.0

import GlucoseDiary
import Foundation
import GlucoseMath

@testable import Prediction

/// Changes to the content of a stored value: numbers at their extremes, missing and doubled fields,
/// lists that are too long or too short, and values of another type.
struct ContentMutation<Generator: RandomNumberGenerator> {
  /// The source of random choices.
  var generator: Generator

  private static var numbers: [Double] {
    [
      .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .leastNonzeroMagnitude, 0, -0.0, 1, -1, 1e-12, 999_999, 1e9, -1e9, 1e25, 0x1p50, 0x1p63,
    ]
  }
  private static var wholes: [Int64] {
    [
      .max, .min, 0, 1, -1, 2, 63, 64, 65, 4096, 1 << 31, 1 << 50, 1 << 50 + 1, 1 << 62,
      .max / 2 + 1, .max - 1,
    ]
  }
  private static var texts: [String] {
    [
      "", "lags", "products", "day", "kernel", "squared", "absolute", "GMT", "Nowhere/Land",
      "\u{0}",
    ]
  }

  /// Returns the content with one change at a random position.
  mutating func changed(_ value: BinaryValue) -> BinaryValue {
    if Int.random(in: 0..<40, using: &generator) == 0 { return other() }
    switch value {
    case .absent: return other()
    case .flag(let flag): return .flag(!flag)
    case .whole: return .whole(pick(Self.wholes))
    case .text: return .text(pick(Self.texts))
    case .numbers(let numbers): return .numbers(changed(numbers))
    case .bytes(let bytes): return .bytes(changed(bytes))
    case .list(var items):
      guard !items.isEmpty, Int.random(in: 0..<6, using: &generator) > 0 else {
        return .list(resized(items))
      }
      let place = Int.random(in: items.indices, using: &generator)
      items[place] = changed(items[place])
      return .list(items)
    case .record(var fields):
      guard let key = fields.keys.sorted().randomElement(using: &generator) else { return other() }
      if Int.random(in: 0..<12, using: &generator) == 0 {
        fields[key] = nil
      } else {
        fields[key] = changed(fields[key] ?? .absent)
      }
      return .record(fields)
    }
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &generator)]
  }

  private mutating func other() -> BinaryValue {
    pick([
      .absent, .flag(true), .whole(pick(Self.wholes)), .number(pick(Self.numbers)),
      .text(pick(Self.texts)), .bytes([1, 2, 3]), .list([]), .record([:]),
      .numbers([0, pick(Self.numbers)]),
    ])
  }

  private mutating func resized<Item>(_ items: [Item]) -> [Item] {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: Array(items.dropLast())
    case 1: items + items.suffix(1)
    case 2: items + items
    default: []
    }
  }

  private mutating func changed(_ numbers: [Double]) -> [Double] {
    guard !numbers.isEmpty, Int.random(in: 0..<8, using: &generator) > 0 else {
      return resized(numbers)
    }
    var numbers = numbers
    let extreme = pick(Self.numbers)
    if Int.random(in: 0..<6, using: &generator) == 0 {
      return numbers.map { _ in extreme }
    }
    let place = Int.random(in: numbers.indices, using: &generator)
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: numbers[place] = extreme
    case 1: numbers[place] *= extreme
    default: numbers.swapAt(place, Int.random(in: numbers.indices, using: &generator))
    }
    return numbers
  }

  private mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
    guard !bytes.isEmpty, Int.random(in: 0..<4, using: &generator) > 0 else {
      return resized(bytes)
    }
    var bytes = bytes
    bytes[Int.random(in: bytes.indices, using: &generator)] ^= pick([1, 0x40, 0x7F, 0x80, 0xFF])
    return bytes
  }
}

/// The use of a model or statistics that were decoded from changed content: they must be usable
/// without a trap, and give finite numbers.
struct HostileModels {
  /// A record for all models to forecast and to be updated with.
  let recording: Recording
  /// A personal model with all features, one with few, statistics and pretrained models.
  let personal, plain: Forecaster
  let statistics: FitStatistics
  let pretrained: PretrainedModels
  let backtest: Backtest
  /// A fit to distributed recordings before each of its rounds, and the part that ends the round.
  let rounds: [(fit: PartitionedFit, part: FitPart)]

  /// Fits the models to synthetic records.
  init(horizon: Duration = .seconds(1800)) throws {
    let people = try (0..<3).map { number in
      Recording(
        series: try Synthetic.autoregression(count: 900, seed: 500 + UInt64(number), step: 900),
        events: (0..<30).map {
          DiaryEvent(
            id: DiaryEvent.ID(rawValue: "\($0)"),
            at: Date(timeIntervalSinceReferenceDate: Synthetic.start + Double($0) * 23_400),
            in: .gmt, .meal(Meal(carbs: Double(20 + $0))))
        })
    }
    var all = FitOptions()
    all.minimumDetail = .kernel
    all.zone = .gmt
    all.usesEvents = true
    all.horizon = horizon
    var few = FitOptions()
    few.detail = .lags
    few.horizon = horizon
    recording = people[0]
    personal = try Forecaster.fit(people, all).personalized(to: people[0])
    plain = try Forecaster.fit(people, few)
    var statistics = FitStatistics(cadence: .fifteenMinutes, few)
    for person in people { try statistics.add(person.series) }
    self.statistics = statistics
    pretrained = PretrainedModels(
      studies: ["one"], models: [.fifteenMinutes: try Forecaster.fit(people, all)])
    let plain = plain
    var test = BacktestOptions(leads: Array(plain.leads.prefix(2)))
    test.originStride = 8
    test.crossings = Backtest.standardCrossings(in: .mgdL)
    backtest = Backtest(of: people, test) { _, past in [plain.personalized(to: past), LastValue()] }
    var fit = try PartitionedFit(few)
    var rounds: [(fit: PartitionedFit, part: FitPart)] = []
    while let task = fit.task {
      let part = try task.part(of: people.enumerated().map { ("\($0)", $1) })
      rounds.append((fit, part))
      try fit.advance(with: part)
    }
    self.rounds = rounds
  }

  /// Uses all functions of a stored model; traps if a number is not finite.
  func use(_ model: Forecaster) {
    var model = model
    model.forecast(recording)
    for lead in model.leads { _ = model.empiricalCoverage(of: 0.8, lead: lead) }
    guard model.cadence == .fifteenMinutes else { return }
    let early = recording.prefix(850)
    model.recalibrate(with: early)
    model.forecast(recording)
    model.update(with: recording)
    model.forecast(recording)
    model.personalized(to: early).forecast(recording)
  }

  /// Adds to statistics and fits a model to them.
  func use(_ statistics: FitStatistics) {
    var statistics = statistics
    let other = self.statistics
    try? statistics.add(other)
    try? statistics.add(statistics)
    try? statistics.add(recording.series)
    _ = statistics.rowCount
    guard let model = try? Forecaster(statistics, calibratedOn: [recording]) else { return }
    model.forecast(recording)
  }

  /// Uses all results of a back-test; traps if a measure is not valid.
  func use(_ test: Backtest) {
    func check(_ shares: [Double?]) {
      precondition(
        shares.allSatisfy { $0.map { (0...1).contains($0) } ?? true },
        "A fraction must be from 0 to 1")
    }
    for score in test.scores {
      let errors = score.errors
      check([errors.coverage, errors.coverage(of: 0.5), errors.lowSensitivity, errors.lowPrecision])
      _ = (errors.intervalScore(of: 0.9), errors.crps, errors.winklerScore, errors.timeLag)
    }
    for id in test.predictors {
      for lead in test.leads {
        _ = test.summaryOverPeople(of: id, lead: lead) { $0.rootMeanSquare }
        _ = test.bootstrapInterval(of: id, lead: lead, draws: 5) { $0.rootMeanSquare }
        check(Stratum.allCases.map { test.errors(of: id, when: $0, lead: lead)?.coverage })
        _ = test.landscape(of: id, lead: lead)?.rootMeanSquare(levelBand: 5, slopeBand: 4)
      }
    }
    for alarm in test.alarms {
      check([alarm.all.sensitivity, alarm.all.precision])
      _ = (alarm.all.meanLead, alarm.all.falseAlarmsPerWeek)
      _ = (alarm.sensitivityInterval(draws: 5), alarm.precisionInterval(draws: 5))
    }
    for reliability in test.reliabilities {
      check(reliability.counts.indices.map(reliability.observed))
      _ = (reliability.brierScore, reliability.expected(bin: 0))
    }
  }

  /// Adds a part of a fit to the part of each round, and ends each round with it.
  func use(_ part: FitPart) {
    for (fit, own) in rounds {
      var sum = own
      try? sum.add(part)
      for part in [part, sum] {
        var fit = fit
        guard (try? fit.advance(with: part)) != nil else { continue }
        if let task = fit.task { use(task) }
        if let model = try? fit.model() { use(model) }
      }
    }
  }

  /// Computes the part of a recording.
  func use(_ task: FitTask) { _ = try? task.part(of: [("0", recording)]) }

  /// Uses pretrained models.
  func use(_ pretrained: PretrainedModels) {
    for kind in pretrained.kinds {
      guard let model = try? pretrained.forecaster(for: kind, horizon: kind.cadence.step) else {
        continue
      }
      use(model)
    }
  }
}

extension Recording {
  fileprivate func prefix(_ count: Int) -> Recording {
    Recording(series: series[positions: 0..<min(count, series.count)], events: events)
  }
}

extension Forecaster {
  /// Forecasts the end of a recording.
  fileprivate func forecast(_ recording: Recording) {
    guard let now = recording.series.last?.time else { return }
    for coverage in [0.5, 0.95] {
      guard let forecast = try? forecast(after: recording, at: now, coverage: coverage) else {
        return
      }
      for point in forecast.points {
        precondition(
          point.lower <= point.glucose && point.glucose <= point.upper
            && (39...401).contains(point.glucose.mgdL), "A forecast must be within its limits")
      }
      let low = forecast.probability(ofCrossing: .below(.mgdL(70)), within: leads[0])
      precondition(low.map { (0...1).contains($0) } ?? true, "A probability must be from 0 to 1")
    }
  }
}
