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
  /// Returns the parts of a record that are not in a regular run, each with the adjacent readings
  /// that its rows need and the range of its origins.
  func rest(
    of series: GlucoseSeries, _ rows: DesignRows
  ) -> [(series: PreparedSeries, origins: DesignRows.OriginRange)] {
    let times = series.times
    let base = times.startIndex
    return rest.map { rest in
      // A run of the length of the history, and the reading before it for the interpolation.
      let reach = times[base + rest.lowerBound] - rows.map.history - 2 * SensorCadence.longestGap
      let targetEnd = times[base + rest.upperBound - 1] + rows.targetDelay
      let first = times.partitioningIndex { $0 >= reach } - base
      let after = times.partitioningIndex { $0 > targetEnd } - base
      let around = max(first - 1, 0)..<min(after + 1, times.count)
      var origins = DesignRows.OriginRange(limit: rest.upperBound - around.lowerBound)
      if rest.lowerBound > 0 {
        origins.start = times[base + rest.lowerBound]
        origins.pace = SensorCadence.Sampler(
          after: times[base + rest.lowerBound - 1], step: rows.map.cadence.seconds)
      }
      return (PreparedSeries(series[positions: around], summing: false), origins)
    }
  }
}
