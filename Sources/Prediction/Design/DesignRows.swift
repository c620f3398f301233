internal import GlucoseMath
package import GlucoseFoundation

extension SensorCadence {
  /// A sampler that thins readings to one per step, whatever their jitter. With one reading per
  /// step it selects all, even if up to two fifths of a step early.
  package struct Sampler: Equatable, Codable, Sendable {
    /// The time at which the next reading is due, or `nil` before the first.
    private(set) var due: Double?

    package init() {}

    package mutating func takes(_ now: Double, step: Double) -> Bool {
      guard let due, now - due <= step else {
        self.due = now + step
        return true
      }
      guard now - due >= -0.4 * step else { return false }
      // A quarter of the deviation follows the sensor's clock; single readings do not shift it.
      self.due = due + step + (now - due) / 4
      return true
    }
  }
}

/// The layout of the design matrix of a record, which is computed block by block.
package struct DesignRows {
  package var map: FeatureMap
  /// The leads of the targets in seconds, ascending.
  package let leads: [Double]
  package var zone: TimeZone?
  /// The fraction of origins in use: those whose ``RowKeys`` are below it.
  package var fraction = 1.0
  var views = Views.whole

  /// A range of origins, which are readings with enough history before them, up to the instant
  /// before which all their outcomes are.
  package struct OriginRange {
    var start: Double
    var end: Double
    /// The sampler of origins, so that a dense or doubled record is not counted twice.
    var pace = SensorCadence.Sampler()

    package init(start: Double = -.infinity, end: Double = .infinity) {
      (self.start, self.end) = (start, end)
    }
  }

  var targetDelay: Double { (leads.last ?? 0) + SensorCadence.tolerance }

  package func forEachBlock(
    of trace: PreparedSeries, in walk: inout OriginRange, _ body: (DesignBlock) -> Void
  ) {
    forEachBlock(of: trace, in: &walk, partedBy: { _ in 0 }) { body($1) }
  }

  /// Calls `body` with the part and the rows of full blocks of one part each; `part` returns the
  /// part of an instant.
  package func forEachBlock(
    of trace: PreparedSeries, in walk: inout OriginRange, partedBy part: (Double) -> Int,
    _ body: (Int, DesignBlock) -> Void
  ) {
    guard let first = trace.times.first, let end = trace.times.last,
      !DiscardableWork.isCanceled
    else { return }
    var isCanceled = false
    let table = map.usesTimeOfDay ? zone.map { ZoneTable($0, covering: first...end) } : nil
    let keys = RowKeys(trace.record, step: map.cadence.seconds)
    var blocks: [DesignBlock] = []
    var cursor = FeatureMap.Cursor(map)
    let none = DesignBlock(columns: map.columns, outcomes: leads.count, room: 0)
    forEachOrigin(of: trace, in: &walk) { index, now, left in
      let key = keys.key(at: now)
      guard key < fraction, !isCanceled else { return }
      let part = part(now)
      while blocks.count <= part { blocks.append(none) }
      if blocks[part].room == 0 {
        let room = min(DesignBlock.capacity, Int(fraction * Double(left)) + 1)
        blocks[part] = DesignBlock(columns: map.columns, outcomes: leads.count, room: room)
      }
      let known = writeOutcomes(trace, index, to: &blocks[part])
      guard known != 0 else { return }
      let timeOfDay = table.map { Self.timeOfDay(now + $0.offset(at: now)) }
      let viewStart = viewStart(trace, at: index, keys)
      blocks[part].writeRow { row, base in
        map.write(
          trace, at: index, viewStart: viewStart, timeOfDay: timeOfDay, cursor: &cursor, to: &row,
          from: base)
      }
      blocks[part].commit(level: trace.values[index], known: known, time: now, key: key)
      if blocks[part].isFull {
        flush(&blocks[part], part, body)
        isCanceled = DiscardableWork.isCanceled
      }
    }
    for part in blocks.indices { flush(&blocks[part], part, body) }
  }

  /// Returns the number of origins, with or without outcomes.
  package func originCount(of trace: PreparedSeries, in range: OriginRange) -> Int {
    var (range, count) = (range, 0)
    forEachOrigin(of: trace, in: &range) { _, _, _ in count += 1 }
    return count
  }

  private func forEachOrigin(
    of trace: PreparedSeries, in walk: inout OriginRange,
    _ body: (_ index: Int, _ now: Double, _ left: Int) -> Void
  ) {
    // The same expression as in callers, so that no origin is used twice or never.
    let last = walk.end - targetDelay
    let begin = trace.times.partitioningIndex { $0 >= walk.start }
    for index in begin..<trace.times.count {
      let now = trace.times[index]
      if now > last { break }
      guard trace.hasHistory(of: map.history, at: index),
        walk.pace.takes(now, step: map.cadence.seconds)
      else { continue }
      body(index, now, trace.times.count - index)
    }
  }

  private func viewStart(_ trace: PreparedSeries, at index: Int, _ keys: RowKeys) -> Double {
    let now = trace.times[index]
    // A model without features beyond its history does not depend on the view.
    guard map.detail.includes(.daily) else { return -.infinity }
    let start = now - max(views.length(at: now, keys), map.history)
    let first = trace.firstPosition(inViewFrom: start)
    return trace.hasHistory(of: map.history, at: index, from: first) ? start : -.infinity
  }

  private func flush(_ block: inout DesignBlock, _ part: Int, _ body: (Int, DesignBlock) -> Void) {
    guard block.rows > 0 else { return }
    block.writeKernel(map)
    body(part, block)
    block.removeAll()
  }

  private func writeOutcomes(_ trace: PreparedSeries, _ index: Int, to block: inout DesignBlock)
    -> UInt64
  {
    var hint = index
    var known: UInt64 = 0
    let base = block.rows * leads.count
    for (outcome, lead) in leads.enumerated() {
      if let value = trace.outcome(after: index, lead, hint: &hint) {
        block.targets[base + outcome] = value - trace.values[index]
        known |= 1 << UInt64(outcome)
      } else {
        block.targets[base + outcome] = 0
      }
    }
    return known
  }

  /// Returns the local time as a fraction of the day, from the local seconds since 2001-01-01.
  package static func timeOfDay(_ local: Double) -> Double {
    // The remainder is exact, so that the same time of another day is the same fraction.
    let seconds = local.truncatingRemainder(dividingBy: 86_400)
    return (seconds < 0 ? seconds + 86_400 : seconds) / 86_400
  }
}

