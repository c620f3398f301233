import GlucoseStudy

extension PretrainedEvaluation {
  var text: String {
    let views: [Condition] =
      [.lastValue, .secondOrderAutoregression] + Condition.byHistoryLength
      + Condition.byHistoryLengthAndType
    let sections: [(String, TextTable)] = [
      (
        "30 min ahead, each study by a model trained on the others. RMSE in mg/dL by the hours of "
          + "readings, for an unknown and for the known type of diabetes; AR2 is the "
          + "second-order autoregression, at 5 minutes only",
        table(["people", "outcomes"] + views.map(\.heading)) { result in
          let outcomes = result.errors(of: .lastValue).map { String($0.count) }
          return [[String(result.backtest.personCount), outcomes] + errors(result, views)]
        }
      ),
      ("Outcomes in the 90 % interval, and its width in mg/dL, by hours of readings", coverage),
      (
        "RMSE in mg/dL of the model personalized with the last readings before the test",
        table(Condition.personalized.map(\.heading)) { [errors($0, Condition.personalized)] }
      ),
      (
        "People whose RMSE is more than 2 % above that of the model as it is, with 8 days of "
          + "readings: personalized with all readings before the test (RMSE of all "
          + "people in mg/dL)", harmed
      ),
      (
        "RMSE in mg/dL further ahead: the last value, AR2, the model with 24 h of readings and "
          + "personalized with all readings before the test; outcomes in its 90 % interval",
        further
      ),
      (
        "RMSE in mg/dL of a model fitted to these readings alone, or of an autoregression if "
          + "they are too few",
        table(Condition.alone.map(\.heading)) { [errors($0, Condition.alone)] }
      ),
      (
        "RMSE in mg/dL of the model, of a model fitted to the first people of the study, and of a "
          + "fit with the model as its prior; as they are, and personalized with all readings "
          + "before the test",
        table(["people"] + Self.cohortPredictors) { result in
          guard let test = result.cohortBacktest else { return [] }
          return [
            [String(test.personCount)]
              + Self.cohortPredictors.map { test.score(of: $0, lead: Self.lead)?.errorText }
          ]
        }
      ),
      (
        "Alarms of AR2 and of the model with 8 days of readings, which raises an "
          + "alarm at the probability", alarms
      ),
    ]
    return sections.map { $0 + "\n\n" + $1.text }.joined(separator: "\n\n")
  }

  private func errors(_ result: StudyResult, _ conditions: [Condition]) -> [String?] {
    conditions.map { result.errors(of: $0)?.errorText }
  }

  /// Returns a table with the rows of each study, of which the first `words` columns are words.
  private func table(
    _ heads: [String], words: Int = 0, _ rows: (StudyResult) -> [[String?]]
  ) -> TextTable {
    TextTable(
      [("study", .left), ("every", .right)]
        + heads.enumerated().map { ($1, $0 < words ? .left : .right) },
      results.flatMap { result in
        rows(result).map {
          [result.study.shownOnTerminal, "\(result.cadence.rawValue) min"] + $0
        }
      })
  }

  private var coverage: TextTable {
    let conditions = Condition.byHistoryLength + Condition.byHistoryLengthAndType
    return table(conditions.flatMap { [$0.heading, "width"] }) { result in
      [
        conditions.flatMap { view -> [String?] in
          let errors = result.errors(of: view)
          return [errors?.coverage?.percentage, errors?.meanWidth?.formatted(places: 0)]
        }
      ]
    }
  }

  private var harmed: TextTable {
    let prior = Condition.pretrained(hours: 192)
    let personalized = Condition.personalized(hours: nil)
    return table(["people", "as it is", "personalized", "RMSE"]) { result in
      let counts = result.worseCount(under: personalized, than: prior)
      return [
        ["\(counts.all)"] + errors(result, [prior]) + ["\(counts.worse)"]
          + errors(result, [personalized])
      ]
    }
  }

  private var further: TextTable {
    table(["ahead"] + Condition.longLeads.map(\.heading) + ["in interval"]) { result in
      guard let test = result.longLeadBacktest else { return [] }
      return test.leads.map { lead in
        let errors = Condition.longLeads.map { test.score(of: $0.id, lead: lead) }
        return ["\(lead.inMinutes.formatted(places: 0)) min"] + errors.map { $0?.errorText }
          + [errors.last??.coverage?.percentage]
      }
    }
  }

  private var alarms: TextTable {
    let shown: [Condition] = [.secondOrderAutoregression] + Condition.byHistoryLength.suffix(1)
    let heads = [
      "alarm", "predictor", "episodes", "false a week", "probability", "caught", "true alarms",
      "warning", "Brier",
    ]
    return table(heads, words: 2) { result in
      result.backtest.alarms.filter { $0.all.episodes > 0 }.compactMap { alarm in
        guard let condition = shown.first(where: { $0.id == alarm.predictor }) else { return nil }
        let reliability = result.backtest.reliabilities.first {
          $0.predictor == alarm.predictor && $0.crossing == alarm.crossing
        }
        return [
          alarm.crossing.text(in: .mgdL) + " mg/dL", condition.heading,
          String(alarm.all.episodes), alarm.all.falseAlarmsPerWeek?.formatted(places: 1),
          reliability == nil ? nil : alarm.cutoff.formatted(places: 2),
          alarm.all.sensitivity?.percentage, alarm.all.precision?.percentage,
          alarm.all.meanLead.map { $0.inMinutes.formatted(places: 1) + " min" },
          reliability?.brierScore?.formatted(places: 4),
        ]
      }
    }
  }
}

extension ForecastErrors {
  fileprivate var errorText: String? { rootMeanSquare?.formatted(places: 2) }
}
