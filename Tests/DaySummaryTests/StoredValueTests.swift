// SPDX-License-Identifier: Apache-2.0

import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

/// Decoding enforces the preconditions of initializers and the invariants of computations.
struct StoredValueTests {
  private let day: LocalDay
  init() throws { day = try Samples.plainDay() }

  /// Expects that coding doesn't change `value` and that decoding each of `spoiled` fails.
  private func check<Value: Codable & Equatable>(
    _ value: Value, refuses spoiled: KeyValuePairs<String, String>
  ) throws {
    #expect(try HostileJSON.stored(value) == value)
    for (path, json) in spoiled {
      #expect(throws: DecodingError.self, "\(Value.self).\(path): \(json)") {
        _ = try HostileJSON.stored(value, setting: path, to: json)
      }
    }
  }

  private func lowDay() throws -> Recording {
    let values = (0..<288).map { (50..<80).contains($0) ? 55.0 : 120 }
    return Recording(
      series: try ValidatedReadings(
        times: values.indices.map {
          day.start.timeIntervalSinceReferenceDate + Double($0) * 300
        }, values: values
      ).series,
      events: [Samples.meal("m", at: day.time(hour: 8), carbs: 30)])
  }

  @Test func clockTimesAreWithinADay() throws {
    try check(
      ClockTime(day.start, in: day.zone),
      refuses: ["hour": "24", "hour": "-1", "minute": "60", "minute": "-1"])
    try check(
      TimeGrouping.weekdayAndHour.slots[30],
      refuses: ["weekday": "0", "weekday": "8", "startHour": "24", "endHour": "0", "endHour": "25"])
  }

  @Test func episodesEndAfterTheyStart() throws {
    let episode = try #require(
      try lowDay().episodes(of: day...day, bands: .consensus(in: .mgdL)).first)
    try check(
      episode,
      refuses: [
        "end": "-1e12", "id.start": "1e30", "id.start": "1e12", "extreme": "\"nan\"",
      ])
    try check(episode.id, refuses: ["start": "1e300", "excursion": "\"sideways\""])
    #expect(episode.id.description.hasPrefix("low@"))
  }

  @Test func decodedPlotsCanBeResized() throws {
    let plot = try lowDay().plot(
      of: day, now: day.time(hour: 12), options: DayPlotOptions(unit: .mmolL))
    try check(
      plot,
      refuses: [
        "layout.dotRadius": "0", "layout.preferredDotRadius": "-1", "layout.spacing": "-1",
        "layout.axisMaximum": "0", "layout.size.width": "0", "axis.step": "0", "axis.top": "0",
        "axis.top": "1e300", "axis.step": "\"nan\"", "current.mgdLPerMinute": "\"nan\"",
        "layout.marks.0.position.x": "\"inf\"",
      ])
    try check(
      DayPlotOptions(unit: .mmolL, maximumGap: .seconds(900), maximumAge: .seconds(900)),
      refuses: [
        "dotRadius": "0", "dotRadius": "\"nan\"", "maximumGap": "[0,0]", "maximumGap": "0",
        "staleAfter": "1e16",
      ])
    try check(
      try lowDay().surroundingDays(around: day),
      refuses: ["before": "-1", "after": "-1", "before": "9223372036854775807"])
  }

  /// Durations are stored in seconds; earlier versions stored the pair of integers of `Duration`.
  @Test func durationsAreStoredInSeconds() throws {
    func check<Value: Codable & Equatable>(
      _ value: Value, _ path: String, _ seconds: String, pair: String
    ) throws {
      for json in [seconds, pair] {
        #expect(try HostileJSON.stored(value, setting: path, to: json) == value)
      }
      let stored = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
      let key = try #require(path.split(separator: ".").last)
      #expect(stored.contains("\"\(key)\":\(seconds)"))
    }
    let pair = "[48,14556284461941522432]"
    let options = DayPlotOptions(
      unit: .mmolL, maximumGap: .seconds(900), maximumAge: .seconds(900))
    try check(options, "maximumGap", "900", pair: pair)
    try check(options, "staleAfter", "900", pair: pair)
    let plain = DayPlotOptions(unit: .mmolL)
    #expect(try HostileJSON.stored(plain) == plain)
    let reading = Reading(time: day.start, glucose: .mgdL(100))
    try check(
      CurrentGlucose(reading: reading, age: .seconds(900), isStale: false, mgdLPerMinute: -1),
      "age", "900", pair: pair)
    let series = try GlucoseSeries(
      [-15.0, 0, 15].map {
        Reading(time: day.time(hour: 8) + $0 * 60, glucose: .mgdL(100 + $0))
      })
    let meal = Samples.meal("m", at: day.time(hour: 8), carbs: 30)
    let next = Samples.meal("n", at: day.time(hour: 8) + 1800, carbs: 30)
    let response = try #require(
      Recording(series: series, events: [meal, next]).response(to: meal))
    try check(response, "timeToPeak", "900", pair: pair)
    try check(response, "followed", "1800", pair: "[97,10665824850173493248]")
    try check(response, "course.0.sinceMeal", "-900", pair: "[-49,3890459611768029184]")
  }

  @Test func layoutOfAnOlderFormHasItsStoredRadius() throws {
    let layout = try lowDay().plot(of: day, options: DayPlotOptions(unit: .mmolL)).layout
    var object = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(layout)) as? [String: Any])
    object["preferredDotRadius"] = nil
    object["spacing"] = nil
    object["clock"] = nil
    var marks = try #require(object["marks"] as? [[String: Any]])
    marks[0]["placedTime"] = nil
    object["marks"] = marks
    let old = try JSONDecoder().decode(
      EventLayout.self, from: JSONSerialization.data(withJSONObject: object))
    #expect(old == layout)
  }

  @Test func forecastHasAnIntervalAtEachPoint() throws {
    let start = day.time(hour: 12)
    let forecast = GlucoseForecast(
      origin: Reading(time: start, glucose: .mgdL(100)),
      points: [
        GlucoseForecast.Point(
          time: start.addingTimeInterval(300), glucose: .mgdL(100), lower: .mgdL(90),
          upper: .mgdL(110))
      ], nominalCoverage: 0.9)
    let plot = try #require(
      try lowDay().plot(of: day, forecast: forecast, options: DayPlotOptions(unit: .mmolL)).forecast
    )
    try check(plot, refuses: ["lower": "[]", "upper": "[]", "path": "[]", "last.lower": "200"])
  }

  @Test func patternsHaveObservedDays() throws {
    let first = try #require(LocalDay(year: 2025, month: 3, day: 3, in: .gmt))
    let readings = (0..<21).flatMap { offset in
      (0..<48).map { half in
        Reading(
          time: first.advanced(by: offset).start.addingTimeInterval(Double(half) * 1800),
          glucose: .mmolL(offset % 3 == 0 && half / 2 == 4 ? 3.2 : 6))
      }
    }
    let history = Recording(series: try GlucoseSeries(readings))
    let pattern = try #require(
      history.patterns(of: first...first.advanced(by: 20), bands: .consensus(in: .mgdL)).first)
    try check(
      pattern,
      refuses: [
        "observedDays": "0", "affectedDays": "-1", "affectedDays": "22", "probability": "1.1",
        "shareElsewhere": "\"nan\"", "slot.startHour": "99",
      ])
  }

  @Test func resizedPlotKeepsTheRequestedRadius() throws {
    let events = (0..<60).map { Samples.meal("\($0)", at: day.time(hour: 12), carbs: 50) }
    let options = DayPlotOptions(
      unit: .mmolL, size: PlotSize(width: 200, height: 100), dotRadius: 9)
    let plot = DayPlot(day, series: GlucoseSeries(), events: events, options: options)
    // Many simultaneous meals are drawn smaller; in a larger plot, they have the requested radius.
    #expect(plot.layout.dotRadius < 9 && plot.layout.preferredDotRadius == 9)
    let few = DayPlot(day, series: GlucoseSeries(), events: [events[0]], options: options)
    #expect(few.resized(to: PlotSize(width: 800, height: 400)).layout.dotRadius == 9)
    #expect(few.resized(to: PlotSize(width: 800, height: 400), dotRadius: 5).layout.dotRadius == 5)
    let wide = PlotSize(width: 20_000, height: 400)
    #expect(plot.resized(to: wide).layout.dotRadius == 9)
    #expect(plot.resized(to: wide).resized(to: options.size) == plot)
    let spaced = EventLayout(
      events, on: day, size: options.size, dotRadius: 4, spacing: 3, axisMaximum: .mmolL(20))
    #expect(spaced.resized(to: wide).spacing == 3)
    #expect(
      spaced.resized(to: wide)
        == EventLayout(
          events, on: day, size: wide, dotRadius: 4, spacing: 3, axisMaximum: .mmolL(20)))
  }
}
