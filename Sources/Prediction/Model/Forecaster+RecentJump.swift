internal import GlucoseMath
internal import GlucoseFoundation

extension Forecaster {
  /// The fractions of an implausible last deviation that are added to the forecast without it and,
  /// after the next reading, subtracted.
  private static let (undecidedShare, confirmedShare) = (0.7, 0.1)
  /// The increase of the scale of errors per mg/dL between the forecasts with and without a jump.
  private static let widthShare = 0.6

  /// Returns the expectation from the last reading of `trace`, on which an implausible reading of
  /// the last hour has a bounded effect.
  ///
  /// Beyond the distribution of the forecast from the readings before it, the last reading may be
  /// wrong or the start of a fast change; until the next reading, the expectation is close to it
  /// without the change continuing, and the interval contains the forecast without it. A next
  /// reading that returns removes it, and one that does not confirms it, with a wider interval for
  /// half an hour.
  func expectation(of trace: PreparedSeries, _ origin: Reading) -> Expectation {
    var trace = trace
    let last = trace.times.count - 1
    var jump: RecentJump?
    for step in trace.steepSteps(before: last, cadence) {
      guard let found = self.jump(step, in: trace) else { continue }
      if let next = step.next {
        let lead = trace.times[next] - trace.times[step.previous]
        let later = trace.values[next] - found.before.value(after: lead, cadence)
        if abs(later) < abs(later - found.deviation) {
          if found.implausibility > 0 { trace = trace.bridging(step.previous, next) }
          continue
        }
        guard trace.times[last] - trace.times[step.index] <= SensorCadence.longestGap else {
          continue
        }
      }
      if found.isLast || abs(found.deviation) >= abs(jump?.deviation ?? 0) { jump = found }
    }
    var result = plainExpectation(of: trace, at: last, origin)
    if let jump { result = bounded(result, by: jump) }
    let stuck = trace.stuckDeviation(at: last)
    return stuck > 0 ? widened(result, lows: false) { _ in stuck } : result
  }

  /// Returns a reading's deviation from the forecast one step before, `nil` if it is plausible.
  private func jump(_ step: PreparedSeries.Step, in trace: PreparedSeries) -> RecentJump? {
    let (value, time) = (trace.values[step.previous], trace.times[step.previous])
    let origin = Reading(time: Date(timeIntervalSinceReferenceDate: time), glucose: .mgdL(value))
    let before = plainExpectation(of: trace, at: step.previous, origin)
    let lead = trace.times[step.index] - time
    let deviation = trace.values[step.index] - before.value(after: lead, cadence)
    let errors = before.sizes.enumerated().map { $1 * spread(outcome: $0) * range.meanRatios[$0] }
    let jump = RecentJump(
      isLast: step.next == nil, before: before, deviation: deviation,
      ratio: abs(deviation) / Expectation.interpolated(errors, at: lead / cadence.seconds - 1))
    return jump.isPlausible ? nil : jump
  }

  /// Returns the expectation between those with and without a jump, wider by their difference.
  private func bounded(_ plain: Expectation, by jump: RecentJump) -> Expectation {
    let share = jump.implausibility
    let since = plain.origin.time.timeIntervalSince(jump.before.origin.time)
    func before(_ step: Int) -> Double {
      jump.before.value(after: since + Double(step + 1) * cadence.seconds, cadence)
    }
    var result = plain
    if jump.isLast {
      result.level -= share * (1 - Self.undecidedShare) * jump.deviation
      let earlier = jump.before.recentChange
      result.recentChange.short += share * (earlier.short - plain.recentChange.short)
      result.recentChange.middle += share * (earlier.middle - plain.recentChange.middle)
      result.sizes = plain.sizes.enumerated().map { step, size in
        let lead = since / cadence.seconds + Double(step)
        let other = Expectation.interpolated(jump.before.sizes, at: lead)
        return size + share * (other - size)
      }
      result.crossingSizes = (result.sizes, result.sizes)
    }
    let means = plain.changes.enumerated().map { step, change in
      let difference = before(step) - plain.level - change
      let correction =
        jump.isLast
        ? difference + Self.undecidedShare * jump.deviation : Self.confirmedShare * difference
      return plain.level + change + share * correction
    }
    result.changes = means.map { $0 - result.level }
    return widened(result, lows: jump.isLast) { step in
      jump.widening * Self.widthShare * abs(means[step] - before(step))
    }
  }

  /// Returns an expectation wider by some mg/dL, whatever this person's other errors.
  private func widened(
    _ expectation: Expectation, lows: Bool, by amount: (Int) -> Double
  ) -> Expectation {
    var result = expectation
    result.sizes = expectation.sizes.enumerated().map { $1 + amount($0) / spread(outcome: $0) }
    if lows { result.crossingSizes.below = result.sizes }
    return result
  }
}

extension Forecaster.Expectation {
  /// Returns the expected value in mg/dL after a time of at least a step.
  fileprivate func value(after seconds: Double, _ cadence: SensorCadence) -> Double {
    level + Self.interpolated(changes, at: seconds / cadence.seconds - 1)
  }

  /// Returns the value at a step, interpolated linearly, or the nearest beyond the steps.
  fileprivate static func interpolated(_ values: [Double], at step: Double) -> Double {
    guard let last = values.last else { return 0 }
    let step = step.clamped(to: 0...Double(values.count - 1))
    let below = min(Int(step), max(values.count - 2, 0))
    let next = below + 1 < values.count ? values[below + 1] : last
    return values[below] + (step - Double(below)) * (next - values[below])
  }
}
