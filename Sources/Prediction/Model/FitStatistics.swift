// SPDX-License-Identifier: Apache-2.0

public import Diary
public import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// All that a fit needs to know of its data, in a form that adds.
///
///     var statistics = FitStatistics(cadence: .fiveMinutes, options)
///     for series in people { try statistics.add(series) }
///     try statistics.add(fromAnotherClinic)     // the same as fitting to both clinics' records
///
/// Statistics hold sums of products over thousands of moments, how many lay at each level, and no reading.
public struct FitStatistics: Hashable, Codable, Sendable {
  /// The cadence of the model.
  public let cadence: SensorCadence
  /// How the model is fitted.
  public let options: FitOptions
  /// The typical moments of the kernel block, if the model has one.
  public let centres: KernelLandmarks?
  /// How many records were added.
  public private(set) var recordCount = 0
  /// Sums over the first part of each record, by turn: ranges are calibrated on each turn with weights
  /// fitted to the others. Which rows lack an outcome is told by the first turn for all.
  private(set) var turns: [NormalEquations]
  /// Sums over the part that chooses penalties, which is a turn of its own.
  private(set) var late: NormalEquations
  /// How many moments lay at each level.
  private(set) var levels = LevelHistogram()

  /// Statistics of no data.
  ///
  /// - Parameters:
  ///   - cadence: The cadence of the model.
  ///   - options: How the model is fitted.
  ///   - centres: The typical moments of the kernel block. Without them the model has none,
  ///     whatever the detail.
  /// - Precondition: `options` are within the bounds their documentation gives, and `centres` were
  ///   placed with the same options.
  public init(
    cadence: SensorCadence, _ options: FitOptions = FitOptions(), centres: KernelLandmarks? = nil
  ) {
    let fault = options.fault(cadence, centres)
    precondition(fault == nil, fault ?? "")
    self.cadence = cadence
    self.options = options
    let map = options.features(cadence, centres)
    self.centres = map.kernel
    late = NormalEquations(columns: map.columns, outcomes: options.stepsAhead(cadence))
    turns = Array(repeating: late, count: RecordSplit.turns)
  }

  /// Decodes statistics and checks that their parts fit together.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    cadence = try container.decode(SensorCadence.self, forKey: .cadence)
    options = try container.decode(FitOptions.self, forKey: .options)
    centres = try container.decodeIfPresent(KernelLandmarks.self, forKey: .centres)
    recordCount = try container.decode(Int.self, forKey: .recordCount)
    turns = try container.decode([NormalEquations].self, forKey: .turns)
    late = try container.decode(NormalEquations.self, forKey: .late)
    levels = try container.decodeIfPresent(LevelHistogram.self, forKey: .levels) ?? LevelHistogram()
    if let fault = options.fault(cadence, centres) {
      throw DecodingError.dataCorruptedError(
        forKey: .options, in: container, debugDescription: fault)
    }
    let (columns, outcomes) = (
      options.features(cadence, centres).columns, options.stepsAhead(cadence)
    )
    guard turns.count == RecordSplit.turns, recordCount >= 0,
      (turns + [late]).allSatisfy({ $0.columns == columns && $0.outcomes == outcomes })
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .turns, in: container, debugDescription: "The sums are of another model")
    }
  }

  /// The number of moments with history and outcome: a row each.
  public var rowCount: Int { turns.reduce(late.rows) { $0 + $1.rows } }

  /// Adds one person's record.
  ///
  /// - Parameters:
  ///   - series: The record.
  ///   - events: What the person logged, for a model that knows events.
  /// - Throws: ``FitError`` if its readings are too far apart.
  /// - Complexity: O(*n p*²) for *p* features; memory of at most 1,280 rows for each step ahead and 1,920 more.
  public mutating func add(_ series: GlucoseSeries, events: [Event] = []) throws(FitError) {
    try add(Recording(series: series, events: events), number: recordCount)
  }

  /// Adds a record that is the `number`th of all, which decides which turn its first day takes.
  mutating func add(_ recording: Recording, number: Int) throws(FitError) {
    let series = recording.series
    let regular = regularStretches(of: series)
    guard regular?.areUsual ?? false || series.cadence.map(cadence.suits) ?? false else {
      throw FitError(.cadence(found: series.cadence, expected: cadence), record: number)
    }
    let parts = RecordSplit(series.times, options, number: number)
    if let regular { add(regular.stretches, of: series, parts) }
    let stream = stream
    let pieces =
      regular.map { RecordPiece.rest(of: series, $0, stream) }
      ?? [RecordPiece(PreparedSeries(recording, options))]
    var lacking = MissingTargets(columns: late.columns, outcomes: late.outcomes)
    for piece in pieces {
      piece.forEachBlock(stream, parts.early, partedBy: parts.turn) { turn, block in
        turns[turn].addSharingGram(block)
        levels.add(block)
        lacking.add(block, to: &turns[0])
      }
    }
    lacking.flush(to: &turns[0])
    for piece in pieces {
      piece.forEachBlock(stream, parts.late, partedBy: { _ in 0 }) { _, block in
        late.addSharingGram(block)
        levels.add(block)
        lacking.add(block, to: &late)
      }
    }
    lacking.flush(to: &late)
    recordCount += 1
  }

  /// The stretches of a record that a plain model needs no rows of.
  private func regularStretches(of series: GlucoseSeries) -> RegularRuns? {
    let map = stream.map
    guard map.detail == .lags else { return nil }
    return RegularRuns(
      series.times, step: cadence.seconds, lags: map.lags, outcomes: late.outcomes)
  }

  /// Adds the rows of a plain model whose readings all come exactly a step apart, by ``LaggedGram``.
  private mutating func add(
    _ regular: [Range<Int>], of series: GlucoseSeries, _ parts: RecordSplit
  ) {
    guard !regular.isEmpty else { return }
    let centred = PreparedSeries.values(of: series).map { $0 - TrendFeatures.middle }
    let settling = stream.settling
    let times = series.times
    let base = times.startIndex
    func position(_ isBeyond: (Double) -> Bool) -> Int {
      times.partitioningIndex(where: isBeyond) - base
    }
    // Rows whose outcomes all lie in the same part of the record.
    let earlyEnd = position { $0 + settling > parts.early.end }
    let lateStart = position { $0 >= parts.late.start }
    let lateEnd = position { $0 + settling > parts.late.end }
    let none = LaggedGram(lags: stream.map.lags, outcomes: late.outcomes)
    var sums = Array(repeating: none, count: RecordSplit.turns + 1)
    for stretch in regular {
      var next = stretch.lowerBound
      while next < min(stretch.upperBound, earlyEnd) {
        let now = times[base + next]
        let turnEnd = position { parts.isAfterTurn(of: now, $0) }
        let end = min(stretch.upperBound, earlyEnd, turnEnd)
        sums[parts.turn(now)].add(centred, next..<end)
        next = end
      }
      let first = max(stretch.lowerBound, lateStart)
      let last = min(stretch.upperBound, lateEnd)
      if first < last { sums[RecordSplit.turns].add(centred, first..<last) }
    }
    for (turn, sums) in sums.enumerated() where sums.rows > 0 {
      let sums = sums.regressionSums(stream.map.layout)
      if turn < RecordSplit.turns { turns[turn] += sums } else { late += sums }
    }
  }

  /// Adds the statistics of other records, whose people may live in another zone.
  ///
  /// - Throws: ``FitError`` if they are of a different model.
  public mutating func add(_ other: FitStatistics) throws(FitError) {
    guard other.stream.map == stream.map, other.stream.leads == stream.leads,
      other.options.heldOut == options.heldOut, other.options.validation == options.validation
    else { throw FitError(.differentModels) }
    for turn in turns.indices { turns[turn] += other.turns[turn] }
    late += other.late
    levels += other.levels
    recordCount += other.recordCount
  }

  var stream: DesignRows {
    DesignRows(
      map: options.features(cadence, centres),
      leads: (1...options.stepsAhead(cadence)).map { Double($0) * cadence.seconds },
      zone: options.zone)
  }

  /// The sums over the first part of each record.
  var early: NormalEquations {
    var early = turns[0]
    for turn in turns.dropFirst() { early += turn }
    return early
  }

  /// The sums over all but one turn, the last of which is the later part, as if no outcome was
  /// lacking.
  func sums(without left: Int) -> NormalEquations {
    var sums = NormalEquations(columns: late.columns, outcomes: late.outcomes)
    for (turn, other) in (turns + [late]).enumerated() where turn != left {
      sums += other.sharingGram
    }
    return sums
  }
}

