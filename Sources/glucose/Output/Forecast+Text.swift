import Foundation
import GlucoseStudy

extension GlucoseForecast {
  func text(
    in unit: GlucoseUnit, thresholdsIn exactUnit: GlucoseUnit, zone: TimeZone, now: Date
  ) -> String {
    let age = now.timeIntervalSince(origin.time)
    let isNow = age < 60
    var style = Date.ISO8601FormatStyle(timeZone: zone)
    style = style.year().month().day().time(includingFractionalSeconds: false)
      .dateTimeSeparator(.space)
    var table = TextTable([
      ("time", .left), ("ahead", .right), (unit.rawValue, .right), ("interval", .right),
    ])
    table.add([
      origin.time.formatted(style), isNow ? "now" : "0 min",
      origin.glucose.text(in: unit, origin.flags), "",
    ])
    for point in points {
      table.add([
        point.time.formatted(style), minutesAhead(point), point.glucose.text(in: unit),
        point.lower.text(in: unit) + "–" + point.upper.text(in: unit),
      ])
    }
    var promise = "Nominal coverage of the interval: \(nominalCoverage.percentage)"
    if let empiricalCoverage {
      promise +=
        "; measured \(points.last.map { minutesAhead($0) } ?? "") ahead on held-out readings: "
        + empiricalCoverage.percentage
    }
    let reference =
      isNow
      ? []
      : [
        "The last reading is \((age / 60).formatted(places: 0)) min old; times ahead and "
          + "probabilities are from its time."
      ]
    return (table.lines + reference + [(promise + ".").wrapped()] + crossings(in: unit, exactUnit))
      .joined(separator: "\n")
  }

  private func crossings(in unit: GlucoseUnit, _ exactUnit: GlucoseUnit) -> [String] {
    guard let last = points.last else { return [] }
    let likely = Backtest.standardCrossings(in: exactUnit).compactMap { crossing in
      probability(ofCrossing: crossing, within: horizon).map {
        "\(crossing.text(in: unit)): \($0.percentage)"
      }
    }
    guard !likely.isEmpty else { return [] }
    return [
      ("Probability of a reading within \(minutesAhead(last)), thresholds in \(unit.rawValue): "
        + likely.joined(separator: ", ") + ".").wrapped()
    ]
  }

  private func minutesAhead(_ point: Point) -> String {
    (point.time.timeIntervalSince(origin.time) / 60).formatted(places: 0) + " min"
  }
}

extension NightForecast {
  func text(in unit: GlucoseUnit, zone: TimeZone) -> String {
    let thresholds = [70.0, 54].map { "below " + Glucose.mgdL($0).text(in: unit) }
    var table = TextTable([("until", .left)] + thresholds.map { ($0, .right) })
    for hour in byHour {
      table.add([
        "\(ClockTime(hour.until, in: zone))", hour.below70.percentage, hour.below54.percentage,
      ])
    }
    let start = ClockTime(start, in: zone)
    return
      (["Probability of a reading in the night from \(start), in \(unit.rawValue):"]
      + table.lines + [
        startsLow
          ? "The last reading is \(thresholds[0])."
          : "If there is a reading \(thresholds[0]), the first is as likely before as after "
            + "\(ClockTime(likelyTime, in: zone))."
      ]).joined(separator: "\n")
  }

  func line(in unit: GlucoseUnit, zone: TimeZone) -> String {
    let (low, veryLow) = (Glucose.mgdL(70).text(in: unit), Glucose.mgdL(54).text(in: unit))
    return "night ahead, \(ClockTime(start, in: zone)) to "
      + "\(ClockTime(end, in: zone)): probability of a reading "
      + "below \(low) \(unit.rawValue): \(probabilityBelow70.percentage), below \(veryLow) "
      + "\(unit.rawValue): \(probabilityBelow54.percentage); "
      + (startsLow
        ? "the last reading is below \(low) \(unit.rawValue)"
        : "median time of a first low, if any: \(ClockTime(likelyTime, in: zone))")
      + "; from glucose alone"
  }
}

extension ThresholdCrossing {
  func text(in unit: GlucoseUnit) -> String { "\(side.rawValue) \(threshold.text(in: unit))" }
}
