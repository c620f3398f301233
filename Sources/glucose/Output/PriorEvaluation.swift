// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import GlucoseKit

  /// How good a prior is on people of a study that it was not learned from, by how much of each person's
  /// own readings it is given.
  struct PriorEvaluation {
    /// Hours of own readings, those before the test.
    private static let hours = [0, 6, 24, 72, 336]
    private static let lead = Duration.seconds(1800)

    private var errors = TextTable(
      [("study", .left), ("every", .right), ("people", .right), ("outcomes", .right)]
        + [("last value", .right), ("AR2", .right)]
        + hours.map { (Self.heading($0), .right) })
    private var ranges = TextTable(
      [("study", .left), ("every", .right), ("50 %", .right), ("80 %", .right), ("90 %", .right)]
        + [("95 %", .right), ("width of 90 %", .right), ("90 % with 14 d", .right)])

    private static func heading(_ hours: Int) -> String {
      switch hours {
      case 0: "prior"
      case 336: "+ 14 d"
      default: "+ \(hours) h"
      }
    }

    init(_ studies: [Prior.Study], every: Int) throws {
      for left in studies.indices {
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
          add(study, cadence, try Self.test(study, prior, every))
        }
      }
    }

    /// The tables: root mean square errors in mg/dL, and how often ranges hold the outcome.
    var text: String {
      """
      30 minutes ahead, each study by a model of the others; RMSE in mg/dL

      \(errors.lines.joined(separator: "\n"))

      AR2: second-order autoregression, at 5 minutes only. Of the model without own readings, ranges hold

      \(ranges.lines.joined(separator: "\n"))
      """
    }

    private static func test(
      _ study: Prior.Study, _ prior: Prior, _ every: Int
    ) throws -> Backtest {
      let zone = study.hasClock ? TimeZone.gmt : nil
      return Backtest(of: study.people, at: [lead], every: every) { _, past in
        var predictors: [any Predictor] = [LastValue()]
        if let kind = SensorKind(of: past), kind.cadence == .fiveMinutes {
          predictors.append(SecondOrderAutoregression())
        }
        guard let end = past.last?.time else { return predictors }
        // What is at hand at the first forecast tells the kind of sensor.
        let day = past[
          positions: past.position(ofFirstAtOrAfter: end.addingTimeInterval(-86_400))..<past.count]
        guard let model = try? prior.forecaster(for: day, zone: zone) else { return predictors }
        for hours in Self.hours {
          let start = end.addingTimeInterval(Double(-hours) * 3600)
          let own = past[positions: past.position(ofFirstAtOrAfter: start)..<past.count]
          predictors.append(
            Named(
              name: heading(hours), predictor: hours == 0 ? model : model.personalised(to: own)))
        }
        return predictors
      }
    }

    private mutating func add(_ study: Prior.Study, _ cadence: SensorCadence, _ test: Backtest) {
      func score(_ name: String) -> ForecastErrors? { test.score(of: name, lead: Self.lead) }
      let names =
        [LastValue().name, SecondOrderAutoregression().name] + Self.hours.map(Self.heading)
      let head = [study.name, "\(cadence.rawValue) min"]
      errors.add(
        head + [String(study.people.count), score(names[0])?.count.description]
          + names.map { score($0)?.rootMeanSquare?.formatted(places: 2) })
      let plain = score(Self.heading(0))
      ranges.add(
        head + [0.5, 0.8, 0.9, 0.95].map { plain?.coverage(of: $0)?.asPercentage }
          + [
            plain?.meanWidth?.formatted(places: 0),
            score(Self.heading(336))?.coverage?.asPercentage,
          ])
    }
  }

  /// A predictor under a name of its own.
  private struct Named: Predictor {
    let name: String
    let predictor: Forecaster

    func outlooks(after history: GlucoseSeries, at leads: [Duration]) -> [Outlook]? {
      predictor.outlooks(after: history, at: leads)
    }
  }
#endif
