import Foundation
import GlucoseStudy

struct BacktestRuns {
  var horizons: [Duration] = [.seconds(1800)]
  var design = BacktestDesign.chronological
  /// The interval between updates of personal models, as additional predictors.
  var updateInterval: Duration?
  var usesPretrainedModel = true
  /// Whether to print the processor time of the fit, which then uses one core.
  var printsTiming = false
  var models: PretrainedModels?
  var drawsPictures = false
  /// The unit in which the thresholds of alarms are exact for recordings that state none.
  var unit: GlucoseUnit?

  /// Returns a report for each cadence. Recordings without enough readings are left out.
  func reports(on sources: [InputOptions.Source], in zone: TimeZone) async throws
    -> [BacktestReport]
  {
    for source in sources where SensorCadence(of: source.series) == nil {
      StandardError.print(
        "\(source.shownName): left out; the readings are too few or too far apart.")
    }
    var reports: [BacktestReport] = []
    var failures: [CommandFailure] = []
    for cadence in SensorCadence.allCases {
      let group = sources.filter { SensorCadence(of: $0.series) == cadence }
      guard !group.isEmpty else { continue }
      do {
        reports.append(try await report(on: group, cadence, in: zone))
      } catch let failure as CommandFailure {
        failures.append(failure)
      }
    }
    guard !reports.isEmpty else {
      throw failures.first ?? CommandFailure(.refused, "no back-test: no recording is suitable.")
    }
    for failure in failures { StandardError.print("glucose: " + failure.sentence) }
    return reports
  }

  private func report(
    on sources: [InputOptions.Source], _ cadence: SensorCadence, in zone: TimeZone
  ) async throws -> BacktestReport {
    for horizon in horizons {
      guard horizon / cadence.step == (horizon / cadence.step).rounded() else {
        throw CommandFailure(
          .refused,
          "no back-test: --minutes must be multiples of \(cadence.rawValue) for "
            + "\(sources[0].shownName).")
      }
    }
    if design == .leaveOnePersonOut, sources.count < 2 {
      throw CommandFailure(
        .refused, "no back-test: \(design.rawValue) requires two or more people.")
    }
    var options = FitOptions()
    options.zone = zone
    options.cadence = cadence
    (options.usesEvents, options.usesPretrainedModel) = (true, usesPretrainedModel)
    let people = sources.map {
      BacktestReport.Person(name: $0.name, recording: $0.subject.recording, study: $0.study)
    }
    let names = sources.map(\.shownName)
    // In a mixed group, the thresholds are exact in mg/dL.
    let thresholdUnit: GlucoseUnit =
      sources.allSatisfy { $0.unit ?? unit == .mmolL } ? .mmolL : .mgdL
    let printsTiming = printsTiming
    let start = Self.processorSeconds
    let line = Lock(ProgressLine(of: people.count))
    line.withLock { $0.show(0, "fitting to \(people.count) recordings", isLong: true) }
    defer { line.withLock { $0.end() } }
    do {
      return try await BacktestReport(
        of: people, options, at: horizons, by: design, updateInterval: updateInterval,
        alarmsOf: Backtest.standardCrossings(in: thresholdUnit), testing: models, in: zone,
        drawsPictures: drawsPictures,
        // With one task, the processor time before the first test is the time of the fit.
        tasks: printsTiming ? 1 : nil
      ) { fraction in
        line.withLock { $0.show(fraction: fraction, "back-testing \(names.count) recordings") }
      } begin: { person in
        guard printsTiming, person == 0 else { return }
        let seconds = Self.processorSeconds - start
        line.withLock {
          $0.end()
          StandardError.print("fitted in \(seconds.formatted(places: 3)) s")
        }
      }
    } catch let error as FitError {
      let sentence = error.record.map { error.description(of: names[$0]) } ?? "\(error)"
      throw CommandFailure(.refused, "no back-test: \(sentence.asClause)")
    }
  }

  /// The processor time of this process in seconds, from POSIX units of one millionth.
  private static var processorSeconds: Double { Double(clock()) / 1_000_000 }
}
