internal import GlucoseMath

/// The search for noise, and for steps between readings, in the diagnostics of the smoother.
struct NoiseDetector {
  /// The number of readings of a window.
  private static let window = 7
  /// The largest number of readings in windows that contain both edges of a fall and its return: those
  /// of two low readings, which are large at four readings of a window, and three more on both sides.
  static let mostReadingsOfEdges = 10
  /// The median distance of a noisy window: the least in mg/dL, and as a multiple of the record's.
  private static let leastDistance = 4.0
  private static let leastRatio = 2.5
  /// The distance, and its multiple of the record's, at which noise has the score one half.
  private static let evenDistance = 6.0
  private static let evenRatio = 4.0
  /// The least number of reversals in a window, which distinguishes noise from a steep rise.
  private static let leastReversals = 2
  /// The least distance of a single reading from its neighbors in mg/dL.
  private static let leastSpike = 20.0
  /// The least height of a jump in mg/dL.
  private static let leastStep = 15.0

  private let trace: SignalTrace
  /// The distance of each reading from the line between its neighbors in mg/dL, or 0 at a gap.
  private let distances: [Double]
  /// The median magnitude of the record's distances in mg/dL, at least that of rounding.
  private let typicalDistance: Double
  /// The factor that makes the median magnitude of scaled steps that of a normal distribution,
  /// where glucose changes more abruptly than the model.
  private let stepScale: Double

  init(_ trace: SignalTrace) {
    self.trace = trace
    let distances = trace.neighborDistances
    self.distances = distances
    // Of a long record, some thousand readings suffice.
    let sample = Array(
      Swift.stride(from: 0, to: trace.count, by: Swift.max(1, trace.count / 4000))
    ).filter { !trace.isLimit[$0] }
    typicalDistance = Swift.max(0.4, sample.map { Swift.abs(distances[$0]) }.upperMedian ?? 0)
    stepScale = Swift.max(
      1, (sample.map { Swift.abs(trace.scaledSteps[$0]) }.upperMedian ?? 0) / 0.6745)
  }

  /// Returns bursts of noise and single readings far from others, in order, without overlaps.
  func noise() -> [SignalFault] {
    var faults: [SignalFault] = []
    var noisy: (range: ClosedRange<Int>, score: Double, size: Double)?
    func finish() {
      guard let found = noisy else { return }
      faults.append(trace.fault(.noise, found.range, score: found.score, size: found.size))
      noisy = nil
    }
    for start in 0..<Swift.max(0, trace.count - Self.window + 1) {
      let end = start + Self.window - 1
      let minutes = trace.minutes[end] - trace.minutes[start]
      // Between distant readings, glucose itself departs from a line.
      let scale = Swift.max(1, minutes / 30).squareRoot()
      guard minutes <= 120,
        let size = distances[start...end].map(Swift.abs).upperMedian,
        size >= scale * Self.leastDistance, size >= Self.leastRatio * typicalDistance,
        reversals(in: start...end) >= Self.leastReversals
      else { continue }
      let score = logistic(
        4 * MathFunctions.logarithm(size / scale / Self.evenDistance)
          + 3 * MathFunctions.logarithm(size / (Self.evenRatio * typicalDistance)))
      if let found = noisy, start <= found.range.upperBound + 1 {
        noisy = (
          found.range.lowerBound...end, Swift.max(found.score, score), Swift.max(found.size, size)
        )
      } else {
        finish()
        noisy = (start...end, score, size)
      }
    }
    finish()
    return (faults + spikes(outside: faults)).ordered { $0.start < $1.start }
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
  ///
  /// A jump has equal distances on its sides; a spike of one reading has twice the distance of its
  /// neighbors, and another sign.
  private func spikes(outside bursts: [SignalFault]) -> [SignalFault] {
    var faults: [SignalFault] = []
    var burst = 0
    for index in 0..<trace.count {
      let size = Swift.abs(distances[index])
      guard size >= Self.leastSpike, size >= 8 * typicalDistance, !trace.isLimit[index] else {
        continue
      }
      let sides = [index - 1, index + 1].map {
        distances.indices.contains($0) ? distances[$0] * (distances[index] < 0 ? -1 : 1) : 0
      }
      guard sides.allSatisfy({ $0 <= 0 && $0 > -0.75 * size }) else { continue }
      let time = trace.time(index)
      while burst < bursts.count, bursts[burst].end < time { burst += 1 }
      if burst < bursts.count, bursts[burst].contains(time) { continue }
      faults.append(
        trace.fault(
          .noise, index...index,
          score: logistic(
            4 * MathFunctions.logarithm(size / 25)
              + 3 * MathFunctions.logarithm(size / (10 * typicalDistance))), size: size))
    }
    return faults
  }

  /// Returns the steps between two readings that no rate of change explains.
  func jumps() -> [SignalFault] {
    var faults: [SignalFault] = []
    var last = -1
    for index in 1..<Swift.max(1, trace.count) where Swift.abs(trace.steps[index]) >= Self.leastStep
    {
      let score = Swift.abs(trace.scaledSteps[index]) / stepScale
      // A jump is larger than all steps near it.
      guard score >= 4, index > last, trace.minutes[index] - trace.minutes[index - 1] < 31,
        isLargest(index)
      else { continue }
      last = index
      faults.append(
        trace.fault(
          .jump, (index - 1)...index, score: logistic(1.2 * (score - 6)),
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
