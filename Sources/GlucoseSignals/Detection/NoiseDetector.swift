// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The search for noise, and for steps between readings, in the diagnostics of the smoother.
struct NoiseDetector {
  /// The number of readings of a window.
  private static let window = 7
  /// The median residual of a noisy window: the least in mg/dL, and the least as a multiple of the
  /// record's.
  private static let leastResidual = 4.0
  private static let leastRatio = 2.5
  /// The residual, and its multiple of the record's, at which noise has the likelihood one half.
  private static let evenResidual = 6.0
  private static let evenRatio = 4.0
  /// The least number of reversals in a window, which distinguishes noise from a steep rise.
  private static let leastReversals = 2
  /// The least distance of a single reading from its neighbors in mg/dL.
  private static let leastSpike = 20.0
  /// The least height of a jump in mg/dL.
  private static let leastStep = 15.0

  private let trace: SignalTrace
  /// The median magnitude of the record's residuals in mg/dL, at least that of rounding.
  private let typicalResidual: Double
  /// Factors that make the median magnitude of scaled residuals and steps that of a normal
  /// distribution, where glucose changes more abruptly than the model.
  private let residualScale: Double
  private let stepScale: Double

  init(_ trace: SignalTrace) {
    self.trace = trace
    let used = (0..<trace.count).filter { !trace.isLimit[$0] }
    // Of a long record, some thousand readings suffice.
    let sample = Swift.stride(from: 0, to: used.count, by: Swift.max(1, used.count / 4000)).map {
      used[$0]
    }
    func median(_ values: [Double]) -> Double {
      sample.map { Swift.abs(values[$0]) }.upperMedian ?? 0
    }
    typicalResidual = Swift.max(0.4, median(trace.residuals))
    residualScale = Swift.max(1, median(trace.scaledResiduals) / 0.6745)
    stepScale = Swift.max(1, median(trace.scaledSteps) / 0.6745)
  }

  /// Returns bursts of noise and single readings far from their neighbors.
  func noise() -> [SignalFault] {
    var faults: [SignalFault] = []
    var noisy: (range: ClosedRange<Int>, likelihood: Double, size: Double)?
    func finish() {
      guard let found = noisy else { return }
      faults.append(
        trace.fault(.noise, found.range, likelihood: found.likelihood, size: found.size))
      noisy = nil
    }
    for start in 0..<Swift.max(0, trace.count - Self.window + 1) {
      let end = start + Self.window - 1
      guard trace.minutes[end] - trace.minutes[start] <= 120,
        let size = trace.residuals[start...end].map(Swift.abs).upperMedian,
        size >= Self.leastResidual, size >= Self.leastRatio * typicalResidual,
        reversals(in: start...end) >= Self.leastReversals
      else { continue }
      let likelihood = logistic(
        4 * MathFunctions.logarithm(size / Self.evenResidual)
          + 3 * MathFunctions.logarithm(size / (Self.evenRatio * typicalResidual)))
      if let found = noisy, start <= found.range.upperBound + 1 {
        noisy = (
          found.range.lowerBound...end, Swift.max(found.likelihood, likelihood),
          Swift.max(found.size, size)
        )
      } else {
        finish()
        noisy = (start...end, likelihood, size)
      }
    }
    finish()
    return faults + spikes(outside: faults)
  }

  /// Returns the number of changes between rising and falling by at least 2 mg/dL.
  private func reversals(in range: ClosedRange<Int>) -> Int {
    var count = 0
    var direction = 0.0
    for index in range.dropFirst() {
      let change = trace.values[index] - trace.values[index - 1]
      guard Swift.abs(change) >= 2 else { continue }
      if change * direction < 0 { count += 1 }
      direction = change
    }
    return count
  }

  /// Returns the single readings that are far from their neighbors.
  private func spikes(outside bursts: [SignalFault]) -> [SignalFault] {
    var faults: [SignalFault] = []
    var burst = 0
    for index in 0..<trace.count where Swift.abs(trace.residuals[index]) >= Self.leastSpike {
      let score = Swift.abs(trace.scaledResiduals[index]) / residualScale
      let neighbors = Swift.max(0, index - 1)...Swift.min(trace.count - 1, index + 1)
      // A jump is a large step on one side only; a spike is larger than both.
      let step = neighbors.map { Swift.abs(trace.scaledSteps[$0]) / stepScale }.max() ?? 0
      guard score >= 5, score > step else { continue }
      let time = trace.time(index)
      while burst < bursts.count, bursts[burst].end < time { burst += 1 }
      if burst < bursts.count, bursts[burst].contains(time) { continue }
      faults.append(
        trace.fault(
          .noise, index...index, likelihood: logistic(score - 6),
          size: Swift.abs(trace.residuals[index])))
    }
    return faults
  }

  /// Returns the steps between two readings that no rate of change explains.
  func jumps() -> [SignalFault] {
    var faults: [SignalFault] = []
    var last = -1
    for index in 1..<Swift.max(1, trace.count) where Swift.abs(trace.steps[index]) >= Self.leastStep {
      let score = Swift.abs(trace.scaledSteps[index]) / stepScale
      // A jump is larger than all steps near it, and than the residuals beside it.
      guard score >= 4, index > last, trace.minutes[index] - trace.minutes[index - 1] < 31,
        isLargest(index), score >= Swift.abs(trace.scaledResiduals[index]) / residualScale
      else { continue }
      last = index
      faults.append(
        trace.fault(
          .jump, (index - 1)...index, likelihood: logistic(1.2 * (score - 6)),
          size: trace.steps[index]))
    }
    return faults
  }

  private func isLargest(_ index: Int) -> Bool {
    let score = Swift.abs(trace.scaledSteps[index])
    for other in Swift.max(0, index - 4)...Swift.min(trace.count - 1, index + 4)
    where other != index && Swift.abs(trace.minutes[other] - trace.minutes[index]) <= 31 {
      if Swift.abs(trace.scaledSteps[other]) > score { return false }
    }
    return true
  }
}
