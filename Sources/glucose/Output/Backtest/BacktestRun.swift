// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import GlucoseKit
  import Synchronization

  /// A back-test of the model and the simple rules on the recordings of one cadence.
  struct BacktestRun {
    /// The people, in the order in which ``result`` numbers them.
    let people: [String]
    /// The cadence of the recordings and of the model.
    let cadence: SensorCadence
    /// What the model may have learned from.
    let design: BacktestDesign
    /// What came of it.
    let result: Backtest
    /// How far ahead the model looked.
    let horizon: Duration
    /// The forecasts of one person's last day, or `nil` if there was none.
    let day: ForecastDay?
    /// What personal models forecast at some moments of the tests, and what came; none unless asked for.
    let pairs: [GlucosePair]

    /// A run for each cadence among the recordings; those of none are told and left out.
    static func all(
      _ sources: [InputOptions.Source], in zone: TimeZone, horizon: Duration,
      by design: BacktestDesign = .chronological, learningEvery interval: Duration? = nil,
      loss: Loss = .squared, timing: Bool = false, drawing: Bool = false
    ) async throws -> [BacktestRun] {
      for source in sources where SensorCadence(of: source.subject.recording.series) == nil {
        StandardError.print(
          "\(source.shownName): left out, for its readings are too few or too far apart.")
      }
      var runs: [BacktestRun] = []
      var failures: [Failure] = []
      for cadence in SensorCadence.allCases {
        let group = sources.filter { SensorCadence(of: $0.subject.recording.series) == cadence }
        guard !group.isEmpty else { continue }
        do {
          runs.append(
            try await BacktestRun(
              group, cadence: cadence, in: zone, horizon: horizon, by: design,
              learningEvery: interval, loss: loss, timing: timing, drawing: drawing))
        } catch let failure as Failure {
          failures.append(failure)
        }
      }
      guard !runs.isEmpty else {
        throw failures.first ?? Failure(.refused, "no back-test. There is no recording for one.")
      }
      for failure in failures { StandardError.print("glucose: " + failure.sentence) }
      return runs
    }

    private init(
      _ sources: [InputOptions.Source], cadence: SensorCadence, in zone: TimeZone,
      horizon: Duration, by design: BacktestDesign, learningEvery interval: Duration?,
      loss: Loss, timing: Bool, drawing: Bool
    ) async throws {
      guard horizon / cadence.step == (horizon / cadence.step).rounded() else {
        throw Failure(
          .refused,
          "no back-test. Forecasts of \(sources[0].shownName) come in steps of \(cadence.rawValue) "
            + "minutes.")
      }
      if design == .leaveOnePersonOut, sources.count < 2 {
        throw Failure(.refused, "no back-test. Leaving one person out takes two or more.")
      }
      var options = FitOptions()
      options.horizon = horizon
      options.zone = zone
      options.cadence = cadence
      options.loss = loss
      options.usesEvents = true
      let recordings = sources.map(\.subject.recording)
      let series = recordings.map(\.series)
      let longest = series.indices.max { series[$0].count < series[$1].count } ?? 0
      let errorPairs =
        drawing ? ErrorPairs(of: series, share: options.testShare, horizon: horizon) : nil
      let notes = Mutex(Notes(ofLongest: nil, pairs: [:], progress: Progress(of: series.count)))
      notes.withLock {
        $0.progress.show(0, "fitting to \(series.count) recordings", isLong: true)
      }
      defer { notes.withLock { $0.progress.end() } }
      let start = Self.processorSeconds
      do {
        result = try await Backtest(
          ofModelForRecordings: recordings, options, by: design, learningEvery: interval,
          // Of a single task the processor time is that of the fit.
          tasks: timing ? 1 : nil
        ) { person, personal in
          if timing, person == 0 {
            let seconds = Self.processorSeconds - start
            StandardError.print("fitted in \(seconds.formatted(places: 3)) s")
          }
          let pairs = errorPairs?.pairs(of: personal, on: series[person])
          notes.withLock {
            $0.progress.show($0.pairs.count, "testing on " + sources[person].shownName)
            $0.pairs[person] = pairs ?? []
            if person == longest { $0.ofLongest = personal }
          }
        }
      } catch let error as FitError {
        let name = error.record.map { sources[$0].shownName + ": " } ?? ""
        throw Failure(.refused, "no back-test. \(name)\(error)")
      }
      let found = notes.withLock { $0 }
      people = sources.map(\.name)
      pairs = series.indices.flatMap { found.pairs[$0] ?? [] }
      self.cadence = cadence
      self.design = design
      self.horizon = horizon
      day = found.ofLongest.flatMap {
        ForecastDay(of: series[longest], called: sources[longest].shownName, by: $0, in: zone)
      }
    }

    /// What is kept of each person's test as it begins, several at once.
    private struct Notes {
      var ofLongest: Forecaster?
      var pairs: [Int: [GlucosePair]]
      var progress: Progress
    }

    /// The processor time of this process in seconds; POSIX counts it in millionths.
    private static var processorSeconds: Double { Double(clock()) / 1_000_000 }

    /// The minutes ahead.
    var minutes: String { (horizon / .seconds(60)).formatted(places: 0) }

    /// What was tested, as a line.
    var heading: String {
      let count = result.score(of: "last value", lead: horizon)?.count ?? 0
      return "People: \(people.count), with readings every \(cadence.rawValue) minutes; "
        + "\(count) forecasts \(minutes) minutes ahead, errors in mg/dL, \(design.rawValue)"
    }

    /// The leads worth a line: 15, 30, 45 and 60 minutes up to the horizon, and the horizon itself.
    var shownLeads: [Duration] {
      result.leads.filter {
        $0 == horizon || ($0 / .seconds(900)) == ($0 / .seconds(900)).rounded()
      }
    }

    /// The tables at the horizon, for all together and, if asked for, a block for each person.
    func text(byPerson: Bool) -> String {
      var blocks = [heading, accuracy(byPerson: byPerson).lines.joined(separator: "\n")]
      blocks.append(
        "How close forecasts came, in percent of them, and how far they lag behind\n\n"
          + zones.lines.joined(separator: "\n"))
      blocks.append(
        "How often the ranges of the personal model held the outcome\n\n"
          + coverage.lines.joined(separator: "\n"))
      blocks.append(
        "What alarms catch in the \(minutes) minutes before, at the same rate of false ones\n\n"
          + alarms.lines.joined(separator: "\n"))
      return blocks.joined(separator: "\n\n")
    }
  }
#endif
