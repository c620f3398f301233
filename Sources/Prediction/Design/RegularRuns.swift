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
