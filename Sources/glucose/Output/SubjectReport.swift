// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import GlucoseKit

  /// A person's days and their sum, as the report command shows them.
  struct SubjectReport {
    let subject: String
    let file: String
    let zone: TimeZone
    let report: PeriodReport

    init(_ source: InputOptions.Source, _ zone: TimeZone, bands: RangeBands) throws {
      let recording = source.subject.recording
      subject = source.name
      file = source.file
      self.zone = zone
      report = try recording.periodReport(
        recording.recordedDays(in: zone), bands: bands, now: recording.series.last?.time)
    }

    /// A heading, the table and a line of what concerns the whole period.
    func text(in unit: GlucoseUnit) -> String {
      let days = report.days
      guard let first = days.first, let last = days.last else {
        return "\(subject.shownOnTerminal): no readings."
      }
      let heading =
        "\(subject.shownOnTerminal): \(first.day) to \(last.day), days with readings: \(report.period.daysWithReadings), "
        + "\(unit.rawValue), \(zone.identifier)"
      var table = TextTable(
        [
          ("day", .left), ("readings", .right), ("covers", .right), ("min", .right),
          ("mean", .right), ("max", .right), ("SD", .right), ("CV", .right),
        ] + report.bands.bands.map { (title(of: $0, unit), .right) } + [
          ("carbs", .right), ("insulin", .right), ("exercise", .right), ("tags", .left),
        ])
      for day in days {
        table.add(
          [day.day.description] + cells(day.statistics, coverage: day.coverage, unit) + [
            day.nutrition.carbs.map { $0.formatted(places: 0) + " g" },
            day.insulin.units.map { $0.formatted(places: 1) + " U" },
            day.exercise.count == 0
              ? nil : (day.exercise.duration / .seconds(60)).formatted(places: 0) + " min",
            day.tags.subtracting([.hypoEpisode, .hyperEpisode])
              .map { $0.rawValue.replacing("condition:", with: "") }.sorted().joined(
                separator: " "),
          ])
      }
      guard let overall = report.period.statistics, let coverage = report.coverage else {
        return ([heading, ""] + table.lines).joined(separator: "\n")
      }
      table.add(["all"] + cells(overall, coverage: coverage, unit) + [nil, nil, nil, ""])
      let indicator = overall.glucoseManagementIndicator.formatted(places: 1)
      let summary =
        "glucose management indicator \(indicator) %, "
        + "median \(report.median?.text(in: unit) ?? "·") \(unit.rawValue)"
      return ([heading, ""] + table.lines + ["", summary]).joined(separator: "\n")
    }

    private func cells(
      _ statistics: GlucoseStatistics?, coverage: Double, _ unit: GlucoseUnit
    ) -> [String?] {
      [
        statistics.map { String($0.count) },
        statistics.map { _ in (100 * coverage).formatted(places: 0) + " %" },
        statistics?.minimum.text(in: unit), statistics?.mean.text(in: unit),
        statistics?.maximum.text(in: unit), statistics?.standardDeviation?.text(in: unit),
        statistics?.coefficientOfVariation.map { $0.formatted(places: 0) + " %" },
      ] + report.bands.bands.map { statistics?.shares[$0]?.asPercentage }
    }

    /// The band's edges: "<54", "54–70", "70–180", "180–250", ">250".
    private func title(of band: RangeBand, _ unit: GlucoseUnit) -> String {
      switch report.bands.edges(of: band) {
      case (nil, let upper?): "<" + upper.text(in: unit)
      case (let lower?, nil): ">" + lower.text(in: unit)
      case (let lower?, let upper?): lower.text(in: unit) + "–" + upper.text(in: unit)
      case (nil, nil): band.rawValue
      }
    }
  }
#endif
