import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// A single stray cell changes no other row.
struct StrayCellTests {
  private static let start = Date(timeIntervalSinceReferenceDate: 762_739_200)

  /// Returns the rows of 64 hours from 2025-03-04T00:00:00Z on, every five minutes.
  private func rows(_ order: String, separator: String = ",", value: (Int) -> String) -> [String] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return (0..<768).map { index in
      let time = Self.start.addingTimeInterval(Double(index) * 300)
      let day = calendar.component(.day, from: time)
      let clock = time.formatted(.iso8601).dropFirst(11).prefix(5)
      let date = order == "dmy" ? "0\(day)/03/2025" : order == "mdy" ? "03/0\(day)/2025" : nil
      return "\(date ?? "2025-03-0\(day)") \(clock)\(separator)\(value(index))\n"
    }
  }

  @Test(
    arguments: [("dmy", "03/25/2025 10:00,100\n"), ("mdy", "25/03/2025 10:00,100\n")],
    [0, 300, 768])
  func aStrayDateDoesNotDateTheOthers(stray: (order: String, row: String), place: Int) throws {
    var rows = rows(stray.order) { "\(90 + $0 % 80)" }
    rows.insert(stray.row, at: place)
    let file = try readTable("time,glucose\n" + rows.joined())
    #expect(file.first.recording.series.count == 768)
    #expect(file.first.recording.series.first?.time == Self.start)
    #expect(file.report.rejected.map(\.line) == [place + 2])
  }

  @Test func aStrayDecimalCommaIsNotTheSeparatorOfTheOthers() throws {
    var rows = rows("ymd", separator: ";") { "\(Double(50 + $0 % 80) / 10)" }
    rows[0] = rows[0].replacing("5.0", with: "5,0")
    let file = try readTable("time;glucose mmol/L\n" + rows.joined())
    #expect(file.report.rejected.map(\.line) == [2])
    #expect(file.first.recording.series.count == 767)
    #expect(file.report.detected.decimalSeparator?.value == .point)
  }

  @Test func rowsBetweenStrayQuotesAreNotLost() throws {
    var rows = rows("ymd") { "\(90 + $0 % 80)," }
    rows[20] = rows[20].replacing(",\n", with: ",\"ab\n")
    rows[30] = rows[30].replacing(",\n", with: ",cd\"\n")
    let file = try readTable("time,glucose,note\n" + rows.joined())
    #expect(file.report.rejected.map(\.line) == [22])
    #expect(file.report.rejected.map(\.reason) == [.brokenQuotes])
    #expect(file.first.recording.series.count == 767)
  }

  /// A quote at the end of each row does not join it with the next one.
  @Test func aQuoteAtTheEndOfARowDoesNotEncloseTheNext() throws {
    var rows = rows("ymd") { "\(90 + $0 % 80)," }
    for row in [20, 21, 40] { rows[row] = rows[row].replacing(",\n", with: ",\"\n") }
    let file = try readTable("time,glucose,note\n" + rows.joined())
    #expect(file.report.rejected.map(\.line) == [22, 23, 42])
    #expect(file.first.recording.series.count == 765)
  }

  @Test func aNoteMayHaveLines() throws {
    let file = try readTable(
      """
      time,glucose,note
      2025-05-01 08:00,120,"one, two,
      3, 4
      five"
      2025-05-01 08:05,121,

      """)
    #expect(file.report.acceptedCount == 2)
  }
}
