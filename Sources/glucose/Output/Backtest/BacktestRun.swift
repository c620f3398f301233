// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import GlucoseKit

  /// A back-test of the model and the simple rules on the recordings of one cadence.
  struct BacktestRun: Encodable {
    /// The people, in the order in which ``result`` numbers them.
    let people: [String]
    /// The cadence of the recordings and of the model.
    let cadence: SensorCadence
    /// What came of it.
    let result: Backtest
    private let horizon: Duration

    private enum CodingKeys: String, CodingKey { case people, cadence, result }

    /// A run for each cadence among the recordings; those of none are told and left out.
    static func all(
      _ sources: [InputOptions.Source], in zone: TimeZone, horizon: Duration
    ) throws -> [BacktestRun] {
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
          runs.append(try BacktestRun(group, cadence: cadence, in: zone, horizon: horizon))
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
      horizon: Duration
    ) throws {
      guard horizon / cadence.step == (horizon / cadence.step).rounded() else {
        throw Failure(
          .refused,
          "no back-test. Forecasts of \(sources[0].shownName) come in steps of \(cadence.rawValue) "
            + "minutes.")
      }
      var options = FitOptions()
      options.horizon = horizon
      options.zone = zone
      options.cadence = cadence
      let series = sources.map(\.subject.recording.series)
      var progress = Progress(of: series.count)
      defer { progress.end() }
      do throws(FitError) {
        let model = try Forecaster.fit(series, options)
        result = Backtest(of: series, at: model.leads) { person, past in
          progress.show(person, sources[person].shownName)
          var predictors: [any Predictor] = [model.personalised(to: past), model]
          if cadence == .fiveMinutes { predictors.append(SecondOrderAutoregression()) }
          return predictors + [Momentum(), LinearExtrapolation(), LastValue()]
        }
      } catch {
        let name = error.record.map { sources[$0].shownName + ": " } ?? ""
        throw Failure(.refused, "no back-test. \(name)\(error)")
      }
      people = sources.map(\.name)
      self.cadence = cadence
      self.horizon = horizon
    }

    /// The table at the horizon, for all together and, if asked for, a block for each person.
    func text(byPerson: Bool) -> String {
      let minutes = (horizon / .seconds(60)).formatted(places: 0)
      let count = result.score(of: "model", lead: horizon)?.count ?? 0
      let heading =
        "People: \(people.count), with readings every \(cadence.rawValue) minutes; \(count) forecasts "
        + "\(minutes) minutes ahead, errors in mg/dL"
      var table = TextTable([
        ("person", .left), ("predictor", .left), ("RMSE", .right), ("MAE", .right),
        ("MARD", .right), ("bias", .right), ("in 90 % range", .right), ("width", .right),
      ])
      let groups: [Int?] = [nil] + (byPerson ? people.indices.map { $0 } : [])
      for person in groups {
        for score in result.scores where score.person == person && score.lead == horizon {
          let errors = score.errors
          table.add([
            person.map { people[$0].shownOnTerminal } ?? "all", score.predictor,
            errors.rootMeanSquare?.formatted(places: 2), errors.meanAbsolute?.formatted(places: 2),
            errors.meanAbsoluteRelative.map { $0.formatted(places: 1) + " %" },
            errors.bias?.formatted(places: 2), errors.coverage?.asPercentage,
            errors.meanWidth?.formatted(places: 0),
          ])
        }
      }
      return ([heading, ""] + table.lines).joined(separator: "\n")
    }
  }
#endif
