#if CommandLine
  import GlucoseStudy

  extension NightEvaluation {
    var text: String {
      var sections: [(String, TextTable)] = []
      for design in Design.allCases {
        for threshold in Self.thresholds {
          let low =
            "below \(threshold.formatted(places: 0)) mg/dL, bedtime 23:00, \(design.phrase)"
          sections.append(
            (
              "Nights with a reading \(low): area under the curve, sensitivity at a specificity of "
                + "91.6 %, and what the model gains",
              measures(design, below: threshold)
            ))
          sections.append(("By tenths of the nights, \(low)", tenths(design, below: threshold)))
        }
      }
      sections.append(("Time of the first reading below 70 mg/dL, mean absolute error in h", times))
      sections.append(
        (
          "Area under the curve by bedtime, below 70 mg/dL, \(Design.leaveOneStudyOut.phrase)",
          hours
        )
      )
      return sections.map { $0.0 + "\n\n" + $0.1.lines.joined(separator: "\n") }
        .joined(separator: "\n\n")
    }

    private func measures(_ design: Design, below threshold: Double) -> TextTable {
      var table = TextTable([
        ("study", .left), ("people", .right), ("nights", .right), ("lows", .right),
        ("predictor", .left), ("area", .right), ("gain of area", .right), ("sensitivity", .right),
        ("gain of sensitivity", .right),
      ])
      for study in [nil] + studies.indices.map(Optional.some) {
        guard let comparison = comparison(design, below: threshold, study: study) else { continue }
        for result in comparison.results {
          let counts = [comparison.people, comparison.nights, comparison.lows].map(String.init)
          table.add(
            [study.map { studies[$0].shownOnTerminal } ?? "all"] + counts + [
              result.predictor.rawValue, result.area.text, result.areaGain?.text,
              result.sensitivity.text, result.sensitivityGain?.text,
            ])
        }
      }
      return table
    }

    private func tenths(_ design: Design, below threshold: Double) -> TextTable {
      var table = TextTable([("probability", .right), ("observed", .right)])
      for tenth in reliability(design, below: threshold) {
        table.add([tenth.expected.formatted(places: 3), tenth.observed.text])
      }
      return table
    }

    private var times: TextTable {
      var table = TextTable([
        ("nights", .left), ("lows", .right), ("model", .right), ("constant", .right),
        ("gain", .right),
      ])
      for design in Design.allCases {
        guard let errors = timeErrors(design) else { continue }
        table.add([
          design.phrase, String(errors.nights), errors.model.formatted(places: 2),
          errors.constant.formatted(places: 2), errors.gain.text,
        ])
      }
      return table
    }

    private var hours: TextTable {
      var table = TextTable(
        [("bedtime", .left), ("nights", .right), ("lows", .right)]
          + Predictor.allCases.map { ($0.rawValue, .right) })
      for bedtime in Self.bedtimes {
        guard let row = comparison(.leaveOneStudyOut, below: 70, bedtime: bedtime) else { continue }
        table.add(
          ["\(bedtime % 24):00", String(row.nights), String(row.lows)]
            + row.results.map { $0.area.text })
      }
      return table
    }
  }

  extension NightEvaluation.Design {
    fileprivate var phrase: String {
      switch self {
      case .leaveOneStudyOut: "each study by a model of the others"
      case .withinPeople: "the last 30 % of each person's nights"
      }
    }
  }

  extension NightEvaluation.Estimate {
    /// The value with its interval of 95 percent.
    fileprivate var text: String {
      let bounds = interval.map {
        " (\($0.lowerBound.formatted(places: 3)) to \($0.upperBound.formatted(places: 3)))"
      }
      return value.formatted(places: 3) + (bounds ?? "")
    }
  }
#endif