/// The parts of a record in order of time: to fit, to choose, to measure.
struct RecordSplit {
  /// How many turns the days of the first part take.
  static let turns = 4

  let early, late, heldOut: DesignRows.OriginRange
  /// Where the held-out part begins.
  let cut: Double
  private let start: Double
  private let turnLength: Double
  private let number: Int

  /// The parts of the `number`th record.
  init(_ trace: PreparedSeries, _ options: FitOptions, number: Int = 0) {
    self.init(trace.times[...], options, number: number)
  }

  /// The parts of a record with readings at these instants.
  init(_ times: ArraySlice<Double>, _ options: FitOptions, number: Int) {
    let count = Double(times.count)
    func time(at share: Double) -> Double {
      let index = times.startIndex + Int(count * share)
      return index < times.endIndex ? times[index] : .infinity
    }
    let kept = 1 - options.heldOut
    let middle = time(at: kept * (1 - options.validation))
    cut = time(at: kept)
    early = DesignRows.OriginRange(end: middle)
    late = DesignRows.OriginRange(start: middle, end: cut)
    heldOut = DesignRows.OriginRange(start: cut)
    start = times.first ?? 0
    self.number = number
    // Whole days, so that each turn has all times of the day; parts of a day in the shortest records.
    let span = min(middle, times.last ?? 0) - start
    let days = (span / 86_400 / 8).rounded(.down)
    turnLength = days >= 1 ? min(days, 3) * 86_400 : min(max(span / 8, 3600), 86_400)
  }

  /// The turn of an instant: days or stretches of days of the first part go round the turns, and
  /// people start with different ones.
  func turn(_ time: Double) -> Int { (stretch(time) + number) % Self.turns }

  /// Whether `later` lies beyond the stretch of days to which `time` belongs.
  func isAfterTurn(of time: Double, _ later: Double) -> Bool { stretch(later) > stretch(time) }

  private func stretch(_ time: Double) -> Int { Int(min((time - start) / turnLength, 1e9)) }

  /// The turn of an instant, the part that chooses being the last of them.
  func turnOrLate(_ time: Double) -> Int { time >= late.start ? Self.turns : turn(time) }
}

extension PreparedSeries {
  /// A recording laid out for a model with these options.
  init(_ recording: Recording, _ options: FitOptions) {
    self.init(
      recording.series, options.usesEvents ? EventFeatures(recording.events) : .none,
      summing: options.detail.includes(.day))
  }
}
