import GlucoseStudy

extension NightEvaluation {
  var text: String {
    var sections: [(String, TextTable)] = []
    for design in Design.allCases {
      for threshold in Self.thresholds {
        let low =
          "below \(threshold.formatted(places: 0)) mg/dL, bedtime 23:00, \(design.phrase)"
        let measures =
          "Nights with a reading \(low): area under the curve, sensitivity at a specificity of "
          + "91.6 %, and what the model gains"
        sections.append((measures, self.measures(design, below: threshold)))
        sections.append(("By tenths of the nights, \(low)", tenths(design, below: threshold)))
      }
    }
    sections.append(("Time of the first reading below 70 mg/dL, mean absolute error in h", times))
    let byHour =
      "Area under the curve by bedtime, below 70 mg/dL, \(Design.leaveOneStudyOut.phrase)"
    sections.append((byHour, hours))
    return sections.map { $0 + "\n\n" + $1.text }.joined(separator: "\n\n")
  }

  private func measures(_ design: Design, below threshold: Double) -> TextTable {
    let all = ([nil] + studies.indices.map(Optional.some)).flatMap { study -> [[String?]] in
      guard let comparison = comparison(design, below: threshold, study: study) else { return [] }
      let counts = [comparison.people, comparison.nights, comparison.lows].map(String.init)
      return comparison.results.map { result in
        [study.map { studies[$0].shownOnTerminal } ?? "all"] + counts + [
          result.predictor.rawValue, result.area.text, result.areaGain?.text,
          result.sensitivity.text, result.sensitivityGain?.text,
        ]
      }
    }
    return TextTable(
      [
        ("study", .left), ("people", .right), ("nights", .right), ("lows", .right),
        ("predictor", .left), ("area", .right), ("gain of area", .right),
        ("sensitivity", .right), ("gain of sensitivity", .right),
      ], all)
  }

  private func tenths(_ design: Design, below threshold: Double) -> TextTable {
    TextTable(
      [("probability", .right), ("observed", .right)],
      reliability(design, below: threshold).map {
        [$0.expected.formatted(places: 3), $0.observed.text]
      })
  }

  private var times: TextTable {
    TextTable(
      [
        ("nights", .left), ("lows", .right), ("model", .right), ("constant", .right),
        ("gain", .right),
      ],
      Design.allCases.compactMap { design in
        timeErrors(design).map {
          [
            design.phrase, String($0.nights), $0.model.formatted(places: 2),
            $0.constant.formatted(places: 2), $0.gain.text,
          ]
        }
      })
  }

  private var hours: TextTable {
    TextTable(
      [("bedtime", .left), ("nights", .right), ("lows", .right)]
        + Predictor.allCases.map { ($0.rawValue, .right) },
      Self.bedtimes.compactMap { bedtime in
        comparison(.leaveOneStudyOut, below: 70, bedtime: bedtime).map { row in
          ["\(bedtime % 24):00", String(row.nights), String(row.lows)]
            + row.results.map { $0.area.text }
        }
      })
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
  fileprivate var text: String {
    let bounds = interval.map {
      " (\($0.lowerBound.formatted(places: 3)) to \($0.upperBound.formatted(places: 3)))"
    }
    return value.formatted(places: 3) + (bounds ?? "")
  }
}
