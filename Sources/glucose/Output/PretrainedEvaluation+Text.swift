#if CommandLine
  import GlucoseStudy

  extension PretrainedEvaluation {
    private static let head: [(String, TextTable.Alignment)] = [
      ("study", .left), ("every", .right),
    ]

    var text: String {
      let personalized = Condition.standard.filter { $0.id.hasPrefix("personalized") }
      let alone = Condition.standard.filter { $0.id.hasPrefix("fit-alone") }
      let sections: [(String, TextTable)] = [
        (
          "30 min ahead, each study by a model trained on the others. RMSE in mg/dL by the hours of "
            + "readings, for an unknown and for the known type of diabetes; AR2 is the "
            + "second-order autoregression, at 5 minutes only", views
        ),
        ("Outcomes in the 90 % interval, and its width in mg/dL, by hours of readings", coverage),
        (
          "RMSE in mg/dL of the model personalized with the last readings before the test",
          table(of: personalized)
        ),
        (
          "People whose RMSE is more than 2 % above that of the model as it is, with 8 days of "
            + "readings: personalized with all readings before the test, and selected (RMSE of all "
            + "people in mg/dL)", harmed
        ),
        (
          "RMSE in mg/dL further ahead: the last value, AR2, the model with 24 h of readings and "
            + "personalized with all readings before the test; outcomes in its 90 % interval",
          further
        ),
        (
          "RMSE in mg/dL of a model fitted to these readings alone, or of an autoregression if "
            + "they are too few", table(of: alone)
        ),
        (
          "RMSE in mg/dL of the model, of a model fitted to the first people of the study, and of a "
            + "fit with the model as its prior; as they are, and personalized with all readings "
            + "before the test", cohorts
        ),
        (
          "Alarms of AR2 and of the model with 8 days of readings, which raises an "
            + "alarm at the probability", alarms
        ),
      ]
      return sections.map { title, table in
        title + "\n\n" + table.lines.joined(separator: "\n")
      }.joined(separator: "\n\n")
    }

    private func cells(_ result: StudyResult) -> [String] {
      [result.study.shownOnTerminal, "\(result.cadence.rawValue) min"]
    }

    private func error(_ result: StudyResult, _ condition: Condition) -> String? {
      result.errors(of: condition)?.rootMeanSquare?.formatted(places: 2)
    }

    private var views: TextTable {
      let conditions: [Condition] =
        [.lastValue, .secondOrderAutoregression] + Condition.byHistoryLength
        + Condition.byHistoryLengthAndType
      var table = TextTable(
        Self.head + [("people", .right), ("outcomes", .right)]
          + conditions.map { ($0.heading, .right) })
      for result in results {
        var row: [String?] = cells(result) + [String(result.backtest.personCount)]
        row.append(result.errors(of: .lastValue).map { String($0.count) })
        row += conditions.map { error(result, $0) }
        table.add(row)
      }
      return table
    }

    private var coverage: TextTable {
      let conditions = Condition.byHistoryLength + Condition.byHistoryLengthAndType
      var table = TextTable(
        Self.head + conditions.flatMap { [($0.heading, .right), ("width", .right)] })
      for result in results {
        var row: [String?] = cells(result)
        for view in conditions {
          let errors = result.errors(of: view)
          row += [errors?.coverage?.percentage, errors?.meanWidth?.formatted(places: 0)]
        }
        table.add(row)
      }
      return table
    }

    private func table(of conditions: [Condition]) -> TextTable {
      var table = TextTable(Self.head + conditions.map { ($0.heading, .right) })
      for result in results {
        let row: [String?] = conditions.map { error(result, $0) }
        table.add(cells(result) + row)
      }
      return table
    }

    private var harmed: TextTable {
      let prior = Condition.pretrained(history: .seconds(192 * 3600))
      let shown: [Condition] = [.personalized(with: nil), .selected]
      var table = TextTable(
        Self.head + [("people", .right), ("as it is", .right)]
          + [("personalized", .right), ("RMSE", .right), ("selected", .right), ("RMSE", .right)])
      for result in results {
        var row: [String?] = cells(result)
        row += [String(result.worseCount(under: prior, than: prior).all), error(result, prior)]
        for condition in shown {
          let counts = result.worseCount(under: condition, than: prior)
          row += ["\(counts.worse)", error(result, condition)]
        }
        table.add(row)
      }
      return table
    }

    private var further: TextTable {
      var table = TextTable(
        Self.head + [("ahead", .right)]
          + Condition.longLeads.map { ($0.heading, .right) } + [("in interval", .right)])
      for result in results {
        guard let test = result.longLeadBacktest else { continue }
        for lead in test.leads {
          let errors = Condition.longLeads.map { test.score(of: $0.id, lead: lead) }
          var row: [String?] = cells(result) + ["\(lead.inMinutes.formatted(places: 0)) min"]
          row += errors.map { $0?.rootMeanSquare?.formatted(places: 2) }
          row.append(errors.last??.coverage?.percentage)
          table.add(row)
        }
      }
      return table
    }

    private var cohorts: TextTable {
      let columns = [false, true].flatMap { isPersonalized in
        CohortModel.allCases.map { ($0, isPersonalized) }
      }
      var table = TextTable(
        Self.head + [("people", .right)]
          + columns.map { model, isPersonalized in
            (model.heading + (isPersonalized ? ", personalized" : ""), .right)
          })
      for result in results {
        guard let test = result.cohortBacktest else { continue }
        let errors = columns.map { model, isPersonalized in
          test.score(of: model.id(isPersonalized: isPersonalized), lead: result.lead)?
            .rootMeanSquare?.formatted(places: 2)
        }
        table.add(cells(result) + [String(test.personCount)] + errors)
      }
      return table
    }

    private var alarms: TextTable {
      var table = TextTable(
        Self.head + [("alarm", .left), ("predictor", .left), ("episodes", .right)]
          + [("false a week", .right), ("probability", .right), ("caught", .right)]
          + [("true alarms", .right), ("warning", .right), ("Brier", .right)])
      let shown: [Condition] = [.secondOrderAutoregression] + Condition.byHistoryLength.suffix(1)
      for result in results {
        for alarm in result.backtest.alarms where alarm.all.episodes > 0 {
          guard let condition = shown.first(where: { $0.id == alarm.predictor }) else { continue }
          let reliability = result.backtest.reliabilities.first {
            $0.predictor == alarm.predictor && $0.crossing == alarm.crossing
          }
          table.add(
            cells(result) + [
              alarm.crossing.text(in: .mgdL) + " mg/dL", condition.heading,
              String(alarm.all.episodes), alarm.all.falseAlarmsPerWeek?.formatted(places: 1),
              reliability == nil ? nil : alarm.cutoff.formatted(places: 2),
              alarm.all.sensitivity?.percentage, alarm.all.precision?.percentage,
              alarm.all.meanLead.map { $0.inMinutes.formatted(places: 1) + " min" },
              reliability?.brierScore?.formatted(places: 4),
            ])
        }
      }
      return table
    }
  }

  extension PretrainedEvaluation.CohortModel {
    fileprivate var heading: String {
      switch self {
      case .pretrained: "model"
      case .fit: "fit"
      case .fitWithPrior: "fit with prior"
      }
    }
  }

  extension PretrainedEvaluation.Condition {
    fileprivate var heading: String {
      func text(_ duration: Duration?) -> String {
        guard let duration else { return "all" }
        let hours = duration / .seconds(3600)
        return hours <= 24
          ? "\(hours.formatted(places: 0)) h" : "\((hours / 24).formatted(places: 0)) d"
      }
      return switch self {
      case .lastValue: "last value"
      case .secondOrderAutoregression: "AR2"
      case .pretrained(let view, let knowsType): text(view) + (knowsType ? ", type" : "")
      case .personalized(let data), .fitAlone(let data): text(data)
      case .selected: "selected"
      }
    }
  }
#endif
