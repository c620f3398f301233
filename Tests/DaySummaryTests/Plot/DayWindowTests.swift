// SPDX-License-Identifier: Apache-2.0

import DaySummary
import Diary
import Foundation
import GlucoseMath
import Testing

struct DayWindowTests {
  @Test func barsAreOfTheDaysThatHaveReadingsFromOneRead() throws {
    let day = try Samples.shortDay()
    let readings = [-4, -3, -1, 0, 2].flatMap { offset in
      let start = day.advanced(by: offset).start
      return [5.0, 7, 12].enumerated().map { index, value in
        Reading(
          time: start.addingTimeInterval(Double(index) * 300),
          glucose: .mmolL(value + Double(offset)))
      }
    }
    let counting = CountingHistory(Recording(series: try GlucoseSeries(readings)))
    let window = try counting.window(around: day)
    #expect(counting.seriesReads == 1)
    #expect(window.bars.map(\.offset) == [-3, -1, 0, 2])
    #expect(window.bars.map(\.day) == [-3, -1, 0, 2].map { day.advanced(by: $0) })
    let bar = window.bars[2]
    #expect(bar.minimum == .mmolL(5) && bar.maximum == .mmolL(12))
    #expect(abs(bar.mean.mmolL - 8) < 1e-9)
    #expect(abs(bar.coverage - 0.25 / 23) < 1e-9)
  }
}
