// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

extension FitStatistics {
  /// The runs of a record's readings with a history before and outcomes after them, all exactly one
  /// step apart.
  struct RegularRuns {
    /// The positions of readings, ascending.
    let runs: [Range<Int>]
    /// A Boolean value that indicates whether most readings are exactly one step after the reading
    /// before.
    let areUsual: Bool
    private let count: Int

    /// Creates the runs of a record.
    ///
    /// - Complexity: O(*n*), where *n* is the number of readings.
    init(_ times: ArraySlice<Double>, step: Double, lags: Int, outcomes: Int) {
      var runs: [Range<Int>] = []
      var regular = 0
      let span = times.span
      var start = 0
      while start < span.count {
        var end = start + 1
        while end < span.count, span[end] - span[end &- 1] == step { end &+= 1 }
        regular += end - start - 1
        if start + lags < end - outcomes { runs.append(start + lags..<end - outcomes) }
        start = end
      }
      self.runs = runs
      areUsual = 2 * regular > span.count
      count = span.count
    }

    /// The ranges of the other readings.
    var rest: [Range<Int>] {
      var rest: [Range<Int>] = []
      var start = 0
      for run in runs {
        if start < run.lowerBound { rest.append(start..<run.lowerBound) }
        start = run.upperBound
      }
      if start < count { rest.append(start..<count) }
      return rest
    }
  }
}

extension FitStatistics.RegularRuns {
  /// A part of a record whose rows are computed, with the adjacent readings that they need.
  struct Piece {
    private let trace: PreparedSeries
    /// The instant at or after which, and the position before which, the readings of the rows are.
    private var start = -Double.infinity
    private var end: Int
    private var pace = SensorCadence.Sampler()

    /// Creates a piece of a whole record.
    init(_ trace: PreparedSeries) {
      self.trace = trace
      end = trace.times.count
    }

    /// Returns the parts of a record that are not in a regular run.
    static func rest(
      of series: GlucoseSeries, _ regular: FitStatistics.RegularRuns, _ rows: DesignRows
    ) -> [Piece] {
      let times = series.times
      let base = times.startIndex
      return regular.rest.map { rest in
        // A run of the length of the history, and the reading before it for the interpolation.
        let reach = times[base + rest.lowerBound] - rows.map.history - 2 * SensorCadence.longestGap
        let targetEnd = times[base + rest.upperBound - 1] + rows.targetDelay
        let first = times.partitioningIndex { $0 >= reach } - base
        let after = times.partitioningIndex { $0 > targetEnd } - base
        let around = max(first - 1, 0)..<min(after + 1, times.count)
        var piece = Piece(PreparedSeries(series[positions: around], summing: false))
        piece.end = rest.upperBound - around.lowerBound
        guard rest.lowerBound > 0 else { return piece }
        piece.start = times[base + rest.lowerBound]
        piece.pace = SensorCadence.Sampler(
          after: times[base + rest.lowerBound - 1], step: rows.map.cadence.seconds)
        return piece
      }
    }

    /// Calls `body` with blocks of the rows in `walk`; see ``DesignRows``.
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
