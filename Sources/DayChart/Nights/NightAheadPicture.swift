public import DaySummary
public import GlucoseMath
public import GlucoseFoundation

/// A picture of the probability of low glucose by the hour of the night after bedtime.
///
///     let svg = NightAheadPicture(night, in: zone, unit: .mmolL).svg
///
/// The lines rise from bedtime to the probabilities of the whole night, and a dashed line is at the
/// median time of the first low, if there is one and the last reading is not low. The axis ends at 50
/// or at 100 percent.
public struct NightAheadPicture: ChartPicture, SVGPicture {
  let night: NightForecast
  let zone: TimeZone
  let unit: GlucoseUnit
  package var style: ChartStyle

  /// Creates a picture of a night, with the clock times of `zone`, of at least 320 by 240 points. Its
  /// title has the hours.
  public init(
    _ night: NightForecast, in zone: TimeZone, unit: GlucoseUnit,
    size: PlotSize = PlotSize(width: 640, height: 300), palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings()
  ) {
    self.night = night
    self.zone = zone
    self.unit = unit
    let hours = [night.start, night.end].map { strings.clock(ClockTime($0, in: zone)) }
    style = ChartStyle(
      size, atLeast: PlotSize(width: 320, height: 240), palette, strings,
      strings[.nightAhead] + ", " + hours.joined(separator: "–"))
  }

  package var root: Markup {
    let hours = Double(NightForecast.hours)
    let thresholds = [
      (70.0, night.probabilitiesBelow70, ChartFrame.Stroke(palette.lowAccent, width: 2.5)),
      (54, night.probabilitiesBelow54, ChartFrame.Stroke(palette.veryLowAccent, width: 2.5)),
    ]
    let top: Double = night.probabilityBelow70 > 0.5 ? 100 : 50
    let median = ChartFrame.Stroke(palette.secondaryText, width: 1.5, dashes: "4 3")
    let names = thresholds.map { strings.probability(below: .mgdL($0.0), $0.1.last ?? 0, in: unit) }
    // None if the last reading is low.
    let firstLow =
      night.startsLow
      ? []
      : [
        strings[.likelyLow].replacing(
          "{time}", with: strings.clock(ClockTime(night.likelyTime, in: zone)))
      ]
    let frame = ChartFrame(
      style,
      across: ChartAxis(
        0...hours,
        ticks: ChartAxis.hours(
          from: night.start, hours, every: size.width < 480 ? 2 : 1, in: zone, strings),
        title: strings[.time]),
      up: ChartAxis(0...top, every: top / 5, title: strings[.probability] + ", %", strings),
      legend: zip(names, thresholds).map { ($0, $1.2) } + firstLow.map { ($0, median) })
    let likely = night.likelyTime.timeIntervalSince(night.start) / 3600
    var lines = firstLow.map { _ in
      frame.line([(likely, 0), (likely, top)], median, name: "likely-time")
    }
    for (threshold, probabilities, stroke) in thresholds {
      let first = probabilities.first == 1 ? 100.0 : 0
      let points =
        [(x: 0.0, y: first)]
        + probabilities.enumerated().map {
          (x: Double($0 + 1), y: 100 * $1)
        }
      lines.append(frame.line(points, stroke, name: "below-\(Int(threshold))"))
      lines += points.dropFirst().map { point in
        let end = strings.clock(ClockTime(night.start + 3600 * point.x, in: zone))
        return frame.dot(
          point, stroke.color,
          title: end + ": "
            + strings.probability(below: .mgdL(threshold), point.y / 100, in: unit))
      }
    }
    return frame.root(
      description: (names + firstLow).joined(separator: "; ") + ".",
      marks: [("probabilities", lines)])
  }
}

extension ChartStrings {
  func probability(below threshold: Glucose, _ value: Double, in unit: GlucoseUnit) -> String {
    self[.below].replacing("{glucose}", with: concentration(threshold, in: unit)) + ": "
      + percent(Percentage(fraction: value))
  }
}
