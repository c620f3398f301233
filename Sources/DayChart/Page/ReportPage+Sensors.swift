internal import DaySummary
internal import GlucoseMath
internal import GlucoseSignals
internal import GlucoseFoundation

extension ReportPage {
  var laboratoryTable: [Markup] {
    guard let last = laboratory.last else { return [] }
    let rows = laboratory.map { result -> [String?] in
      let mark = result.sufficiency.isSufficient ? "" : " *"
      let day = report.days.first.map { LocalDay(containing: result.time, in: $0.day.zone) }
      return [
        day.map(strings.date),
        percent(result.laboratory.percent) + ", "
          + strings.decimal(result.laboratory.mmolPerMol, places: 0) + " mmol/mol",
        percent(result.glucoseManagementIndicator) + mark,
        strings.signed(result.difference, places: 1) + mark,
      ]
    }
    let days = (last.range.upperBound.timeIntervalSince(last.range.lowerBound) / 86_400).rounded()
    return [
      table(
        strings[.laboratory],
        [
          strings[.date], strings[.laboratory], strings[.managementIndicator],
          strings[.laboratoryDifference],
        ], rows, isWide: false, scrolls: true),
      note(strings[.laboratoryNote].replacing("{days}", with: strings.decimal(days, places: 0))),
    ]
  }

  func contents(of sensors: SensorComparison) -> [Markup] {
    let agreement = sensors.agreement
    var rows: [[String?]] = [
      [strings[.pairs], "\(agreement.count)"],
      [
        strings[.meanDifference], difference(sensors.meanDifference) + " " + strings.name(of: unit),
      ],
      [
        strings[.limitsOfAgreement],
        sensors.limitsOfAgreement.map { limits in
          difference(limits.lowerBound) + " \(strings[.to]) " + difference(limits.upperBound) + " "
            + strings.name(of: unit)
        },
      ],
      [
        strings[.meanAbsoluteRelativeDifference], percent(agreement.meanAbsoluteRelativeDifference),
      ],
      [
        strings[.precisionAbsoluteRelativeDifference],
        percent(sensors.precisionAbsoluteRelativeDifference),
      ],
      [strings[.within20], strings.percent(agreement.percentageWithin20)],
      [
        strings[.lag],
        sensors.lag.map { strings.signed($0.inMinutes, places: 1) + " " + strings[.minutes] },
      ],
    ]
    if let drift = sensors.drift?.driftPerDay {
      rows.append([strings[.driftPerDay], strings.percent(strings.signed(drift, places: 1))])
    }
    let bandRows = sensors.rows(in: report.bands).reversed().map { row -> [String?] in
      [
        "\(strings.name(of: row.band)), \(strings.edges(of: row.band, of: report.bands, in: unit))",
        "\(row.agreement.count)",
        strings.percent(strings.signed(row.agreement.meanRelativeDifference, places: 1)),
        percent(row.agreement.meanAbsoluteRelativeDifference),
      ]
    }
    let pairs = sensors.pairs.map(\.glucose)
    return [
      Markup(
        "div", ["class": "pair"],
        [
          table(strings[.sensors], [strings[.number], strings[.value]], rows, isWide: false),
          table(
            strings[.sensors],
            [strings[.secondInBand], strings[.pairs], strings[.bias], strings[.mard]],
            bandRows, isWide: false),
        ])
    ]
      + pictures {
        DifferencePicture(pairs, unit: unit, size: Self.daySize($0), strings: strings)
      }
      + [
        ErrorGridPicture(
          pairs, on: .clarke, unit: unit, size: PlotSize(width: 328, height: 380), palette: colors,
          strings: strings
        ).root
      ]
  }

  private func difference(_ glucose: Glucose) -> String {
    strings.signed(glucose.value(in: unit), places: unit == .mmolL ? 1 : 0)
  }
}
