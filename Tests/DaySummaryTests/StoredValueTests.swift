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

  @Test func clockTimesAreWithinADay() throws {
    try check(
      ClockTime(day.start, in: day.zone),
      refuses: ["hour": "24", "hour": "-1", "minute": "60", "minute": "-1"])
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
