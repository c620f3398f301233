import Foundation
import GlucoseMath
import GlucoseSignals
import GlucoseSimulation

/// How often the drift of a sensor is found by a second one, and how much of a warm-up is found,
/// with known insertions.
///
/// The second sensor is the simulated glucose in plasma 8 minutes earlier with independent normal
/// errors of 6 %, because the simulation wears one sensor.
enum TwoSensors {
  static func printTable(people: Int, firstSeed: UInt64) {
    for slope in [0, 0.005, 0.01, 0.02, 0.04] {
      var (sensors, found, parts, partsFound) = (0, 0, 0, 0)
      for seed in firstSeed..<firstSeed + UInt64(people) {
        let (series, second) = wear(seed, slope: slope)
        guard let difference = SensorDifference(of: series, with: second),
          let drift = difference.driftPerDay, let error = difference.driftError
        else { continue }
        sensors += 1
        if abs(drift) > 2 * error { found += 1 }
        var options = SignalQualityOptions()
        options.secondSensor = second
        let faults = SignalQuality(of: series, in: .gmt, options: options).faults(.drift)
        parts += difference.parts.count
        partsFound += faults.count
      }
      print(
        String(format: "Drift of %.1f %% a day over 10 days: ", 100 * slope)
          + "\(SignalFaults.percent(found, sensors)) of \(sensors) sensors with a drift of more than "
          + "two standard errors, \(SignalFaults.percent(partsFound, parts)) of the parts of six "
          + "hours above 15 %")
    }
    warmUp(people: people, firstSeed: firstSeed)
  }

  /// Returns ten days of a sensor that drifts, and the second sensor.
  private static func wear(
    _ seed: UInt64, slope: Double
  ) -> (series: GlucoseSeries, second: GlucoseSeries) {
    let record = VirtualPatient(seed: seed).simulateWithPlasma(days: 10, from: SignalFaults.day)
    let start = SignalFaults.day.start
    let series = record.recording.series.map { reading in
      let days = reading.time.timeIntervalSince(start) / 86_400
      return Reading(
        time: reading.time, glucose: .mgdL(reading.glucose.mgdL * (1 + slope * days)))
    }
    var random = SplitMix(state: seed)
    let second = record.plasma.map { reading in
      Reading(
        time: reading.time + 480,
        glucose: .mgdL(max(40, reading.glucose.mgdL * (1 + 0.06 * random.normal()))))
    }
    let empty = GlucoseSeries()
    return ((try? GlucoseSeries(series)) ?? empty, (try? GlucoseSeries(second)) ?? empty)
  }

  private static func warmUp(people: Int, firstSeed: UInt64) {
    var faults = SensorFaults.none
    faults.wearDays = 10
    faults.hasWarmUpErrors = true
    var (readings, flagged, others, wrong) = (0, 0, 0, 0)
    for seed in firstSeed..<firstSeed + UInt64(people) {
      let recording = VirtualPatient(seed: seed).simulate(days: 30, from: SignalFaults.day)
      let faulty = faults.applied(to: recording.series, in: .gmt, seed: seed)
      var options = SignalQualityOptions()
      options.sensorStarts = faulty.sensorStarts
      let found = SignalQuality(of: faulty.series, in: .gmt, options: options).faults(.warmUp)
      for reading in faulty.series {
        let isWarmUp = faulty.faults.contains {
          $0.kind == .warmUp && $0.start <= reading.time && reading.time < $0.end
        }
        let isFlagged = found.contains { $0.contains(reading.time) }
        if isWarmUp {
          readings += 1
          if isFlagged { flagged += 1 }
        } else {
          others += 1
          if isFlagged { wrong += 1 }
        }
      }
    }
    print(
      "Warm-up with known insertions: \(SignalFaults.percent(flagged, readings)) of the readings of "
        + "the first half day, \(SignalFaults.percent(wrong, others)) of the others")
  }
}

/// A sequence of random numbers from a seed.
private struct SplitMix {
  var state: UInt64

  mutating func uniform() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return (Double((z ^ (z >> 31)) >> 11) + 0.5) / 9_007_199_254_740_992
  }

  /// The sum of twelve uniform numbers minus six.
  mutating func normal() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + uniform() } }
}
