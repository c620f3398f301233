import Foundation
import GlucoseCohort
import GlucoseMath
import GlucoseTestSupport
import Testing

/// The mean amplitude of glycemic excursions, by hand, by property and beside R iglu's algorithm.
@Suite struct MAGETests {
  /// A grid of five minutes that bridges no gap, with `nil` where a cell is missing.
  static func grid(
    _ values: [Double?], _ convention: MetricConvention,
    from start: Double = MetricRecords.midnight + 300, bridging minutes: Int = 5
  ) throws -> DayGrid {
    let known = values.enumerated().compactMap { index, value in
      value.map { (start + Double(index) * 300, $0) }
    }
    let series = try ValidatedReadings(times: known.map(\.0), values: known.map(\.1)).series
    return try #require(
      series.dayGrid(
        in: .gmt, convention: convention, interval: .seconds(300),
        maximumGap: .seconds(minutes * 60)))
  }

  // MARK: By hand

  /// Means over 2 and 5 cells cross at 160 and at the second 200. The fall to 140 at the end is not
  /// followed by another crossing: turning points are 200, 100 and 200, the deviation is 39.3.
  @Test(arguments: [MetricConvention.clinical, .iglu])
  func noTurningPointFollowsTheLastStretch(convention: MetricConvention) throws {
    let grid = try Self.grid([180, 200, 120, 160, 120, 100, 200, 200, 140], convention)
    let segment = try #require(grid.mageSegments(shortWindow: 2, longWindow: 5).first)
    #expect(segment.rise == .mgdL(100) && segment.fall == .mgdL(100))
    #expect(segment.startsWithRise == false)
  }

  /// The means cross at the cells 9, 10 and 11. They change their sides at the cells 4 and 6 as
  /// well, but only because missing cells left the windows. Turning points are 100, 160, 100 and
  /// 150, the deviation is 22.0.
  @Test(arguments: [MetricConvention.clinical, .iglu])
  func aCrossingLiesBetweenNeighborsThatHaveValues(convention: MetricConvention) throws {
    let grid = try Self.grid(
      [130, 110, nil, nil, 140, nil, 130, 100, 160, 100, 100, 150, 150, 120], convention)
    let segment = try #require(grid.mageSegments(shortWindow: 2, longWindow: 5).first)
    #expect(segment.rise == .mgdL(55) && segment.fall == .mgdL(60))
  }

  /// The sign changes while cells are missing and stays: it counts at the second cell that follows.
  @Test(arguments: [MetricConvention.clinical, .iglu])
  func aSignThatChangedAcrossMissingCellsCounts(convention: MetricConvention) throws {
    let level: [Double?] = Array(repeating: 100, count: 8)
    let high: [Double?] = Array(repeating: 200, count: 8)
    let gap: [Double?] = Array(repeating: nil, count: 3)
    let slope: [Double?] = [110, 130, 150, 170, 190]
    let fall: [Double?] = [190, 170, 150, 130, 110]
    let up: [Double?] = [105] + level + slope + high
    let down: [Double?] = gap + fall + level
    let grid = try Self.grid(up + down, convention)
    let segment = try #require(grid.mageSegments(shortWindow: 2, longWindow: 5).first)
    #expect(segment.rise == .mgdL(100) && segment.fall == .mgdL(100))
  }

  /// A level start, then 200 and 40. The means over 1 and 4 cells are equal on the level, part at
  /// the cell 6 and cross at the cell 10, after a cell at which they are equal again.
  @Test func aLevelStartIsALevelToRiseFrom() throws {
    let level = [Double?](repeating: 100, count: 6)
    let values = level + [120, 160, 200, 160, 120, 100, 80, 60, 50, 40]
    let grid = try Self.grid(values, .clinical)
    let segment = try #require(grid.mageSegments(shortWindow: 1, longWindow: 4).first)
    #expect(segment.rise == .mgdL(100) && segment.fall == .mgdL(160))
    #expect(segment.startsWithRise == true)
    // iglu sees no crossing at all.
    let other = try Self.grid(values, .iglu)
    #expect(other.mage(shortWindow: 1, longWindow: 4) == nil)
  }

  @Test func directionsOfSegmentsWithOneOnly() throws {
    // A rise alone, three hours without values, then a fall and a rise.
    let rise: [Double?] = [100, 100, 95, 90, 120, 150, 180, 200, 200, 205]
    let gap: [Double?] = Array(repeating: nil, count: 40)
    let both: [Double?] = [150, 160, 155, 130, 100, 70, 60, 60, 80, 110, 140, 150]
    let values: [Double?] = rise + gap + both
    func mage(_ direction: MAGEDirection, _ convention: MetricConvention) throws -> Double? {
      try Self.grid(values, convention).mage(
        direction: direction, shortWindow: 2, longWindow: 5)?.mgdL
    }
    let segments = try Self.grid(values, .clinical).mageSegments(shortWindow: 2, longWindow: 5)
    #expect(segments.map(\.rise) == [.mgdL(115), .mgdL(90)])
    #expect(segments.map(\.fall) == [nil, .mgdL(100)])
    // Weighted by 9 and 11 intervals.
    #expect(agree(try mage(.upward, .clinical), (9 * 115 + 11 * 90) / 20))
    #expect(agree(try mage(.maximum, .clinical), (9 * 115 + 11 * 100) / 20))
    #expect(agree(try mage(.average, .clinical), (9 * 115 + 11 * 90 + 11 * 100) / 31))
    #expect(try mage(.downward, .clinical) == 100)
    #expect(try mage(.downward, .iglu) == nil)
    #expect(try mage(.maximum, .iglu) == 100)
    #expect(agree(try mage(.upward, .iglu), try mage(.upward, .clinical)))
    #expect(agree(try mage(.average, .iglu), try mage(.average, .clinical)))
  }

  @Test(arguments: [MetricConvention.clinical, .iglu], MAGEDirection.allCases)
  func theShorterWindowIsTheShortOne(
    convention: MetricConvention, direction: MAGEDirection
  ) throws {
    let series = try MetricRecords.wave(days: 2)
    func mage(_ short: Int, _ long: Int) -> Glucose? {
      series.dayGrid(in: .gmt, convention: convention, interval: .seconds(300))?
        .mage(direction: direction, shortWindow: short, longWindow: long)
    }
    #expect(mage(5, 32) != nil && mage(5, 32) == mage(32, 5))
    #expect(mage(5, 5) == nil)
  }

  // MARK: Properties

  /// A trace upside down has falls where it had rises, with gaps, plateaus and ties.
  @Test(arguments: 0..<200)
  func theClinicalConventionIsSymmetrical(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let values = Self.trace(&random)
    let mirrored = values.map { value in value.map { 300 - $0 } }
    func segments(_ values: [Double?]) throws -> [MAGESegment] {
      try Self.grid(values, .clinical)
        .mageSegments(shortWindow: 2, longWindow: 7, maximumGap: .seconds(3600))
    }
    for (segment, mirror) in zip(try segments(values), try segments(mirrored)) {
      #expect(segment.start == mirror.start && segment.end == mirror.end)
      #expect(agree(segment.rise?.mgdL, mirror.fall?.mgdL))
      #expect(agree(segment.fall?.mgdL, mirror.rise?.mgdL))
      if segment.startsWithRise != nil, segment.rise != nil, segment.fall != nil {
        #expect(segment.startsWithRise != mirror.startsWithRise)
      }
    }
  }

  /// An excursion is at least one deviation high and no higher than the range.
  @Test(arguments: 0..<100, [MetricConvention.clinical, .iglu])
  func heightsLieBetweenDeviationAndRange(seed: UInt64, convention: MetricConvention) throws {
    var random = SeededGenerator(seed: seed)
    let values = Self.trace(&random)
    let grid = try Self.grid(values, convention)
    for segment in grid.mageSegments(shortWindow: 2, longWindow: 7, maximumGap: .seconds(3600)) {
      let cells = (0..<grid.cellCount).filter {
        guard let time = grid.time(ofCell: $0) else { return false }
        return time >= segment.start && time <= segment.end
      }
      .compactMap { grid[$0]?.mgdL }
      let mean = cells.reduce(0, +) / Double(cells.count)
      let squares = cells.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let deviation = (squares / Double(cells.count - 1)).squareRoot()
      let range = (cells.max() ?? 0) - (cells.min() ?? 0)
      for height in [segment.rise, segment.fall].compactMap(\.self) {
        #expect(height.mgdL >= deviation * (1 - 1e-12) && height.mgdL <= range)
      }
      #expect((segment.startsWithRise == nil) == (segment.rise == nil && segment.fall == nil))
    }
  }

  /// A trace of few levels with plateaus and missing cells.
  private static func trace(_ random: inout SeededGenerator) -> [Double?] {
    var value = 100.0
    var values: [Double?] = [value]
    for _ in 0..<Int.random(in: 30...90, using: &random) {
      if Int.random(in: 0..<3, using: &random) == 0 {
        value = [80, 100, 110, 120, 160].randomElement(using: &random) ?? value
      }
      if Int.random(in: 0..<12, using: &random) == 0 {
        values += Array(repeating: nil, count: Int.random(in: 1...15, using: &random))
      }
      values.append(value)
    }
    return values
  }

  // MARK: R iglu

  static let golden: GoldenValue = {
    let url = Bundle.module.url(forResource: "Fixtures/iglu_r_mage_traces", withExtension: "json")
    return url.flatMap { try? GoldenValue.read($0) } ?? .missing
  }()

  @Test func agreesWithIgluOnInventedTraces() throws {
    var comparison = Comparison()
    // The names of the reference.
    let names: [MAGEDirection: String] = [.maximum: "greater", .upward: "rise", .downward: "fall"]
    let cases = Self.golden["cases"].list
    for (index, trace) in cases.enumerated() {
      func integer(_ key: String) -> Int { Int(trace[key].number ?? 0) }
      let start = MetricRecords.midnight + (trace["secondsOfDay"].number ?? .nan)
      let grid = try Self.grid(
        trace["values"].list.map(\.number), .iglu, from: start, bridging: integer("bridgedMinutes"))
      let gap = Duration.seconds(integer("maximumGapMinutes") * 60)
      let (short, long) = (integer("shortWindow"), integer("longWindow"))
      for direction in MAGEDirection.allCases {
        let value = grid.mage(
          direction: direction, shortWindow: short, longWindow: long, maximumGap: gap)
        comparison.compare(
          "\(index) \(direction)", value?.mgdL, trace[names[direction] ?? "\(direction)"])
      }
      let segments = grid.mageSegments(shortWindow: short, longWindow: long, maximumGap: gap)
        .filter { $0.startsWithRise != nil }
      let expected = trace["segments"].list
      #expect(segments.count == expected.count)
      for (segment, row) in zip(segments, expected) {
        func cell(_ time: Date) -> Double { (time.timeIntervalSinceReferenceDate - start) / 300 }
        comparison.compare("\(index) start", cell(segment.start), row.list[0])
        comparison.compare("\(index) end", cell(segment.end), row.list[1])
        comparison.compare("\(index) rise", segment.rise?.mgdL, row.list[2])
        comparison.compare("\(index) fall", segment.fall?.mgdL, row.list[3])
        guard case .flag(let isFirst) = row.list[4] else { continue }
        #expect(segment.startsWithRise == isFirst)
      }
    }
    #expect(cases.count == 66 && comparison.comparedCount > 500)
    #expect(comparison.failures == [])
  }
}
