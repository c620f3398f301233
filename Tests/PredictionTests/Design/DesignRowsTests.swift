import GlucoseMath
import Testing

@testable import Prediction

struct RowStreamTests {
  private let map = FeatureMap(
    cadence: .fiveMinutes, detail: .lags, lags: 12, usesTimeOfDay: false)

  private func anchors(
    _ series: GlucoseSeries, leads: [Double] = [1800], _ walk: DesignRows.OriginRange = .init()
  ) -> (levels: [Double], known: [UInt64]) {
    var walk = walk
    var levels: [Double] = []
    var known: [UInt64] = []
    DesignRows(map: map, leads: leads, zone: nil).forEachBlock(
      of: PreparedSeries(series), in: &walk
    ) {
      levels += $0.levels[..<$0.rows]
      known += $0.known[..<$0.rows]
    }
    return (levels, known)
  }

  /// Returns values that identify the position of a reading.
  private func numbered(_ count: Int) throws -> GlucoseSeries {
    try Synthetic.series((0..<count).map { 100 + Double($0) })
  }

  @Test func anAnchorHasAnHourBeforeItAndAnOutcomeAfter() throws {
    // Of 30 readings, the 13th is the first with an hour before it and the 24th the last with 30
    // minutes after it.
    let levels = anchors(try numbered(30)).levels
    #expect(levels == (12...23).map { 100 + Double($0) })
  }

  @Test func windowsDoNotCrossALongGap() throws {
    // Readings 40 to 46 are missing, 40 minutes: the next origin is an hour after them.
    let levels = anchors(try numbered(80).without(40..<47)).levels
    let expected = [Array(12...33), Array(59...73)].joined().map { 100 + Double($0) }
    #expect(levels == expected)
  }

  @Test func historyIsFilledOverAShortGapButOutcomesAreNot() throws {
    // Two readings are missing: origins continue after them, but none has them as an outcome.
    let levels = anchors(try numbered(80).without(40..<42)).levels
    let without = Set([34, 35, 40, 41])
    #expect(levels == (12...73).filter { !without.contains($0) }.map { 100 + Double($0) })
  }

  @Test func aRowMayLackSomeOutcomes() throws {
    let known = anchors(try numbered(40).without(20..<21), leads: [300, 600]).known
    // The outcome after ten minutes is missing at origin 18, and the outcome after five minutes at
    // 19; 38 has no second.
    #expect(known[18 - 12] == 0b01)
    #expect(known[19 - 12] == 0b10)
    #expect(known.last == 0b01)
  }

  @Test func aPartContainsOutcomesOfThatPartOnly() throws {
    let series = try numbered(100)
    let middle = Synthetic.start + 50 * 300
    let early = anchors(series, .init(end: middle)).levels
    let late = anchors(series, .init(start: middle)).levels
    // The hour's history of the later part is in the earlier one.
    #expect(early.last == 143.0)
    #expect(late.first == 150.0)
  }

  @Test func aDenseRecordDoesNotCountTwice() throws {
    let sparse = try numbered(100)
    let dense = try Synthetic.series((0..<496).map { 100 + Double($0) / 5 }, step: 60)
    let (few, many) = (anchors(sparse).levels, anchors(dense).levels)
    #expect(abs(many.count - few.count) <= few.count / 10)
    let gaps = zip(many.dropFirst(), many).map { $0 - $1 }
    #expect(gaps.allSatisfy { $0 > 0.59 && $0 < 1.41 })
  }

  @Test func jitterMovesNoReadingToAnotherStep() throws {
    // A sensor that is up to two seconds, and then up to a minute, early or late.
    var generator = SeededGenerator(seed: 3)
    for jitter in [2.0, 60] {
      let series = try numbered(200).mapped {
        let shift = Double.random(in: -jitter...jitter, using: &generator)
        return Reading(time: $0.time.addingTimeInterval(shift), glucose: $0.glucose)
      }
      let levels = anchors(series).levels
      #expect(levels == (12...193).map { 100 + Double($0) })
    }
  }

  /// Returns the times of day, in hours, of the rows with keys below a fraction.
  private func hours(_ series: GlucoseSeries, _ fraction: Double) -> [Int] {
    var rows = DesignRows(map: map, leads: [1800], zone: nil)
    rows.fraction = fraction
    var (range, hours) = (DesignRows.OriginRange(), [Int]())
    rows.forEachBlock(of: PreparedSeries(series), in: &range) {
      hours += $0.times[..<$0.rows].map { Int($0 / 3600) % 24 }
    }
    return hours
  }

  @Test func aFractionOfRowsIsSpreadOverRecordsAndTimesOfDay() throws {
    let people = try (0..<300).map { person in
      try Synthetic.autoregression(count: 300, seed: 880 + UInt64(person))
    }
    var byHour = [Int](repeating: 0, count: 24)
    var without = 0
    for series in people {
      let hours = hours(series, 0.1)
      without += hours.isEmpty ? 1 : 0
      for hour in hours { byHour[hour] += 1 }
    }
    // 282 rows of each record, 12 an hour: 8,460 rows, 360 of each hour but the first and the last.
    #expect(without == 0 && (8200...8700).contains(byHour.reduce(0, +)))
    #expect(byHour[2...].allSatisfy { (290...440).contains($0) })
    // Selected rows stay selected with a larger fraction, and all rows are selected with one.
    #expect(hours(people[0], 1).count == 282 && hours(people[0], 0).isEmpty)
  }

  /// However many readings there are, a record has its part of the rows that calibrate intervals.
  @Test func intervalsOfAnyNumberOfReadingsAreCalibratedOnEnoughRows() throws {
    let rows = DesignRows(map: map, leads: [1800], zone: nil)
    #expect(rows.calibrating(among: 1000).fraction == 1)
    let few = rows.calibrating(among: 40_000_000)
    let count = try (0..<3000).reduce(0) { count, person in
      var range = DesignRows.OriginRange()
      var own = 0
      few.forEachBlock(
        of: PreparedSeries(try Synthetic.autoregression(count: 120, seed: UInt64(person))),
        in: &range
      ) { own += $0.rows }
      return count + own
    }
    // One of 800 of 306,000 rows.
    #expect((320...445).contains(count))
  }
}
