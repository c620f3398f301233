import GlucoseMath
import Testing

@testable import Prediction

struct FeatureLayoutTests {
  private func layout(_ detail: FeatureDetail, landmarks: Int = 0) -> FeatureLayout {
    FeatureLayout(
      detail: detail, lags: 12, usesTimeOfDay: true, usesEvents: true, landmarks: landmarks)
  }

  @Test func everyColumnBelongsToOneBlock() {
    let all = layout(.kernel, landmarks: 7)
    let ranges = [
      all.constant..<all.constant + 1, all.level..<all.level + 1, all.changes, all.interactions,
      all.windows, all.clock, all.variability, all.seasonal, all.history, all.events, all.kernel,
    ]
    #expect(ranges.map(\.count) == [1, 1, 12, 20, 10, 12, 26, 4, 16, 48, 7])
    #expect(ranges.flatMap { Array($0) } == Array(0..<all.count))
    #expect(all.blocks.count == all.count && all.countWithoutKernel == all.count - 7)
    #expect(all.withoutEvents == Array(0..<102) + Array(150..<157))
    #expect(all.levelPowers == [1, 14, 15, 87, 94])
  }

  @Test func aDetailsColumnsAreTheFirstOfALargerOne() {
    let all = layout(.kernel, landmarks: 7)
    for (detail, count) in [(FeatureDetail.lags, 14), (.interactions, 34), (.daily, 150)] {
      let part = layout(detail)
      #expect(part.count == count && part.blocks == Array(all.blocks[..<count]))
      #expect(part.changes == all.changes && part.kernel.isEmpty)
    }
    #expect(layout(.interactions).events.isEmpty && layout(.lags).levelPowers == [1])
  }

  /// A row with a view of some hours equals the row of a record that begins there.
  @Test(arguments: [1.0, 3, 6, 24, 60])
  func aRowOfAViewIsThatOfARecordThatBeginsThere(hours: Double) throws {
    let series = try Synthetic.autoregression(count: 1500, seed: 3).without(1188..<1190)
    let map = FeatureMap(cadence: .fiveMinutes, detail: .daily, lags: 12, usesTimeOfDay: true)
    let whole = PreparedSeries(series)
    for index in [900, 1100, 1195, 1201, 1220, 1400] {
      let now = series.times[index]
      let first = series.times.partitioningIndex { $0 >= now - hours * 3600 }
      let begun = PreparedSeries(series[positions: first..<index + 1])
      guard begun.hasHistory(of: map.history, at: index - first) else { continue }
      func row(_ record: PreparedSeries, _ index: Int, from start: Double) -> [Double] {
        var row = [Double](repeating: .nan, count: map.columns)
        var cursor = FeatureMap.Cursor(map)
        var room = row.mutableElementSpan
        map.write(
          record, at: index, viewStart: start, timeOfDay: DesignRows.timeOfDay(now),
          cursor: &cursor, to: &room, from: 0)
        return row
      }
      let seen = row(whole, index, from: now - hours * 3600)
      for (one, other) in zip(seen, row(begun, index - first, from: -.infinity)) {
        #expect(abs(one - other) < 1e-9)
      }
    }
  }
}
