import GlucoseDiary
import Foundation
import GlucoseMath
import Prediction
import PredictionEvaluation
import GlucoseSimulation

/// Prints what back-tests and fits of cohorts cost, by the number of people: seconds, and the most
/// memory held.
///
///     CohortCost [--days 90] [--every 1] [--learning 1] [--backtest 100,1000] [--model 100,300] [--fit 50,100]
///       [--streamed 50,100] [--left-out 5,10]
///
/// `--every` takes one of so many origins, and `--learning 0` keeps personal models as they are
/// during the test.
@main struct CohortCost {
  static func main() async throws {
    var settings = ["days": [90], "every": [1], "backtest": [100, 1000]]
    var arguments = CommandLine.arguments.dropFirst()
    let others = ["--model", "--fit", "--streamed", "--left-out"]
    if arguments.contains(where: others.contains) {
      settings["backtest"] = []
    }
    while let name = arguments.popFirst() {
      guard name.hasPrefix("--"), let value = arguments.popFirst() else {
        fatalError("Each option has a value.")
      }
      settings[String(name.dropFirst(2))] = value.split(separator: ",").compactMap { Int($0) }
    }
    let days = settings["days"]?.first ?? 90
    row(["work", "people", "days", "forecasts", "seconds", "processor s", "peak MB"])
    for people in settings["backtest"] ?? [] {
      try await backtest(
        people, days: days, every: settings["every"]?.first ?? 1,
        learns: settings["learning"]?.first != 0)
    }
    for people in settings["model"] ?? [] { try await modelTest(people, days: days) }
    for people in settings["fit"] ?? [] { try await fit(people, days: days) }
    for people in settings["streamed"] ?? [] { try await streamedFit(people, days: days) }
    for people in settings["left-out"] ?? [] { try await leaveOneOut(people, days: days) }
  }

  /// Tests the model that ships, made personal, on people who are simulated as their turn comes.
  private static func backtest(_ people: Int, days: Int, every: Int, learns: Bool) async throws {
    let cohort = VirtualPatient.cohort(of: people, seed: 1)
    var options = BacktestOptions(leads: (1...6).map { .seconds(300 * $0) })
    options.originStride = every
    options.crossings = Backtest.standardCrossings(in: .mgdL)
    options.updateInterval = learns ? .seconds(86_400) : nil
    try await measure("back-test", people, days) {
      let test = try await Backtest(of: people, options) {
        Self.recording(cohort[$0], days: days)
      } predictors: { _, past in
        [try Forecaster.pretrained(for: past.series).personalized(to: past), Baseline.lastValue]
      }
      return test.originCount
    }
  }

  private static func fit(_ people: Int, days: Int) async throws {
    let cohort = VirtualPatient.cohort(of: people, seed: 1).map {
      Recording(series: recording($0, days: days).series)
    }
    try await measure("fit", people, days) {
      _ = try await Forecaster.fit(cohort, FitOptions()) { _ in }
      return 0
    }
  }

  /// Fits a model to people who are simulated whenever they are needed, and tests it on them.
  private static func modelTest(_ people: Int, days: Int) async throws {
    let cohort = VirtualPatient.cohort(of: people, seed: 1)
    try await measure("model's test", people, days) {
      try await Backtest.ofModel(of: people) {
        Recording(series: recording(cohort[$0], days: days).series)
      }.originCount
    }
  }

  /// Fits a model to people who are simulated whenever they are needed.
  private static func streamedFit(_ people: Int, days: Int) async throws {
    let cohort = VirtualPatient.cohort(of: people, seed: 1)
    try await measure("streamed fit", people, days) {
      _ = try await Forecaster.fit(of: people) {
        Recording(series: recording(cohort[$0], days: days).series)
      }
      return 0
    }
  }

  private static func leaveOneOut(_ people: Int, days: Int) async throws {
    let cohort = VirtualPatient.cohort(of: people, seed: 1).map {
      Recording(series: recording($0, days: days).series)
    }
    try await measure("leave-one-out", people, days) {
      try await Backtest.ofModel(of: people, by: .leaveOnePersonOut) { cohort[$0] }.originCount
    }
  }

  private static func recording(_ patient: VirtualPatient, days: Int) -> Recording {
    let start = Date(timeIntervalSinceReferenceDate: 725_760_000)
    return patient.simulate(days: days, from: LocalDay(containing: start, in: .gmt))
  }

  private static func measure(
    _ name: String, _ people: Int, _ days: Int, _ work: () async throws -> Int
  ) async throws {
    let (clock, before) = (ContinuousClock.now, usage())
    let forecasts = try await work()
    let seconds = (ContinuousClock.now - clock) / .seconds(1)
    let after = usage()
    row([
      name, "\(people)", "\(days)", "\(forecasts)", String(format: "%.1f", seconds),
      String(format: "%.1f", after.processor - before.processor),
      String(format: "%.0f", after.megabytes),
    ])
  }

  /// The seconds of processor time so far, and the most memory that the process has held.
  private static func usage() -> (processor: Double, megabytes: Double) {
    var usage = rusage()
    getrusage(0, &usage)  // RUSAGE_SELF, whose type differs by platform
    let seconds = [usage.ru_utime, usage.ru_stime].reduce(0.0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
    #if os(Linux)
      return (seconds, Double(usage.ru_maxrss) / 1000)
    #else
      return (seconds, Double(usage.ru_maxrss) / 1e6)
    #endif
  }

  private static func row(_ cells: [String]) {
    print(
      cells.map { $0.padding(toLength: 14, withPad: " ", startingAt: 0) }.joined(separator: " "))
    fflush(nil)
  }
}
