// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Thins readings to one to a step, whatever their jitter.
///
/// Of a record with a reading to a step it takes all, though they come up to two fifths of a step early.
struct StepSampler: Hashable, Codable, Sendable {
  /// When the next reading is due, or `nil` before the first.
  private var due: Double?

  /// Decodes a sampler and checks that its next reading is due at an instant.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    due = try container.decodeIfPresent(Double.self, forKey: .due)
    try decoder.require(due.isInstant, "A reading must be due within 3,000 years")
  }

  /// A pace that has taken nothing.
  init() {}

  /// A pace that has taken the reading at `time`, which came when it was due.
  init(after time: Double, step: Double) { due = time + step }

  /// Whether to take the reading at `now`.
  mutating func takes(_ now: Double, step: Double) -> Bool {
    guard let due, now - due <= step else {
      self.due = now + step
      return true
    }
    guard now - due >= -0.4 * step else { return false }
    // Follows the sensor's clock slowly, so that single readings do not shift it.
    self.due = due + step + (now - due) / 4
    return true
  }
}

/// Walks a record and hands out rows of features with the outcomes that followed, a block at a time.
struct DesignRows {
  var map: FeatureMap
  /// The leads of the outcomes in seconds, ascending.
  let leads: [Double]
  /// The zone whose clock gives the time of day.
  var zone: TimeZone?
  /// Takes each so many anchors only.
  var every = 1
  /// How far back in seconds a row sees: as if the record began so long before each anchor.
  var viewLength = Double.infinity
  /// Which rows see less than the whole record, so that a model learns from records as short as users have them.
  var views = HistoryViews.whole

  /// A row belongs to an anchor: a reading with enough history behind it.
  struct OriginRange {
    /// Anchors lie at or after this instant.
    var start = -Double.infinity
    /// Anchors lie so far before this instant that every outcome they will ever have is before it.
    var end = Double.infinity
    /// When the next anchor is due, so that a dense or doubled record does not count twice.
    var pace = StepSampler()
  }

  /// The longest lead and the tolerance: after this time an anchor's outcomes are known or missing
  /// for good.
  var targetDelay: Double { (leads.last ?? 0) + SensorCadence.tolerance }

  /// Calls `body` with blocks of the rows in `walk`, in order of time.
  ///
  /// - Complexity: O(*n p*)
  func forEachBlock(
    of trace: PreparedSeries, in walk: inout OriginRange, _ body: (DesignBlock) -> Void
  ) {
    forEachBlock(of: trace, in: &walk, partedBy: { _ in 0 }) { body($1) }
  }

  /// The same, with no block holding rows of two parts: `part` gives the part of an instant in seconds,
  /// counted from zero. Tiles of different parts take turns as they fill.
  ///
  /// - Parameter limit: The position of the reading from which on there are no rows, or `nil` for the whole
  ///   record.
  func forEachBlock(
    of trace: PreparedSeries, in walk: inout OriginRange, partedBy part: (Double) -> Int,
    before limit: Int? = nil, _ body: (Int, DesignBlock) -> Void
  ) {
    guard let first = trace.times.first, let end = trace.times.last else { return }
    let table = map.usesTimeOfDay ? zone.map { ZoneTable($0, covering: first...end) } : nil
    var blocks: [DesignBlock] = []
    var cursor = FeatureMap.Cursor(map)
    var anchors = 0
    // As callers work it out, so that no anchor is taken twice or never.
    let last = walk.end - targetDelay
    let begin = trace.times.partitioningIndex { $0 >= walk.start }
    let limit = limit ?? trace.times.count
    let room = min(DesignBlock.capacity, max(limit - begin, 0) / every + 1)
    for index in begin..<max(limit, begin) {
      let now = trace.times[index]
      if now > last { break }
      let viewStart = viewStart(trace, at: index)
      guard
        trace.hasHistory(
          of: map.history, at: index, from: trace.firstPosition(inViewFrom: viewStart)),
        walk.pace.takes(now, step: map.cadence.seconds)
      else { continue }
      anchors += 1
      guard anchors % every == 0 else { continue }
      let part = part(now)
      while blocks.count <= part {
        blocks.append(DesignBlock(columns: map.columns, outcomes: leads.count, room: room))
      }
      let known = writeOutcomes(trace, index, to: &blocks[part])
      guard known != 0 else { continue }
      let timeOfDay = table.map { Self.timeOfDay(now + $0.offset(at: now)) }
      blocks[part].writeRow { row, base in
        map.write(
          trace, at: index, viewStart: viewStart, timeOfDay: timeOfDay, cursor: &cursor, to: &row,
          from: base)
      }
      blocks[part].commit(level: trace.values[index], known: known, time: now)
      if blocks[part].isFull { flush(&blocks[part], part, body) }
    }
    for part in blocks.indices { flush(&blocks[part], part, body) }
  }

  /// Where the view of a row begins: of those that ``views`` cuts short, as long as there is a history left.
  private func viewStart(_ trace: PreparedSeries, at index: Int) -> Double {
    let now = trace.times[index]
    let whole = now - viewLength
    // A model that does not look beyond its history sees no difference.
    guard map.detail.includes(.daily) else { return whole }
    let start = now - max(views.length(at: now, step: map.cadence.seconds), map.history)
    guard start > whole else { return whole }
    let first = trace.firstPosition(inViewFrom: start)
    return trace.hasHistory(of: map.history, at: index, from: first) ? start : whole
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

  /// The share of the day that local clocks show `local` seconds after their 2001-01-01 00:00.
  static func timeOfDay(_ local: Double) -> Double {
    let days = local / 86_400
    return days - days.rounded(.down)
  }
}
