import Foundation
import GlucoseStudy

struct PersonReport {
  let source: InputOptions.Source
  let report: PeriodReport
  let tight: TimeInRanges?
  let population: TargetPopulation?
  let targets: [GlycemicTargetResult]
  let nightAhead: NightForecast?
  /// The measurements of a meter up to the present, if there are no readings of a sensor.
  let meter: GlucoseSeries
  /// A Boolean value that indicates whether the record is as long as a day, of which hours can be stated.
  let coversADay: Bool

  /// Creates the report of a person. Events after `now` are plans, which are left out.
  init(
    _ source: InputOptions.Source, bands: RangeBands, targetsFor population: TargetPopulation?,
    now: Date
  ) {
    let (recording, zone) = (source.subject.recording, source.zone)
    tight = recording.series.statistics(bands: .tight(in: bands.unit))?.timeInRanges
    self.population = population
    targets = population.map { recording.series.targetResults(for: $0, in: bands.unit) } ?? []
    nightAhead = recording.series.nightAhead(at: now, in: zone)
    self.source = source
    meter = source.meterWithoutSensor(until: now)
    // No other readings are expected than those of the record.
    let expected = recording.series.recordRange
    report = recording.periodReport(
      of: recording.allDays(in: zone, until: now), bands: bands, now: recording.series.last?.time,
      until: now, expecting: expected)
    // A local day may have 23 hours.
    coversADay = (expected.map { $0.upperBound.timeIntervalSince($0.lowerBound) } ?? 0) >= 82_000
  }

  private func heading(in unit: GlucoseUnit) -> String? {
    guard let first = report.days.first, let last = report.days.last else { return nil }
    return "\(source.shownName): \(first.day) to \(last.day), days with readings: "
      + "\(report.period.recordedDayCount), \(unit.rawValue), \(source.zone.name)"
  }

  func summary(in unit: GlucoseUnit) -> String {
    guard let heading = heading(in: unit), let overall = report.period.statistics else {
      return "\(source.shownName): no readings."
    }
    let numbers = [
      "readings \(overall.count)", "mean \(overall.mean.text(in: unit)) \(unit.rawValue)",
      overall.standardDeviation.map { "SD \($0.text(in: unit)) \(unit.rawValue)" },
      overall.coefficientOfVariation.map { "CV \($0.formatted(places: 0)) %" },
      managementIndicator(overall),
    ]
    // A duration is not divided at the end of a line.
    let times = timePerDay(overall, unit).map {
      $0.replacing(" h ", with: "\u{A0}h\u{A0}").replacing(" min", with: "\u{A0}min").wrapped()
        .replacing("\u{A0}", with: " ")
    }
    return ([heading, numbers.compactMap { $0 }.joined(separator: ", ").wrapped()] + times)
      .joined(separator: "\n")
  }

  func text(in unit: GlucoseUnit) -> String {
    let days = report.days
    guard let heading = heading(in: unit) else {
      return
        (["\(source.shownName): no readings\(meter.isEmpty ? "" : " of a sensor")."]
        + meterLines(in: unit))
        .joined(separator: "\n")
    }
    var table = TextTable(
      [
        ("day", .left), ("readings", .right), ("coverage", .right), ("min", .right),
        ("mean", .right), ("max", .right), ("SD", .right), ("CV", .right),
      ] + report.bands.bands.map { (title(of: $0, unit), .right) } + [
        ("carbs", .right), ("insulin", .right), ("exercise", .right), ("tags", .left),
      ])
    for day in days {
      table.add(
        [day.day.description] + cells(day.statistics, coverage: day.coverage, unit) + [
          day.nutrition.carbs.map {
            (day.nutrition.mealsWithoutCarbs > 0 ? "≥" : "") + $0.formatted(places: 0) + " g"
          },
          day.insulin.units.map { $0.formatted(places: 1) + " U" },
          day.exercise.count == 0
            ? nil : day.exercise.duration.inMinutes.formatted(places: 0) + " min",
          day.tags.subtracting([.lowEpisode, .highEpisode])
            .map { $0.rawValue.replacing("condition:", with: "") }.sorted().joined(separator: " "),
        ])
    }
    guard let overall = report.period.statistics else {
      let below = meter.isEmpty ? [] : [""] + meterLines(in: unit)
      return ([heading, ""] + table.lines + below).joined(separator: "\n")
    }
    table.add(
      ["all"] + cells(overall, coverage: report.period.coverage, unit) + [nil, nil, nil, ""])
    let summary =
      "\(managementIndicator(overall)), "
      + "median \(report.median?.text(in: unit) ?? "·") \(unit.rawValue)"
    let below =
      [summary] + timePerDay(overall, unit) + tightRange(in: unit) + targetLines + longerSampling
      + (nightAhead.map { [$0.line(in: unit, zone: source.zone)] } ?? [])
    return ([heading, ""] + table.lines + [""] + below).joined(separator: "\n")
  }

