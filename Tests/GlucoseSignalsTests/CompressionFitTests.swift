// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import GlucoseSimulation
import Testing

@testable import GlucoseSignals

/// The logistic regressions of compression lows, on simulated nights.
///
/// With `GLUCOSE_FIT=1` in the environment, fits them anew on the people of the stored coefficients
/// and prints the result; use optimization, without which it takes hours.
@Suite struct CompressionFitTests {
  private static let isWhole = ProcessInfo.processInfo.environment["GLUCOSE_FIT"] == "1"
  private typealias Sample = (inputs: [Double], isCompression: Bool)

  /// Returns the candidates of nights with a recovery, and those that are not over at the end of a
  /// series that ends every 25 minutes.
  private func samples(people: ClosedRange<UInt64>, days: Int) -> (over: [Sample], open: [Sample]) {
    let day = LocalDay(containing: Date(timeIntervalSinceReferenceDate: 725_760_000), in: .gmt)
    let night = ClockWindow(fromHour: 22, toHour: 8)
    var (over, open): ([Sample], [Sample]) = ([], [])
    for seed in people {
      let recording = VirtualPatient(seed: seed).simulate(days: days, from: day)
      let faulty = SensorFaults().applied(to: recording.series, in: .gmt, seed: seed)
      let compressions = faulty.faults.filter { $0.kind == .compressionLow }
      func search(_ series: GlucoseSeries, _ body: (CompressionFeatures, Date, Bool) -> Void) {
        CompressionSearch(SignalTrace(series, .standard)).forEachCandidate { found in
          let first = series[found.readings.lowerBound].time
          let last = series[found.readings.upperBound].time
          body(found, first, compressions.contains { $0.start < last && $0.end > first })
        }
      }
      search(faulty.series) { found, first, isCompression in
        guard found.riseRate != nil, night.contains(first, in: .gmt) else { return }
        over.append((CompressionDetector.inputs(found), isCompression))
      }
      for number in 1..<days {
        for step in 0..<20 {
          let now = day.start + 86_400 * Double(number) + 1500 * Double(step)
          let recent = faulty.series[(now - 21_600)..<now]
          guard recent.count > 10, let last = recent.last?.time, last > now - 600 else { continue }
          search(recent) { found, _, isCompression in
            if found.riseRate == nil {
              open.append((CompressionDetector.inputs(found), isCompression))
            }
          }
        }
      }
    }
    return (over, open)
  }

  @Test func coefficientsAreThoseOfTheFit() throws {
    guard Self.isWhole else { return }
    for (found, stored) in [
      (samples(people: 1...300, days: 30).over, CompressionDetector.weights),
      (samples(people: 1...150, days: 30).open, CompressionDetector.openWeights),
    ] {
      let fitted = logisticRegression(found)
      print(found.count, fitted.map { String(format: "%.3f", $0) }.joined(separator: ", "))
      for (value, expected) in zip(fitted, stored) { #expect(abs(value - expected) < 0.02) }
    }
  }

  /// On other people, as many candidates are compression lows as the probabilities add up to.
  @Test func probabilitiesAreCalibrated() {
    let samples = samples(people: 501...525, days: 14)
    for (found, weights) in [
      (samples.over, CompressionDetector.weights), (samples.open, CompressionDetector.openWeights),
    ] {
      func probability(_ inputs: [Double]) -> Double {
        logistic(zip(inputs, weights).reduce(0) { $0 + $1.0 * $1.1 })
      }
      let expected = found.reduce(0) { $0 + probability($1.inputs) }
      let count = Double(found.count(where: \.isCompression))
      #expect(count > 50 && abs(expected / count - 1) < 0.25)
      // Those of at least one half are right more often than not, by far.
      let likely = found.filter { probability($0.inputs) >= 0.5 }
      #expect(Double(likely.count(where: \.isCompression)) > 0.7 * Double(likely.count))
    }
  }

  /// Returns the coefficients with a small ridge penalty, by Newton's method.
  private func logisticRegression(_ samples: [Sample]) -> [Double] {
    let size = samples.first?.inputs.count ?? 0
    var weights = [Double](repeating: 0, count: size)
    for _ in 0..<40 {
      var gradient = weights.enumerated().map { $0.offset == 0 ? 0 : -$0.element }
      var hessian = (0..<size).map { row in (0..<size).map { $0 == row ? 1.0 : 0 } }
      for (inputs, isCompression) in samples {
        let p = logistic(zip(inputs, weights).reduce(0) { $0 + $1.0 * $1.1 })
        for row in 0..<size {
          gradient[row] += inputs[row] * ((isCompression ? 1 : 0) - p)
          for column in 0..<size {
            hessian[row][column] += inputs[row] * inputs[column] * p * (1 - p)
          }
        }
      }
      // Gaussian elimination; the penalty makes the matrix definite.
      for pivot in 0..<size {
        for row in (pivot + 1)..<max(size, pivot + 1) {
          let factor = hessian[row][pivot] / hessian[pivot][pivot]
          for column in pivot..<size { hessian[row][column] -= factor * hessian[pivot][column] }
          gradient[row] -= factor * gradient[pivot]
        }
      }
      for row in (0..<size).reversed() {
        for column in (row + 1)..<max(size, row + 1) {
          gradient[row] -= hessian[row][column] * gradient[column]
        }
        gradient[row] /= hessian[row][row]
      }
      for index in 0..<size { weights[index] += gradient[index] }
      if gradient.allSatisfy({ abs($0) < 1e-8 }) { break }
    }
    return weights
  }
}
