import Foundation
import GlucoseFiles
import GlucoseMath
import Testing

@Suite struct LocalTimeResolutionTests {
  private static let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt

  /// Returns seconds after 2001-01-01 00:00 local time.
  private static func local(_ text: String) throws -> Double {
    try Date("\(text)Z", strategy: .iso8601).timeIntervalSinceReferenceDate
  }

  @Test func timesOfWinterAndSummer() throws {
    let locals = try ["2026-01-15T12:00:00", "2026-07-15T12:00:00"].map(Self.local)
    let resolved = LocalTimeResolution(of: locals, in: Self.oslo)
    #expect(resolved.instants == [locals[0] - 3600, locals[1] - 7200])
    #expect(resolved.ambiguous.isEmpty && resolved.skipped.isEmpty)
  }

  @Test func aSkippedTimeHasNoInstant() throws {
    let locals = try ["01:55", "02:00", "02:55", "03:00"].map {
      try Self.local("2026-03-29T\($0):00")
    }
    let resolved = LocalTimeResolution(of: [.nan] + locals, in: Self.oslo)
    #expect(resolved.skipped == [2, 3])
    #expect(resolved.instants.map(\.isNaN) == [true, false, true, true, false])
    #expect(resolved.instants[4] - resolved.instants[1] == 300)
  }

  /// A day of 25 hours, as a sensor records it, in both orders.
  @Test(arguments: [false, true])
  func aRepeatedHourIsResolvedByTheOrder(isDescending: Bool) throws {
    let day = try #require(LocalDay(year: 2026, month: 10, day: 25, in: Self.oslo))
    let instants = stride(
      from: day.start.timeIntervalSinceReferenceDate, to: day.end.timeIntervalSinceReferenceDate,
      by: 300
    ).map { $0 }
    let ordered = isDescending ? instants.reversed() : instants
    let locals = ordered.map {
      $0 + Double(Self.oslo.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: $0)))
    }
    let resolved = LocalTimeResolution(of: locals, in: Self.oslo)
    #expect(ordered.count == 300 && resolved.instants == ordered)
    #expect(resolved.ambiguous.isEmpty)
  }

  @Test func aTimeAloneInARepeatedHourIsTheFirst() throws {
    let locals = [try Self.local("2026-10-25T02:30:00")]
    let resolved = LocalTimeResolution(of: locals, in: Self.oslo)
    #expect(resolved.instants == [locals[0] - 7200])
    #expect(resolved.ambiguous == [0])
  }

  @Test func nothingHasNoInstants() {
    #expect(LocalTimeResolution(of: [], in: Self.oslo).instants.isEmpty)
    #expect(LocalTimeResolution(of: [.nan], in: Self.oslo).skipped.isEmpty)
  }

  @Test func timesBeyondTheCalendarHaveNoInstant() {
    let locals = [1e15, -1e15, .infinity, -.infinity, .nan, 252_423_993_600, 0]
    let resolved = LocalTimeResolution(of: locals, in: Self.oslo)
    #expect(resolved.instants.map(\.isNaN) == [true, true, true, true, true, true, false])
    #expect(resolved.skipped.isEmpty && resolved.ambiguous.isEmpty)
  }
}
