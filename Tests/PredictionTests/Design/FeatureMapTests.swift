import Foundation
import GlucoseMath
import Testing

@testable import Prediction

struct FeatureMapTests {
  private func row(
    _ series: GlucoseSeries, _ map: FeatureMap, at index: Int? = nil, timeOfDay: Double? = nil
  ) -> [Double] {
    var row = [Double](repeating: .nan, count: map.columns)
    var cursor = FeatureMap.Cursor(map)
    var room = row.mutableElementSpan
    map.write(
      PreparedSeries(series), at: index ?? series.count - 1, timeOfDay: timeOfDay,
      cursor: &cursor,
      to: &room, from: 0)
    return row
  }

  @Test(arguments: [
    (SensorCadence.fiveMinutes, FeatureDetail.lags, 12, false, 14),
    (.fiveMinutes, .interactions, 12, false, 34), (.fiveMinutes, .daily, 12, false, 90),
    (.fiveMinutes, .daily, 12, true, 102), (.fifteenMinutes, .daily, 4, true, 86),
  ])
  func writesEveryColumn(
    cadence: SensorCadence, detail: FeatureDetail, lags: Int, clock: Bool, columns: Int
  ) throws {
    let map = FeatureMap(cadence: cadence, detail: detail, lags: lags, usesTimeOfDay: clock)
    #expect(map.columns == columns)
    #expect(map.layout.blocks.count == columns)
    let series = try Synthetic.autoregression(count: 60, seed: 1, step: cadence.seconds)
    let row = row(series, map, timeOfDay: 0.3)
    #expect(row.allSatisfy { $0.isFinite })
  }

  @Test func aSteadyRiseGivesTheFeaturesWorkedByHand() throws {
    // Up 2 mg/dL every five minutes, now 180: level (180 − 130) / 50 = 1, each change 2 / 10.
    let values = (0...12).map { 156 + 2 * Double($0) }
    let map = FeatureMap(
      cadence: .fiveMinutes, detail: .interactions, lags: 12, usesTimeOfDay: false)
    let row = row(try Synthetic.series(values), map)
    #expect(row[0] == 1 && row[1] == 1)
    #expect(row[2..<14].allSatisfy { abs($0 - 0.2) < 1e-12 })
    // Level times the slope over 15 minutes, 6 mg/dL in units of 10 √3; no acceleration.
    #expect(abs(row[14 + 3] - 6 / (10 * 3.0.squareRoot())) < 1e-12)
    #expect(abs(row[14 + 5]) < 1e-12)
  }

  @Test func aJumpOfTheSensorIsBoundedInProducts() throws {
    // From 100 to 400 in five minutes: level 5.4 and slope 30 are clipped to 3 and 3.5 in their
    // product.
    let values = (0...12).map { $0 < 12 ? 100.0 : 400 }
    let map = FeatureMap(
      cadence: .fiveMinutes, detail: .interactions, lags: 12, usesTimeOfDay: false)
    let row = row(try Synthetic.series(values), map)
    #expect(abs(row[1] - 5.4) < 1e-12 && row[2] == 30)
    #expect(row[14] == 9 && row[14 + 2] == 10.5)
  }

  @Test func spreadsAreThoseOfTheLastHours() throws {
    // Thirty hours: 100 except for the last two, which are 150.
    let values = (0..<360).map { $0 < 336 ? 100.0 : 150 }
    let map = FeatureMap(cadence: .fiveMinutes, detail: .daily, lags: 12, usesTimeOfDay: false)
    let row = row(try Synthetic.series(values), map)
    let spreads = Array(row[34..<40])
    // Over two hours the mean is 150 and the variance 0, which is shrunk to 25 by three readings of
    // 15² in addition to 24.
    #expect(abs(spreads[0]) < 1e-9 && abs(spreads[1] - 25.0.squareRoot() / 30) < 1e-9)
    // Then 24 of 72 readings, and of 288, are 50 above the others; one and a half readings of the
    // mean of the shorter window and three of one and a half times its variance are added.
    let (few, some) = (1.5 / 12, 3.0 / 12)
    var (mean, variance) = (150.0, 25.0)
    for (position, hours) in [(2, 6.0), (4, 24)] {
      let share = 2 / hours
      let own = 100 + 50 * share
      let shrunken = (hours * own + few * mean) / (hours + few)
      let squares =
        share * (150 - shrunken) * (150 - shrunken)
        + (1 - share) * (100 - shrunken) * (100 - shrunken)
      variance =
        (hours * squares + few * (mean - shrunken) * (mean - shrunken) + some * 1.5 * variance)
        / (hours + some)
      mean = shrunken
      #expect(abs(spreads[position] - (mean - 150) / 50) < 1e-9)
      #expect(abs(spreads[position + 1] - variance.squareRoot() / 30) < 1e-9)
    }
  }

  @Test func harmonicsAreThoseOfTheTimeOfDay() throws {
    let series = try Synthetic.series((0...12).map { _ in 130 })
    let map = FeatureMap(cadence: .fiveMinutes, detail: .daily, lags: 12, usesTimeOfDay: true)
    let row = row(series, map, timeOfDay: 0.1)
    for harmonic in 1...3 {
      let angle = 2 * Double.pi * 0.1 * Double(harmonic)
      #expect(abs(row[44 + 2 * harmonic - 2] - sin(angle)) < 1e-12)
      #expect(abs(row[44 + 2 * harmonic - 1] - cos(angle)) < 1e-12)
    }
  }

  @Test func rowsWrittenInPassingEqualRowsWrittenAlone() throws {
    let series = try Synthetic.autoregression(count: 700, seed: 2)
    let map = FeatureMap(cadence: .fiveMinutes, detail: .daily, lags: 12, usesTimeOfDay: true)
    let stream = DesignRows(map: map, leads: [300], zone: .gmt)
    var walk = DesignRows.OriginRange()
    var rows: [[Double]] = []
    stream.forEachBlock(of: PreparedSeries(series), in: &walk) { block in
      for row in 0..<block.rows {
        rows.append(Array(block.features[row * map.columns..<(row + 1) * map.columns]))
      }
    }
    for (position, index) in [(0, 12), (300, 312), (600, 612)] {
      let time = Synthetic.start + Double(index) * 300
      let alone = row(series, map, at: index, timeOfDay: DesignRows.timeOfDay(time))
      #expect(rows[position] == alone)
    }
  }
}
