import Foundation
import GlucoseMath
import GlucoseSimulation
import Recordings

/// Prints the delay, the noise and the error of the rate of change of causal methods of smoothing,
/// against the simulated glucose in plasma and against two-sided smoothing of recordings.
///
///     SmoothingDelays [tables of recordings, as in `Recordings`] [ukf_python_reference.json]
///
/// A file of JSON is of the rates by another implementation of the unscented Kalman filter, such as that
/// of the tests of Trio, and its greatest difference from the filter here is printed.
/// The two-sided value of a recording is that of the quadratic through nine readings by least squares
/// (Savitzky and Golay, *Analytical Chemistry* 36:1627, 1964), which is of none of the methods.
/// Only readings count that have an hour of readings every five minutes on both sides.
@main struct SmoothingDelays {
  static func main() throws {
    var simulated = DelayTable()
    let day = LocalDay(
      containing: Date(timeIntervalSinceReferenceDate: 725_760_000), in: .gmt)
    for seed in 2001...2040 as ClosedRange<UInt64> {
      let record = VirtualPatient(seed: seed).simulateWithPlasma(days: 14, from: day)
      let start = record.plasma.times.first ?? 0
      let plasma = Array(record.plasma.values)
      simulated.add(record.recording.series) { _, time in
        let place = Int(((time - start) / 300).rounded())
        guard place > 0, place + 1 < plasma.count else { return nil }
        return (plasma[place], (plasma[place + 1] - plasma[place - 1]) / 10)
      }
    }
    simulated.show("Simulated plasma, 40 people, 14 days")
    for path in CommandLine.arguments.dropFirst() {
      if path.hasSuffix(".json") {
        try showDifferences(fromReference: path)
        continue
      }
      var table = DelayTable()
      let people = try recordings(inTable: path).map(\.series)
      for series in people {
        let values = Array(series.values)
        table.add(series) { index, _ in twoSided(values, index) }
      }
      table.show("\(URL(fileURLWithPath: path).lastPathComponent), \(people.count) people")
    }
  }

  /// The readings of a series, newest first, and the rates of change by the readings until each.
  private struct ReferenceSeries: Decodable {
    let values: [Double]
    /// In milliseconds.
    let timestamps: [Double]
    let rate_online: [Double]
  }

  private static func showDifferences(fromReference path: String) throws {
    let all = try JSONDecoder().decode(
      [String: ReferenceSeries].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    print("\(URL(fileURLWithPath: path).lastPathComponent), mg/dL per minute")
    for (name, series) in all.sorted(by: { $0.key < $1.key }) {
      var filter = AdaptiveKalmanFilter()
      var last = -Double.infinity
      var difference = 0.0
      for index in series.values.indices.reversed() {
        let time = series.timestamps[index] / 60_000
        // It starts anew after a gap, with the difference of the first two readings.
        if time - last > 30 { filter = AdaptiveKalmanFilter() }
        last = time
        let result = filter.update(
          time, series.values[index], initialRate: series.rate_online[index])
        difference = max(difference, abs(result.rate - series.rate_online[index]))
      }
      print("  \(name): \(difference)")
    }
  }

  private static func twoSided(_ values: [Double], _ index: Int) -> Smoothed? {
    guard index >= 4, index + 4 < values.count else { return nil }
    let weights = [-21.0, 14, 39, 54, 59, 54, 39, 14, -21]
    var (value, slope) = (0.0, 0.0)
    for (place, weight) in weights.enumerated() {
      value += weight / 231 * values[index + place - 4]
      slope += Double(place - 4) / 60 * values[index + place - 4]
    }
    return (value, slope / 5)
  }
}

/// The sums of the errors of all methods.
private struct DelayTable {
  /// The delays in minutes at which values are compared with the truth before.
  private static let delays = stride(from: -10.0, through: 25, by: 0.25).map { $0 }

  private struct Sums {
    var rates = 0.0
    var jitter = 0.0
    /// The squared errors of values, and of their changes since the reading before, by delay.
    var (levels, changes) = (delays.map { _ in 0.0 }, delays.map { _ in 0.0 })
  }

  private var count = 0
  private var sums = SmoothingMethod.all.map { _ in Sums() }

  /// Adds the readings of a person.
  ///
  /// - Parameter truth: Returns the truth at the index and time of a reading, in seconds, or `nil`.
  mutating func add(_ series: GlucoseSeries, _ truth: (Int, Double) -> Smoothed?) {
    let (times, values) = (Array(series.times), Array(series.values))
    let truths = times.indices.map { truth($0, times[$0]) }
    let outputs = SmoothingMethod.all.map { method in
      var smooth = method.start()
      return times.indices.map { index in
        if index > 0, times[index] - times[index - 1] > 1800 { smooth = method.start() }
        return smooth(times[index] / 60, values[index])
      }
    }
    var run = 0
    for index in times.indices.dropFirst() {
      run = abs(times[index] - times[index - 1] - 300) < 60 ? run + 1 : 0
      // The tested reading is in the middle of two hours without a gap.
      let tested = index - 12
      guard run >= 24, let now = truths[tested] else { continue }
      let around = truths[(tested - 7)...(tested + 3)].compactMap { $0?.value }
      guard around.count == 11 else { continue }
      count += 1
      for method in outputs.indices {
        let output = outputs[method]
        let (value, last, first) = (
          output[tested].value, output[tested - 1].value, output[tested - 2].value
        )
        sums[method].rates += (output[tested].rate - now.rate) * (output[tested].rate - now.rate)
        sums[method].jitter += (value - 2 * last + first) * (value - 2 * last + first)
        for (slot, delay) in Self.delays.enumerated() {
          // The truth at `tested` is at place 7.
          let place = 7 - delay / 5
          let (whole, part) = (Int(place.rounded(.down)), place - place.rounded(.down))
          func at(_ place: Int) -> Double {
            part == 0 ? around[place] : around[place] * (1 - part) + around[place + 1] * part
          }
          let error = value - at(whole)
          let change = error - (last - at(whole - 1))
          sums[method].levels[slot] += error * error
          sums[method].changes[slot] += change * change
        }
      }
    }
  }

  /// Prints a row for each method.
  func show(_ name: String) {
    print(
      "\(name), \(count) readings\n"
        + "  method: delay in minutes, noise left in mg/dL, second differences in percent of the "
        + "readings', error of the rate in mg/dL per minute")
    for (method, sum) in zip(SmoothingMethod.all, sums) {
      let best = sum.levels.indices.min { sum.levels[$0] < sum.levels[$1] } ?? 0
      let jitter = (sum.jitter / (sums.first?.jitter ?? 1)).squareRoot()
      let noise = (sum.changes[best] / Double(count) / 2).squareRoot()
      print(
        "  \(method.name): "
          + String(
            format: "%.2f, %.2f, %.0f %%, %.3f", Self.delays[best], noise, 100 * jitter,
            (sum.rates / Double(count)).squareRoot()))
    }
  }
}
