import Foundation
import GlucoseMath
import GlucoseSignals
import GlucoseSimulation

/// The errors of rates of change against the simulated glucose in plasma, which no sensor shows.
struct RateErrors {
  private var squares: [String: Double] = [:]
  /// Squares of errors against the truth some minutes earlier.
  private var shifted: [String: [Double]] = [:]
  private var count = 0.0
  private var held: [String: Double] = [:]
  private static let shifts = [0, 5, 10, 15, 20]
  private static let names = [
    "last two readings", "15-minute difference", "line through 15 minutes", "filter, standard",
    "filter, learned", "smoother, learned",
  ]

  init(people: Int, days: Int) {
    for seed in 2001...UInt64(2000 + people) {
      let record = VirtualPatient(seed: seed).simulateWithPlasma(days: days, from: SignalFaults.day)
      add(record.recording.series, record.plasma)
    }
  }

  private mutating func add(_ series: GlucoseSeries, _ plasma: GlucoseSeries) {
    let model = SmoothingModel(learnedFrom: series) ?? .standard
    let results = [
      ("filter, standard", series.filtered()), ("filter, learned", series.filtered(by: model)),
      ("smoother, learned", series.smoothed(by: model)),
    ]
    let start = plasma.times.first ?? 0
    let values = Array(plasma.values)
    let (times, readings) = (Array(series.times), Array(series.values))
    for index in readings.indices.dropFirst(12) where times[index] - times[index - 12] < 3700 {
      let place = Int(((times[index] - start) / 300).rounded())
      guard place >= 6, place + 1 < values.count else { continue }
      func truth(_ shift: Int) -> Double {
        (values[place - shift / 5 + 1] - values[place - shift / 5 - 1]) / 10
      }
      let last = readings[(index - 3)...index].map { $0 }
      var rates = [
        "last two readings": (last[3] - last[2]) / 5,
        "15-minute difference": (last[3] - last[0]) / 15,
        "line through 15 minutes": (3 * (last[3] - last[0]) + last[2] - last[1]) / 50,
      ]
      for (name, result) in results {
        let point = result[index]
        rates[name] = point.mgdLPerMinute
        if abs(point.mgdLPerMinute - truth(0)) < 1.645 * point.mgdLPerMinuteDeviation {
          held[name, default: 0] += 1
        }
      }
      count += 1
      for (name, rate) in rates {
        squares[name, default: 0] += (rate - truth(0)) * (rate - truth(0))
        var sums = shifted[name] ?? Self.shifts.map { _ in 0 }
        for (slot, shift) in Self.shifts.enumerated() {
          sums[slot] += (rate - truth(shift)) * (rate - truth(shift))
        }
        shifted[name] = sums
      }
    }
  }

  func printTable() {
    print("Root mean square errors of rates of change in mg/dL per minute, \(Int(count)) readings")
    for name in Self.names {
      let errors = (shifted[name] ?? []).map { ($0 / count).squareRoot() }
      let best = zip(errors, Self.shifts).min { $0.0 < $1.0 }?.1 ?? 0
      print(
        "  \(name): " + String(format: "%.3f", errors.first ?? .nan)
          + ", least (\(String(format: "%.3f", errors.min() ?? .nan))) against the rate \(best) min before"
          + (held[name].map { String(format: ", 90 %% ranges hold %.1f %%", 100 * $0 / count) }
            ?? ""))
    }
  }
}