  private func meterLines(in unit: GlucoseUnit) -> [String] {
    guard let measured = meter.statistics(bands: report.bands) else { return [] }
    let days = meter.days(in: source.zone)
    guard let first = days.first?.day, let last = days.last?.day else { return [] }
    return [
      "meter: \(measured.count.counted("measurement", "measurements")) on "
        + "\(days.count.counted("day", "days")), \(first) to \(last), lowest "
        + "\(measured.minimum.text(in: unit, measured.minimumFlags)), mean as measured "
        + "\(measured.mean.text(in: unit)), highest "
        + "\(measured.maximum.text(in: unit, measured.maximumFlags)) \(unit.rawValue)",
      "Time in range and the other metrics require the readings of a sensor: measurements at chosen "
        + "times do not represent the time between them.",
    ]
  }

  private func timePerDay(_ statistics: GlucoseStatistics, _ unit: GlucoseUnit) -> [String] {
    guard coversADay else { return [] }
    // The grid has no line between such readings.
    guard source.series.cadence ?? .zero <= .seconds(2700) else {
      return [
        "Most readings are more than 45 minutes apart, as of a meter: percentages are of readings, "
          + "not of time."
      ]
    }
    let bands = report.bands.bands.compactMap { band in
      statistics.timeInRanges[band].map { Self.hours($0) + " in " + title(of: band, unit) }
    }
    return ["time a day: " + bands.joined(separator: ", ")]
  }

  private func tightRange(in unit: GlucoseUnit) -> [String] {
    let edges = RangeBands.tight(in: report.bands.unit)
    let name = edges.low.text(in: unit) + "–" + edges.high.text(in: unit)
    return tight.map { ["tight range \(name): \($0.inRange.text) (no agreed target)"] } ?? []
  }

  private static func hours(_ share: Percentage) -> String {
    let minutes = Int((share.fraction * 1440).rounded())
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  func isMet(_ result: GlycemicTargetResult) -> Bool? {
    report.period.sufficiency.isSufficient ? result.isMet : nil
  }

  private var need: String? {
    let data = report.period.sufficiency
    guard !data.isSufficient else { return nil }
    let days = DataSufficiency.requiredDayCount
    let percent = DataSufficiency.requiredActivePercentage.percent.formatted(places: 0)
    return data.dayCount < days ? "needs \(days) days" : "needs \(percent) % of readings"
  }

  private var longerSampling: [String] {
    let data = report.period.sufficiency
    guard data.isSufficient, !data.longerSampling.isEmpty else { return [] }
    return ["more precise from this number of days: " + data.longerSamplingText]
  }

  private func managementIndicator(_ statistics: GlucoseStatistics) -> String {
    "glucose management indicator "
      + "\(statistics.glucoseManagementIndicator.formatted(places: 1)) %"
      + (need.map { " (\($0))" } ?? "")
  }

  private var targetLines: [String] {
    guard let population, !targets.isEmpty else { return [] }
    let results = targets.map { result in
      let limit = result.target.limit
      let number =
        result.percentage.map { ChartStrings().percent($0, places: 1, beside: limit) } ?? "unknown"
      let verdict = isMet(result).map { $0 ? "met" : "not met" } ?? need ?? "unknown"
      return "\(result.target.measure.title) \(number) "
        + "(\(result.target.limitText): \(verdict))"
    }
    return ["targets for \(population.title): " + results.joined(separator: ", ")]
  }

  private func cells(
    _ statistics: GlucoseStatistics?, coverage: Percentage, _ unit: GlucoseUnit
  ) -> [String?] {
    [
      statistics.map { String($0.count) }, statistics.map { _ in ChartStrings().percent(coverage) },
      statistics.map { $0.minimum.text(in: unit, $0.minimumFlags) },
      statistics?.mean.text(in: unit),
      statistics.map { $0.maximum.text(in: unit, $0.maximumFlags) },
      statistics?.standardDeviation?.text(in: unit),
      statistics?.coefficientOfVariation.map { $0.formatted(places: 0) + " %" },
    ] + report.bands.bands.map { statistics?.timeInRanges[$0]?.text }
  }

  private func title(of band: RangeBand, _ unit: GlucoseUnit) -> String {
    ChartStrings().edges(of: band, of: report.bands, in: unit)
  }
}

extension DataSufficiency {
  var longerSamplingText: String {
    longerSampling.map { "\($0.measure.title) \($0.dayCount)" }.joined(separator: ", ")
  }
}

extension GlycemicTarget.Measure {
  fileprivate var title: String {
    self == .coefficientOfVariation ? "CV" : rawValue.inSnakeCase.inWords
  }
}
