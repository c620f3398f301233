// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The stretches of a record's readings that have a history before and outcomes after them, all exactly
/// a step apart.
struct RegularRuns {
  /// Positions of readings, ascending.
  let stretches: [Range<Int>]
  /// Whether most readings come exactly a step after the one before.
  let areUsual: Bool
  private let count: Int

  /// - Complexity: O(*n*)
  init(_ times: ArraySlice<Double>, step: Double, lags: Int, outcomes: Int) {
    var stretches: [Range<Int>] = []
    var regular = 0
    let span = times.span
    var start = 0
    while start < span.count {
      var end = start + 1
      while end < span.count, span[end] - span[end &- 1] == step { end &+= 1 }
      regular += end - start - 1
      if start + lags < end - outcomes { stretches.append(start + lags..<end - outcomes) }
      start = end
    }
    self.stretches = stretches
    areUsual = 2 * regular > span.count
    count = span.count
  }

  /// The stretches of other readings before, between and after these.
  var rest: [Range<Int>] {
    var rest: [Range<Int>] = []
    var start = 0
    for stretch in stretches {
      if start < stretch.lowerBound { rest.append(start..<stretch.lowerBound) }
      start = stretch.upperBound
    }
    if start < count { rest.append(start..<count) }
    return rest
  }
}

extension RegularRuns {
  /// A stretch of a record of which rows are written, with the readings around it that they need.
  struct Piece {
    private let trace: PreparedSeries
    /// Rows belong to readings at or after this instant and before that position.
    private var start = -Double.infinity
    private var end: Int
    private var pace = StepSampler()

    /// A whole record.
    init(_ trace: PreparedSeries) {
      self.trace = trace
      end = trace.times.count
    }

    /// The pieces of a record that lie in no regular stretch.
    static func rest(
      of series: GlucoseSeries, _ regular: RegularRuns, _ rows: DesignRows
    ) -> [Piece] {
      let times = series.times
      let base = times.startIndex
      return regular.rest.map { rest in
        // A run as long as the history, and a line to the reading before it.
        let reach = times[base + rest.lowerBound] - rows.map.history - 2 * SensorCadence.longestGap
        let settled = times[base + rest.upperBound - 1] + rows.targetDelay
        let first = times.partitioningIndex { $0 >= reach } - base
        let after = times.partitioningIndex { $0 > settled } - base
        let around = max(first - 1, 0)..<min(after + 1, times.count)
        var piece = Piece(PreparedSeries(series[positions: around], summing: false))
        piece.end = rest.upperBound - around.lowerBound
        guard rest.lowerBound > 0 else { return piece }
        piece.start = times[base + rest.lowerBound]
        piece.pace = StepSampler(
          after: times[base + rest.lowerBound - 1], step: rows.map.cadence.seconds)
        return piece
      }
    }

    /// Calls `body` with blocks of the rows that lie in `walk`; see ``DesignRows``.
    func forEachBlock(
      _ rows: DesignRows, _ walk: DesignRows.OriginRange, partedBy part: (Double) -> Int,
      _ body: (Int, DesignBlock) -> Void
    ) {
      var walk = walk
      walk.start = max(walk.start, start)
      walk.pace = pace
      rows.forEachBlock(of: trace, in: &walk, partedBy: part, before: end, body)
    }
  }
}
