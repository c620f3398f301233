import Foundation
import GlucoseMath
import Testing

@testable import Prediction

struct HistoryViewsTests {
  private static let keys = Result {
    DesignRows.RowKeys(try Synthetic.autoregression(count: 30, seed: 419), step: 300)
  }

  private func features(_ rows: DesignRows, _ series: GlucoseSeries) -> [Double] {
    var (walk, features) = (DesignRows.OriginRange(), [Double]())
    rows.forEachBlock(of: PreparedSeries(series), in: &walk) {
      features += $0.features[..<($0.rows * rows.map.columns)]
    }
    return features
  }

  @Test func eachLengthHasItsFractionForAnyStride() throws {
    let keys = try Self.keys.get()
    for every in [1, 2, 3, 5, 6, 12, 288] {
      var counts: [Double: Int] = [:]
      let rows = 20_000
      for row in 0..<rows {
        let time = Synthetic.start + Double(row * every) * 300
        counts[DesignRows.Views.calibration.length(at: time, keys), default: 0] += 1
      }
      #expect(counts.count == 6)
      for (length, count) in counts {
        let share = length == .infinity ? 0.5 : 0.1
        #expect(abs(Double(count) / Double(rows) - share) < 0.015)
      }
    }
  }

  /// Twelve percent of the rows that a model is fitted to have a shortened view.
  @Test func trainingShortensTwelvePercentOfViews() throws {
    let keys = try Self.keys.get()
    var counts: [Double: Int] = [:]
    let rows = 50_000
    for row in 0..<rows {
      let time = Synthetic.start + Double(row) * 300
      counts[DesignRows.Views.training.length(at: time, keys), default: 0] += 1
    }
    #expect(Set(counts.keys) == [3600, 10_800, 21_600, 43_200, 86_400, .infinity])
    for (length, count) in counts {
      let share = length == .infinity ? 0.88 : 0.024
      #expect(abs(Double(count) / Double(rows) - share) < 0.005)
    }
  }

  @Test func modelsAreFittedAndCalibratedWithShortViews() throws {
    var options = FitOptions()
    options.detail = .daily
    let rows = FitStatistics(cadence: .fiveMinutes, options).rows
    #expect(rows.views == .training)
    #expect(rows.calibrating(among: 200_000).views == .calibration)
    #expect(rows.calibrating(among: 200_000).fraction == 0.25)
    // Half of the rows of a fraction, as the pretraining selects them, too.
    let part = rows.calibrating(fraction: 0.5)
    #expect(part.views == .calibration && part.fraction == 0.5)
    // A view of the last hours changes the features of the day.
    let series = try Synthetic.autoregression(count: 600, seed: 422)
    var whole = rows
    whole.views = .whole
    #expect(features(rows, series) != features(whole, series))
    #expect(features(rows.calibrating(fraction: 1), series) != features(rows, series))
  }

  @Test func aJitterOfLessThanHalfAStepChangesNothing() throws {
    let (views, keys) = (DesignRows.Views.training, try Self.keys.get())
    for step in 0..<1000 {
      let time = Synthetic.start + Double(step) * 300
      for jitter in [-149.0, 149] {
        #expect(views.length(at: time + jitter, keys) == views.length(at: time, keys))
        #expect(keys.key(at: time + jitter) == keys.key(at: time))
      }
    }
    #expect(DesignRows.Views.whole.length(at: 0, keys) == .infinity)
  }

  /// Records that start at the same time have different rows with shortened views, so that each hour
  /// of a study's first day has its fraction.
  @Test func recordsHaveViewsOfTheirOwn() throws {
    let lengths = try [430, 431].map { (seed: UInt64) in
      let keys = DesignRows.RowKeys(
        try Synthetic.autoregression(count: 30, seed: seed), step: 300)
      return (0..<200).map {
        DesignRows.Views.calibration.length(at: Synthetic.start + Double($0) * 300, keys)
      }
    }
    #expect(zip(lengths[0], lengths[1]).count { $0 != $1 } > 100)
  }

  /// A row with a view of three hours is the row of a record that began three hours before.
  @Test func cutRowsAreThoseOfRecordsThatBeginThere() throws {
    let series = try Synthetic.autoregression(count: 1500, seed: 420).without(700..<703)
    let map = FeatureMap(cadence: .fiveMinutes, detail: .daily, lags: 12, usesTimeOfDay: true)
    var rows = DesignRows(map: map, leads: [300], zone: .gmt)
    rows.views = .calibration
    let keys = DesignRows.RowKeys(series, step: 300)
    var walk = DesignRows.OriginRange()
    var cut = 0
    rows.forEachBlock(of: PreparedSeries(series), in: &walk) { block in
      for row in 0..<block.rows {
        let now = block.times[row]
        let length = rows.views.length(at: now, keys)
        let index = series.times.partitioningIndex { $0 >= now }
        let first = series.times.partitioningIndex { $0 >= now - length }
        let begun = PreparedSeries(series[positions: first..<index + 1])
        guard begun.hasHistory(of: map.history, at: index - first) else { continue }
        if first > 0 { cut += 1 }
        var alone = [Double](repeating: .nan, count: map.columns)
        var cursor = FeatureMap.Cursor(map)
        var room = alone.mutableElementSpan
        map.write(
          begun, at: index - first, timeOfDay: DesignRows.timeOfDay(now), cursor: &cursor,
          to: &room, from: 0)
        let seen = block.features[row * map.columns..<(row + 1) * map.columns]
        for (one, other) in zip(seen, alone) { #expect(abs(one - other) < 1e-9) }
      }
    }
    #expect(cut > 500)
  }

  @Test func aModelOfTheLastHourDoesNotDependOnTheView() throws {
    let series = try Synthetic.autoregression(count: 400, seed: 421)
    let map = FeatureMap(
      cadence: .fiveMinutes, detail: .interactions, lags: 12, usesTimeOfDay: false)
    let whole = DesignRows(map: map, leads: [300])
    #expect(features(whole, series) == features(whole.calibrating(fraction: 1), series))
  }
}
