import Foundation
import GlucoseMath
import GlucoseSignals
import GlucoseSimulation

/// Prints how many simulated faults of a sensor are found, how often a fault is found without one,
/// the errors of rates of change, and the time that a year of readings takes.
///
///     SignalFaults [people, by default 100] [days, by default 30]
///
/// The people have other seeds than those whose recordings the detectors were fitted to and
/// compared on.
@main struct SignalFaults {
  static let day = LocalDay(containing: Date(timeIntervalSinceReferenceDate: 725_760_000), in: .gmt)

  /// The seeds that no detector was fitted to or designed with begin here.
  private static let firstSeed: UInt64 = 5001

  static func main() throws {
    let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    let (people, days) = (numbers.first ?? 100, numbers.dropFirst().first ?? 30)
    faults(people: people, days: days)
    TwoSensors.printTable(people: min(people, 40), firstSeed: firstSeed)
    RateErrors(people: min(people, 40), days: min(days, 14)).printTable()
    try times()
  }

  /// The kind of fault that a simulated fault is found as. A simulated compression low has the shape that
  /// is searched, so that finding it is no evidence.
  static let kinds: [SimulatedFault.Kind: SignalFault.Kind] = [
    .noise: .noise, .jump: .jump, .stuck: .stuck,
  ]

  private static func faulty(_ seed: UInt64, days: Int) -> (
    series: GlucoseSeries, faults: [SimulatedFault], sensorStarts: [Date]
  ) {
    let recording = VirtualPatient(seed: seed).simulate(days: days, from: day)
    return SensorFaults().applied(to: recording.series, in: .gmt, seed: seed)
  }

  private struct Count {
    var (truths, found) = (0, 0)
    /// Faults that were found, those of another kind, and those without any fault.
    var (detections, otherKind, withoutFault) = (0, 0, 0)
  }

  private static func faults(people: Int, days: Int) {
    for threshold in [0.2, 0.5, 0.8] {
      var counts: [SignalFault.Kind: Count] = [:]
      for seed in firstSeed..<firstSeed + UInt64(people) {
        let faulty = faulty(seed, days: days)
        let found = SignalQuality(of: faulty.series, in: .gmt).faults
          .filter { $0.score >= threshold }
        for truth in faulty.faults {
          guard let kind = kinds[truth.kind], faulty.series[truth.start..<truth.end].count > 1
          else {
            continue
          }
          let isFound = found.contains { $0.kind == kind && agree($0, truth) }
          counts[kind, default: Count()].truths += 1
          if isFound { counts[kind, default: Count()].found += 1 }
        }
        for fault in found {
          let truths = faulty.faults.filter { fault.start < $0.end && fault.end >= $0.start }
          counts[fault.kind, default: Count()].detections += 1
          if truths.isEmpty {
            counts[fault.kind, default: Count()].withoutFault += 1
          } else if !truths.contains(where: { kinds[$0.kind] == fault.kind && agree(fault, $0) }) {
            counts[fault.kind, default: Count()].otherKind += 1
          }
        }
      }
      print("Score of at least \(threshold), \(people) people, \(days) days each")
      for kind in SignalFault.Kind.allCases {
        guard let count = counts[kind] else { continue }
        print(
          "  \(kind.rawValue): \(count.found) of \(count.truths) found "
            + "(\(percent(count.found, count.truths)))"
            + "; \(count.detections) detections, \(count.otherKind) in a fault of another kind, "
            + "\(count.withoutFault) without a fault, "
            + String(format: "%.4f a day", Double(count.withoutFault) / Double(people * days)))
      }
    }
  }

  private static func agree(_ fault: SignalFault, _ truth: SimulatedFault) -> Bool {
    truth.kind == .jump
      ? abs(fault.start.timeIntervalSince(truth.start)) < 1200
      : fault.start < truth.end && fault.end >= truth.start
  }

  static func percent(_ part: Int, _ whole: Int) -> String {
    whole == 0 ? "–" : String(format: "%.1f %%", 100 * Double(part) / Double(whole))
  }

  private static func times() throws {
    let year = VirtualPatient(seed: 3).simulate(days: 365, from: day).series
    var minutes: [Reading] = []
    for (reading, next) in zip(year, year.dropFirst()) where next.time < reading.time + 400 {
      for minute in 0..<5 {
        let share = Double(minute) / 5
        let value = reading.glucose.mgdL * (1 - share) + next.glucose.mgdL * share
        minutes.append(
          Reading(
            time: reading.time + Double(60 * minute),
            glucose: .mgdL((value + Double((minutes.count * 13) % 5) - 2).rounded())))
      }
    }
    let dense = try GlucoseSeries(minutes)
    for (name, series) in [("5 min", year), ("1 min", dense)] {
      let model = SmoothingModel(learnedFrom: series) ?? .standard
      time("\(name), \(series.count) readings: learn") {
        SmoothingModel(learnedFrom: series)?.noise
      }
      time("  filter") { series.filtered(by: model).count }
      time("  smooth") { series.smoothed(by: model).count }
      time("  quality") { SignalQuality(of: series, in: .gmt).faults.count }
      time("  status") { series.signalStatus(at: day.start + 86_400 * 200, in: .gmt)?.score }
    }
  }

  private static func time<Result>(_ name: String, _ work: () -> Result) {
    let runs = (0..<5).map { _ in
      let start = ContinuousClock.now
      withExtendedLifetime(work()) {}
      return (ContinuousClock.now - start) / .seconds(1)
    }
    print(name, String(format: "%.2f ms", 1000 * runs.sorted()[2]))
  }
}
