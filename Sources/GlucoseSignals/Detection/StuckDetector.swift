internal import GlucoseMath

/// The search for values that repeat for longer than values of the record do.
enum StuckDetector {
  /// The least time of a repeated value in minutes.
  private static let leastMinutes = 30.0
  /// The expected number of stuck sensors per day.
  private static let perDay = 0.005
  /// The number of repetitions from which the frequency of further ones is estimated.
  private static let counted = 3...6

  /// Returns the runs of equal values within the limits of the device.
  ///
  /// Runs of a working sensor become rarer by the same factor with each repetition. The score
  /// compares the number of such runs that the record's own factor predicts with the expected
  /// number of stuck sensors.
  static func stuck(_ trace: SignalTrace) -> [SignalFault] {
    guard let lowest = trace.values.min(), let highest = trace.values.max() else { return [] }
    var runs: [ClosedRange<Int>] = []
    var (reached, continued, starts) = (0.0, 0.0, 0.0)
    forEachRun(trace) { run in
      let value = trace.values[run.lowerBound]
      // Files without flags have the limits of the device as the lowest and highest value.
      guard run.count >= counted.lowerBound, value > lowest, value < highest else { return }
      starts += 1
      // Each repetition from the third to the sixth, which a stuck sensor has once per fault.
      reached += Double(Swift.min(run.count, counted.upperBound) - counted.lowerBound + 1)
      continued += Double(Swift.min(run.count, counted.upperBound) - counted.lowerBound)
      let minutes = trace.minutes[run.upperBound] - trace.minutes[run.lowerBound]
      if minutes >= leastMinutes { runs.append(run) }
    }
    guard let first = trace.minutes.first, let last = trace.minutes.last else { return [] }
    let days = Swift.max(1, (last - first) / 1440)
    // A prior of four runs, one of which continues.
    let factor = ((continued + 1) / (reached + 4)).clamped(to: 0.05...0.9)
    let logFactor = MathFunctions.logarithm(factor)
    return runs.map { run in
      let chance =
        starts * MathFunctions.exponential(logFactor * Double(run.count - counted.lowerBound))
      let expected = perDay * days
      return trace.fault(.stuck, run, score: expected / (expected + chance), size: nil)
    }
  }

  private static func forEachRun(_ trace: SignalTrace, _ body: (ClosedRange<Int>) -> Void) {
    var start = 0
    for index in 1..<Swift.max(1, trace.count) {
      let continues =
        trace.values[index] == trace.values[start] && !trace.isLimit[index]
        && !trace.isLimit[start] && trace.minutes[index] - trace.minutes[index - 1] < 31
      if !continues {
        body(start...(index - 1))
        start = index
      }
    }
    if trace.count > 0 { body(start...(trace.count - 1)) }
  }
}