extension DesignRows {
  /// The rows with a shortened view of 1, 3, 6, 12 or 24 hours, as if the record began there,
  /// because a model that is fitted to long records alone is inaccurate in a new user's first
  /// hours. They are selected by a hash of the record's content and the row's time since its start:
  /// every hour of the day has its fraction, and neither the date nor other records have an effect.
  struct Views: Equatable, Sendable {
    let percentage: UInt64

    static let whole = Self(percentage: 0)
    static let training = Self(percentage: 12)
    /// Half of the rows, so that intervals have the correct coverage with any view.
    static let calibration = Self(percentage: 50)

    /// In hours, with equal frequency.
    static let hours = [1.0, 3, 6, 12, 24]

    func length(at time: Double, _ keys: RowKeys) -> Double {
      guard percentage > 0 else { return .infinity }
      let hash = keys.hash(at: time)
      guard hash % 100 < percentage else { return .infinity }
      return Self.hours[Int(hash / 100 % UInt64(Self.hours.count))] * 3600
    }
  }
}

extension DesignRows {
  /// The keys of a record's rows: numbers from 0 to below 1 that depend on the content of the
  /// record and the row's time since its start alone, not on the date or other records.
  ///
  /// The key of step *n* is the fractional part of *n*√2 plus a number of the record, a sequence
  /// with low discrepancy (Weyl, *Mathematische Annalen* 77, 1916): the rows with keys below a
  /// fraction are spread evenly over the record and the times of day.
  struct RowKeys {
    private let seed: UInt64
    private let start, step: Double

    /// The fractional part of √2, times 2⁶⁴.
    private static let increment: UInt64 = 0x6A09_E667_F3BC_C909

    init(_ record: GlucoseSeries, step: Double) {
      var generator = SplitMix64(seed: record.contentHash)
      seed = generator.next()
      start = record.times.first ?? 0
      self.step = step
    }

    func key(at time: Double) -> Double {
      let key = seed &+ number(of: time) &* Self.increment
      return Double(key >> 11) * 0x1p-53
    }

    /// Returns the number at a row's position of the record's sequence of SplitMix64.
    func hash(at time: Double) -> UInt64 {
      var generator = SplitMix64(seed: seed &+ (number(of: time) &- 1) &* 0x9E37_79B9_7F4A_7C15)
      return generator.next()
    }

    /// Returns the number of the nearest step since the start; most readings are near whole steps,
    /// where it is not sensitive to jitter.
    private func number(of time: Double) -> UInt64 {
      UInt64(bitPattern: Int64(min(max(((time - start) / step).rounded(), -1e15), 1e15)))
    }
  }
}
