import DaySummary
import Foundation
import GlucoseMath
import Testing

struct ClockTimeTests {
  @Test func clockTimeIsTheLocalTimeWithoutSeconds() throws {
    let day = try Samples.shortDay()
    #expect(ClockTime(day.start, in: day.zone).description == "00:00")
    #expect(ClockTime(day.end.addingTimeInterval(-1), in: day.zone).description == "23:59")
    // Clocks are set forward from 2:00 to 3:00.
    let change = day.start.addingTimeInterval(2 * 3600)
    #expect(ClockTime(change.addingTimeInterval(-1), in: day.zone).description == "01:59")
    #expect(ClockTime(change, in: day.zone).description == "03:00")
  }

  @Test func everyFiniteTimeHasAClockTime() {
    #expect(ClockTime(Date(timeIntervalSinceReferenceDate: -60), in: .gmt).description == "23:59")
    let far = ClockTime(Date(timeIntervalSinceReferenceDate: 1e15), in: .gmt)
    #expect((0..<24).contains(far.hour) && (0..<60).contains(far.minute))
  }

  @Test(arguments: [
    ("7:30", "07:30"), ("07:30", "07:30"), ("19:30", "19:30"), ("0:00", "00:00"),
    ("23:59", "23:59"), ("7:30 pm", "19:30"), ("07:30PM", "19:30"), ("7:30 Am", "07:30"),
    ("12:05 am", "00:05"), (" 7:30  pm ", "19:30"), ("12:05 pm", "12:05"),
    ("7:30\u{202F}pm", "19:30"),
  ])
  func timeOfDayIsParsedFromText(text: String, time: String) {
    #expect(ClockTime(text)?.description == time)
  }

  @Test(arguments: [
    "", "7", "730", "7:3", "7:300", "007:30", "24:00", "12:60", "-1:30", "7:30:00", "13:00 pm",
    "0:30 am", "pm", " ", "1 2:30", "7: 30", ":30", "7:", "7.30", "7:30 xm", "٧:٣٠",
  ])
  func textThatIsNoTimeOfDayIsNotParsed(text: String) {
    #expect(ClockTime(text) == nil)
  }

  private func hours(_ text: String, on day: LocalDay) throws -> [Double] {
    let time = try #require(ClockTime(text))
    return day.instants(of: time).map { $0.timeIntervalSince(day.start) / 3600 }
  }

  @Test func plainDayHasOneInstantOfEachTime() throws {
    let day = try Samples.plainDay()
    #expect(try hours("0:00", on: day) == [0])
    #expect(try hours("2:30", on: day) == [2.5])
    #expect(try hours("11:30 pm", on: day) == [23.5])
  }

  @Test func dayOf23HoursHasNoInstantOfTheSkippedHour() throws {
    let day = try Samples.shortDay()
    #expect(try hours("1:59", on: day) == [2 - 1.0 / 60])
    #expect(try hours("2:00", on: day) == [])
    #expect(try hours("2:30", on: day) == [])
    #expect(try hours("3:00", on: day) == [2])
    #expect(try hours("23:30", on: day) == [22.5])
  }

  @Test func dayOf25HoursHasTwoInstantsOfTheRepeatedHour() throws {
    let day = try Samples.longDay()
    #expect(try hours("1:30", on: day) == [1.5])
    #expect(try hours("2:00", on: day) == [2, 3])
    #expect(try hours("2:30", on: day) == [2.5, 3.5])
    #expect(try hours("3:00", on: day) == [4])
    #expect(try hours("23:30", on: day) == [24.5])
  }

  @Test func earlierTimesSortFirst() {
    let times = [61.0, 59, 3600, 0].map {
      ClockTime(Date(timeIntervalSinceReferenceDate: $0), in: .gmt)
    }
    #expect(times.sorted().map(\.description) == ["00:00", "00:00", "00:01", "01:00"])
  }
}
