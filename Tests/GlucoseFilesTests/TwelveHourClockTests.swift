import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// A 12-hour clock without AM and PM is refused, and a file of mornings is not.
struct TwelveHourClockTests {
  private enum Clock { case twelve, twelveFromZero, twentyFour, withMarks }

  /// Returns rows every `step` minutes over some hours of some days.
  private func rows(
    _ clock: Clock, days: Int = 2, hours: Range<Int> = 0..<24, step: Int = 15
  ) -> [String] {
    (1...days).flatMap { day in
      stride(from: hours.lowerBound * 60, to: hours.upperBound * 60, by: step).map { minutes in
        let hour = minutes / 60
        let shown =
          switch clock {
          case .twentyFour: hour
          case .twelveFromZero: hour % 12
          case .twelve, .withMarks: hour % 12 == 0 ? 12 : hour % 12
          }
        let mark = clock == .withMarks ? (hour < 12 ? " AM" : " PM") : ""
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "2025-03-\(two(day)) \(two(shown)):\(two(minutes % 60))\(mark),"
          + "\(100 + (minutes / step * 7 + day) % 60)\n"
      }
    }
  }

  private func read(_ rows: [String]) throws(ReadError) -> GlucoseFile {
    try GlucoseFile(
      reading: Array("time,gl\n" + rows.joined()), options: ReadOptions(zone: .gmt))
  }

  private func isRefused(_ rows: [String]) -> Bool {
    do throws(ReadError) {
      _ = try read(rows)
      return false
    } catch {
      guard case .twelveHourClock(let example) = error.reason else { return false }
      return !example.isEmpty && error.line != nil && error.text != nil
    }
  }

  @Test func aClockThatGoesBackAtOneIsRefusedWithAnExample() throws {
    let error = #expect(throws: ReadError.self) { try read(rows(.twelve)) }
    #expect(
      error?.reason == .twelveHourClock(example: "12:45 on line 5, 01:00 on line 6"))
    #expect(error?.line == 6)
    #expect(error?.text == "2025-03-01 01:00")
    #expect(error?.description.contains("12-hour clock without AM or PM") == true)
  }

  @Test func eitherDirectionAndPartsOfADayAreRefused() {
    #expect(isRefused(rows(.twelve).reversed()))
    #expect(isRefused(rows(.twelveFromZero)))
    #expect(isRefused(rows(.twelveFromZero).reversed()))
    #expect(isRefused(rows(.twelve, days: 1, hours: 6..<18)))
    #expect(isRefused(rows(.twelve, days: 1, hours: 6..<18).reversed()))
    #expect(isRefused(rows(.twelve, days: 3, hours: 9..<22, step: 60)))
  }

  @Test func aTableSortedByTheTextOfItsTimesIsRefused() {
    #expect(isRefused(rows(.twelve).sorted()))
    #expect(isRefused(rows(.twelve, days: 10, step: 60).sorted()))
  }

  @Test func datesAndClocksInSeparateColumnsAreRefused() throws {
    let table = rows(.twelve).map { $0.replacingOccurrences(of: " ", with: ",") }
    let error = #expect(throws: ReadError.self) {
      try GlucoseFile(
        reading: Array("date,time,gl\n" + table.joined()), options: ReadOptions(zone: .gmt))
    }
    #expect(error?.reason == .twelveHourClock(example: "12:45 on line 5, 01:00 on line 6"))
  }

  @Test func otherClocksAreRead() throws {
    for table in [
      rows(.twentyFour), rows(.withMarks), rows(.withMarks).reversed(), rows(.twentyFour).sorted(),
      // Mornings alone, which are not evidence of a 12-hour clock.
      rows(.twentyFour, days: 9, hours: 1..<13), rows(.twentyFour, days: 9, hours: 0..<12),
      rows(.twentyFour, days: 9, hours: 0..<13).reversed(),
      rows(.withMarks, days: 3, hours: 0..<12),
    ] {
      let file = try read(table)
      #expect(file.report.rejected.isEmpty)
      #expect(file.people.first?.recording.series.count == table.count)
    }
  }

  @Test func morningsInNoOrderOrReadTwiceAreRead() throws {
    let mornings = rows(.twentyFour, days: 4, hours: 0..<13, step: 30)
    var generator = SystemRandomNumberGenerator()
    #expect(try read(mornings + mornings).people[0].recording.series.count == mornings.count)
    for _ in 0..<20 {
      let shuffled = mornings.shuffled(using: &generator)
      #expect(try read(shuffled).people[0].recording.series.count == mornings.count)
    }
  }

  @Test func aRepeatedHourIsNotATwelveHourClock() throws {
    // On this night, clocks in Berlin were set back from 3:00 to 2:00.
    let night = ["01:30", "02:00", "02:30", "02:00", "02:30", "03:00", "03:30"]
    let text = "time,gl\n" + night.map { "2025-10-26 \($0),100\n" }.joined()
    let file = try readTable(text, zone: zone("Europe/Berlin"))
    #expect(file.people[0].recording.series.count == 7)
  }
}
