// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import GlucoseKit

  /// How good a prior is on people of a study that it was not learned from, by how much of each person's
  /// own readings it is given.
  struct PretrainedEvaluation {
    private static let lead = Duration.seconds(1800)
    private static let crossings: [ThresholdCrossing] = [.below(.mgdL(70)), .above(.mgdL(180))]
    /// False alarms a week.
    private static let allowed = [7.0, 3]
    /// How many hours of readings the model without own data sees: as a new user has them, and as far as its
    /// features reach.
    private static let viewedHours = [1.0, 3, 6, 24, 192]
    /// What the model is called that sees so many hours.
    private static func name(ofView hours: Double) -> String { "prior, \(Int(hours)) h seen" }
    private static let weekSeen = name(ofView: 192)

    private var errors = TextTable(
      [("study", .left), ("every", .right), ("people", .right), ("outcomes", .right)]
        + [("last value", .right), ("AR2", .right)]
        + OwnData.allCases.map { ($0.heading, .right) } + [(weekSeen, .right)])
    private var views = TextTable(
      [("study", .left), ("every", .right), ("in view", .right), ("RMSE", .right), ("AR2", .right)]
        + [("last value", .right), ("90 % held", .right), ("width", .right)])
    private var alone = TextTable(
      [("study", .left), ("every", .right)]
        + OwnData.alone.map { ($0.heading, .right) })
    private var ranges = TextTable(
      [("study", .left), ("every", .right), ("50 %", .right), ("80 %", .right), ("90 %", .right)]
        + [("95 %", .right), ("width of 90 %", .right), ("90 % with 14 d", .right)])
    private var alarms = TextTable(
      [("study", .left), ("every", .right), ("alarm", .left), ("predictor", .left)]
        + [("episodes", .right), ("false a week", .right), ("likelihood", .right)]
        + [("caught", .right), ("ahead", .right), ("Brier", .right)])

    /// - Parameters:
    ///   - studies: All studies.
    ///   - asked: Those to forecast, each by a model of all others.
    ///   - every: Tests each so many moments only.
    init(_ studies: [PretrainedModels.Study], of asked: [Int], every: Int) throws {
      for left in asked {
        let others = studies.indices.filter { $0 != left }.map { studies[$0] }
        let prior = try Learn.learned(from: others)
        for cadence in SensorCadence.allCases {
          var study = studies[left]
          study.people = study.people.filter { SensorCadence(of: $0) == cadence }
          guard !study.people.isEmpty else { continue }
          guard prior.kinds.contains(where: { $0.cadence == cadence }) else {
            StandardError.print("\(study.name): no other study has such a sensor.")
            continue
          }
          add(study, cadence, Self.test(study, cadence, prior, every))
        }
      }
    }

    /// The tables: root mean square errors in mg/dL, how often ranges hold the outcome, and alarms.
    var text: String {
      """
      30 minutes ahead, each study by a model of the others; RMSE in mg/dL

      \(errors.lines.joined(separator: "\n"))

      The model without own readings, by how many hours of them it sees

      \(views.lines.joined(separator: "\n"))

      AR2: second-order autoregression, at 5 minutes only. A model of the person's own readings alone, or an
      autoregression where they are too few for one

      \(alone.lines.joined(separator: "\n"))

      Of the model without own readings, ranges hold

      \(ranges.lines.joined(separator: "\n"))

      Alarms of the last value, AR2 and the model without own readings, the latter by the probability from which \
      on they sound

      \(alarms.lines.joined(separator: "\n"))
      """
    }

    private static func test(
      _ study: PretrainedModels.Study, _ cadence: SensorCadence, _ prior: PretrainedModels,
      _ every: Int
    ) -> Backtest {
      let zone = study.hasClock ? TimeZone.gmt : nil
      return Backtest(
        of: study.people, at: (1...Int(lead / cadence.step)).map { cadence.step * $0 },
        every: every, alarmsOf: crossings, falseAlarmsPerWeek: allowed
      ) { _, past in
        var predictors: [any Predictor] = [LastValue()]
        if cadence == .fiveMinutes { predictors.append(SecondOrderAutoregression()) }
        // What is at hand at the first forecast tells the kind of sensor.
        guard let model = try? prior.forecaster(for: OwnData.day.of(past), zone: zone) else {
          return predictors
        }
        for hours in viewedHours {
          predictors.append(Limited(name: name(ofView: hours), predictor: model, hours: hours))
        }
        for data in OwnData.allCases {
          predictors.append(
            Limited(
              name: data.heading,
              predictor: data == .none ? model : model.personalized(to: data.of(past)),
              hours: data.lookedBack))
        }
        for data in OwnData.alone {
          predictors.append(
            Limited(
              name: "alone " + data.heading,
              predictor: Self.alone(data.of(past), cadence, zone), hours: data.lookedBack))
        }
        return predictors
      }
    }

    /// A model of these readings alone.
    private static func alone(
      _ own: GlucoseSeries, _ cadence: SensorCadence, _ zone: TimeZone?
    ) -> any Predictor {
      var options = FitOptions()
      options.cadence = cadence
      options.zone = zone
      options.testShare = 0
      guard let model = try? Forecaster.fit([own], options) else {
        return PersonalAutoregression(fittedTo: own, order: cadence == .fiveMinutes ? 6 : 4)
      }
      return model.personalized(to: own)
    }

    private mutating func add(
      _ study: PretrainedModels.Study, _ cadence: SensorCadence, _ test: Backtest
    ) {
      func score(_ name: String) -> ForecastErrors? { test.score(of: name, lead: Self.lead) }
      func error(_ name: String) -> String? { score(name)?.rootMeanSquare?.formatted(places: 2) }
      let rules = [LastValue().name, SecondOrderAutoregression().name]
      let head = [study.name, "\(cadence.rawValue) min"]
      errors.add(
        head + [String(study.people.count), score(rules[0])?.count.description]
          + (rules + OwnData.allCases.map(\.heading) + [Self.weekSeen]).map(error))
      for hours in Self.viewedHours {
        let seen = score(Self.name(ofView: hours))
        views.add(
          head + [
            hours < 100 ? "\(Int(hours)) h" : "\(Int(hours / 24)) d",
            seen?.rootMeanSquare?.formatted(places: 2), error(rules[1]), error(rules[0]),
            seen?.coverage?.asPercentage, seen?.meanWidth?.formatted(places: 0),
          ])
      }
      alone.add(head + OwnData.alone.map { error("alone " + $0.heading) })
      let plain = score(OwnData.none.heading)
      ranges.add(
        head + [0.5, 0.8, 0.9, 0.95].map { plain?.coverage(of: $0)?.asPercentage }
          + [
            plain?.meanWidth?.formatted(places: 0),
            score(OwnData.fortnight.heading)?.coverage?.asPercentage,
          ])
      for crossing in Self.crossings {
        for allowed in Self.allowed {
          for name in rules + [OwnData.none.heading] {
            guard
              let alarm = test.alarm(of: name, for: crossing, maximumFalseAlarmsPerWeek: allowed),
              alarm.all.episodes > 0
            else { continue }
            let calibration = test.reliabilities.first {
              $0.predictor == name && $0.crossing == crossing
            }
            alarms.add(
              head + [
                crossing.text(in: .mgdL), name, String(alarm.all.episodes),
                alarm.all.falseAlarmsPerWeek?.formatted(places: 1),
                calibration == nil ? nil : alarm.cutoff.formatted(places: 2),
                alarm.all.sensitivity?.asPercentage,
                alarm.all.meanLead.map { ($0 / .seconds(60)).formatted(places: 1) + " min" },
                calibration?.brierScore?.formatted(places: 4),
              ])
          }
        }
      }
    }
  }

  /// How much of a person's own readings before the test a model is given.
  private enum OwnData: Int, CaseIterable {
    case none = 0
    case morning = 6
    case day = 24
    case days = 72
    case fortnight = 336
    case all = 1_000_000

    /// Those with which a model is made of them alone.
    static let alone = [OwnData.day, .days, .fortnight, .all]

    var heading: String {
      switch self {
      case .none: "prior"
      case .fortnight: "+ 14 d"
      case .all: "+ all"
      default: "+ \(rawValue) h"
      }
    }

    /// How far back in hours a model may look, whatever else the record holds: a day at least, without which
    /// few of its features are known. What came at this time on the days before it then sees only of its own data.
    var lookedBack: Double { Double(max(rawValue, 26)) }

    /// The last so many hours of a record.
    func of(_ past: GlucoseSeries) -> GlucoseSeries { past.last(hours: Double(rawValue)) }
  }

  extension GlucoseSeries {
    /// The last so many hours.
    fileprivate func last(hours: Double) -> GlucoseSeries {
      guard let end = last?.time else { return self }
      let start = end.addingTimeInterval(-3600 * hours)
      return self[positions: position(ofFirstAtOrAfter: start)..<count]
    }
  }

  /// A predictor under a name of its own that sees no more of the past than so many hours, and whose alarms
  /// go by the probability that it tells.
  private struct Limited: Predictor {
    let name: String
    var predictor: any Predictor
    let hours: Double

    func predictions(after history: GlucoseSeries, at leads: [Duration]) -> [PredictedGlucose]? {
      predictor.predictions(after: history.last(hours: hours), at: leads)
    }

    func answer(
      after history: GlucoseSeries, at leads: [Duration], alarmsOf crossings: [ThresholdCrossing]
    ) -> PredictorOutput? {
      guard
        var answer = predictor.answer(
          after: history.last(hours: hours), at: leads, alarmsOf: crossings)
      else { return nil }
      for index in answer.alarms.indices {
        if let odds = answer.alarms[index].probability { answer.alarms[index].score = odds }
      }
      return answer
    }

    mutating func adapt(to history: GlucoseSeries) {
      predictor.adapt(to: history.last(hours: hours))
    }
  }
#endif
