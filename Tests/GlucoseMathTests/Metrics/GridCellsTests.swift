import Foundation
import GlucoseTestSupport
import Testing

@testable import GlucoseMath

/// The cells of a grid, in the readings' array or in one of their own.
@Suite struct GridCellsTests {
  @Test(arguments: [0, 1, 7, 8, 40], [0, 3])
  func sharedValuesAreThoseOfAnArrayOfTheirOwn(stored: Int, first: Int) {
    let values = (0..<60).map { 40 + Double($0 * $0 % 97) }
    let count = first + stored + 9
    var own = [Double](repeating: .nan, count: count)
    for place in 0..<stored { own[first + place] = values[11 + place] }
    let cells = GridCells(sharing: values, in: 11..<(11 + stored), from: first, count: count)
    func bits(_ values: some Sequence<Double>) -> [UInt64] {
      values.map { $0.isNaN ? 0 : $0.bitPattern }
    }
    func bits(_ lanes: SIMD8<Double>) -> [UInt64] { bits(lanes.indices.map { lanes[$0] }) }
    #expect(cells.count == count)
    #expect(bits(cells.indices.map { cells[$0] }) == bits(own))
    for start in 0...count - 8 {
      #expect(bits(cells.lanes(at: start)) == bits(own[start..<(start + 8)]))
    }
    for start in 0..<count - 8 {
      let (first, second) = cells.neighbors(at: start)
      #expect(bits(first) == bits(own[start..<(start + 8)]))
      #expect(bits(second) == bits(own[(start + 1)..<(start + 9)]))
    }
    for start in 0...count {
      for end in start...count { #expect(bits(cells[start..<end]) == bits(own[start..<end])) }
    }
  }

  /// Five days, on one of which clocks change; with a gap, if passed.
  private static func record(without missing: Range<Int> = 0..<0) throws -> GlucoseSeries {
    let start = Date(timeIntervalSinceReferenceDate: 733_448_007)
    let readings = (0..<1440).filter { !missing.contains($0) }.map { index in
      let glucose = Glucose.mgdL(Double(60 + index % 200))
      return Reading(time: start.addingTimeInterval(Double(index) * 300), glucose: glucose)
    }
    return try GlucoseSeries(readings)
  }

  @Test func aRecordWithoutGapsIsItsOwnGrid() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Oslo"))
    let series = try Self.record()
    for part in [series, series[positions: 100..<900]] {
      let grid = try #require(part.dayGrid(in: zone))
      let first = try #require((0..<grid.cellCount).first { grid[$0] != nil })
      let stored = grid.cells[first..<(first + part.count)]
      // No value is copied: the positions are those of the readings' array.
      #expect(stored.indices == part.rows)
      #expect(stored == part.values)
      #expect(grid.valueCount == part.count)
      #expect(grid.time(ofCell: first) == part.first?.time)
      #expect(grid.time(ofCell: first + part.count - 1) == part.last?.time)
    }
  }

  @Test func aRecordWithAGapHasCellsOfItsOwn() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Oslo"))
    let whole = try #require(try Self.record().dayGrid(in: zone))
    let gap = try #require(try Self.record(without: 700..<720).dayGrid(in: zone))
    let first = try #require((0..<whole.cellCount).first { whole[$0] != nil })
    #expect(gap.cellCount == whole.cellCount)
    #expect(gap.valueCount == whole.valueCount - 20)
    for cell in 0..<gap.cellCount {
      let isMissing = (700..<720).contains(cell - first)
      #expect(gap[cell] == (isMissing ? nil : whole[cell]))
    }
  }

  /// A slow clock with jitter, lost readings, and another phase after a gap.
  @Test(arguments: [16, 40, 1024])
  func readingsAreMovedAlikeInParts(length: Int) throws {
    var random = SeededGenerator(seed: 4)
    var times: [Double] = []
    for index in 0..<3000 where Int.random(in: 0..<60, using: &random) > 0 {
      let jitter = Double.random(in: 0...4, using: &random)
      times.append(Double(index) * 300.2 + (index > 1500 ? 20_130 : 0) + jitter)
    }
    let series = try ValidatedReadings(times: times, values: times.map { _ in 100 }).series
    let phase = SensorPhase(series, step: 300)
    var whole = ReadingMover(series, into: phase)
    var expected = [Double](repeating: 0, count: times.count + 8)
    #expect(whole.place(in: &expected, from: 0) == times.count)
    var mover = ReadingMover(series, into: phase)
    var room = [Double](repeating: 0, count: length)
    var found: [Double] = []
    while found.count < times.count {
      let count = mover.place(in: &room, from: 2)
      try #require(count > 0)
      found += room[2..<(2 + count)]
    }
    #expect(found == Array(expected.prefix(times.count)))
    #expect(mover.delays.map(\.start) == whole.delays.map(\.start))
    #expect(mover.delays.map(\.seconds) == whole.delays.map(\.seconds))
    #expect(whole.delays.count > 2)
  }
}
