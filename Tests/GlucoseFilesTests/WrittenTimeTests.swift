import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct WrittenTimeTests {
  /// In Croatian, these are months before the months of Polish and Czech.
  @Test(arguments: ["lip", "srp", "lis", "listopada"])
  func aWordForTwoMonthsIsRefused(_ word: String) {
    #expect(MonthNames.number(of: Array(word.utf8)) == nil)
    let text = Array("7 \(word) 2024 10:00".utf8)
    #expect(WrittenTime(text.elementSpan, 0..<text.count) == nil)
  }

  private func stamp(_ text: String) -> WrittenTime? {
    let bytes = Array(text)
    return WrittenTime(bytes.elementSpan, 0..<bytes.count)
  }

  /// Returns the instant of a time, with a local time read as UTC.
  private func seconds(_ text: String, _ order: DateOrder = .yearFirst) -> Date? {
    guard let stamp = stamp(text) else { return nil }
    let offset = Double(stamp.offset ?? 0) * 60
    let local = stamp.form == .instant ? stamp.seconds : stamp.local(order)
    return local.map { Date(timeIntervalSinceReferenceDate: $0 - offset) }
  }

  @Test(arguments: [
    ("2025-05-04T09:19:00", DateOrder.yearFirst), ("2025-05-04 09:19:00", .yearFirst),
    ("2025-05-04 9:19", .yearFirst), ("2025/05/04 09:19", .yearFirst),
    ("2025-05-04T09:19:00.000", .yearFirst), ("2025-05-04T09:19:00Z", .yearFirst),
    ("2025-05-04T11:19:00+02:00", .yearFirst), ("2025-05-04T05:19:00-0400", .yearFirst),
    ("2025-05-04T14:49:00+05:30", .yearFirst), ("2025-05-04 09:19 UTC", .yearFirst),
    ("04-05-2025 09:19", .dayFirst), ("05-04-2025 09:19", .monthFirst),
    ("05-04-2025 09:19 AM", .monthFirst), ("4/5/2025 9:19:00 am", .dayFirst),
    ("04.05.2025 09:19", .monthFirst), ("04.05.25 09.19", .monthFirst),
    ("04/05/2025, 09:19", .dayFirst), ("04-05-2025T09:19", .dayFirst),
    ("1746350340", .yearFirst), ("1746350340000", .yearFirst), ("202505040919", .yearFirst),
    ("20250504091900", .yearFirst), ("20250504T091900", .yearFirst), ("20250504T0919Z", .yearFirst),
    ("20250504T111900+02:00", .yearFirst), ("20250504 09:19", .yearFirst),
    ("1746350340.0", .yearFirst), ("1746350340000.00", .yearFirst),
    ("1746350340000000", .yearFirst), ("1746350340000000000", .yearFirst),
    ("04MAY2025:09:19:00", .yearFirst), ("04MAY25:09:19:00.000", .yearFirst),
    ("Sun, 04 May 2025 09:19:00 GMT", .yearFirst), ("Sunday 2025-05-04 09:19", .yearFirst),
  ])
  func readsTheNotationsOfFiles(text: String, order: DateOrder) throws {
    #expect(try seconds(text, order) == instant("2025-05-04T09:19:00Z"))
  }

  @Test(arguments: [
    "202513040919", "202505320919", "202505042419", "198905040919", "210005040919", "946684800000",
    "20250504091960", "2025050409190", "2025050409190000", "2025050409190000000",
    "1986050409190000", "17463503400", "20250504T", "20250504T09", "20250504T091960",
    "20251304T0919", "1746350340.", "1746350340.5x", "174635034000000",
  ])
  func refusesOtherNumbersOfTwelveDigitsOrMore(_ text: String) {
    // Milliseconds have 13 digits since 2001; seconds may have decimal places.
    #expect(stamp(text)?.isWallClock != true)
    #expect([11, 13].contains(text.count) || stamp(text) == nil)
  }

  @Test(arguments: [
    ("05-04-2025 12:00 AM", 0), ("05-04-2025 12:30 AM", 30), ("05-04-2025 12:00 PM", 720),
    ("05-04-2025 11:59 p.m.", 1439), ("2025/05/04 午前0:15", 15), ("2025/05/04 午後0:15", 735),
    ("2025/05/04 午前1:15", 75), ("2025/05/04 午後12:15", 735),
  ])
  func countsHoursOfHalfADay(text: String, minutes: Double) {
    #expect(stamp(text)?.seconds == minutes * 60)
  }

  @Test(arguments: [
    ("Aug 7, 2017", "5:33:00 PM"), ("August 7, 2017", "05:33 pm"), ("Aug. 7 2017", "5:33 p. m."),
    ("Aug-07-2017", "17:33"), ("7. Aug. 2017", "17:33:00"), ("7 août 2017", "17:33:00"),
    ("7 ago. 2017", "5:33:00\u{A0}p.\u{A0}m."), ("7 de ago. de 2017", "17:33:00"),
    ("7 de agosto de 2017", "17.33.00"), ("7 AUG 2017", "17:33"), ("07.08.2017", "17:33"),
    ("7. 8. 2017", "17:33"), ("2017. 8. 7.", "오후 5:33:00"), ("2017年8月7日", "下午5:33:00"),
    ("2017/08/07", "午後5:33"), ("2017년 8월 7일", "PM 5:33"), ("7 авг. 2017 г.", "17:33:00"),
    ("7 августа 2017 г.", "17:33"), ("7 sie 2017", "17:33:00"), ("7 Ağu 2017", "17:33:00"),
    ("٧ أغسطس ٢٠١٧", "٥:٣٣:٠٠ م"), ("۲۰۱۷/۰۸/۰۷", "۱۷:۳۳"), ("٧\u{200F}.٨\u{200F}.٢٠١٧", "٠٥:٣٣ م"),
  ])
  func readsTheNotationsOfLanguages(date: String, clock: String) throws {
    let (one, other) = (Array(date.utf8), Array(clock.utf8))
    let both = one + other
    let beside = WrittenTime(both.elementSpan, date: 0..<one.count, clock: one.count..<both.count)
    let whole = stamp("\(date) \(clock)")
    for found in [beside, whole] {
      let stamp = try #require(found)
      let local = try #require(stamp.local(.dayFirst))
      #expect(try Date(timeIntervalSinceReferenceDate: local) == instant("2017-08-07T17:33:00Z"))
    }
  }

  @Test(arguments: [
    "Aug 7, 17 5:33", "Au 7, 2017 5:33", "Aug 32, 2017 5:33", "7 lip. 2017 X 5:33", "Aug 2017 5:33",
    "٧٧ أغسطس ٢٠١٧ ٥:٣٣", "PM 2017-08-07 5:33", "2017-08-07 PM 13:33", "7 foo 2017 5:33",
    "2017-08-07 5:33 م م", "Dec7 2017 5:33",
  ])
  func refusesTextThatResemblesADate(_ text: String) { #expect(stamp(text) == nil) }

  @Test func keepsFractionsOfSeconds() throws {
    #expect(stamp("2025-05-04 00:00:01.5")?.seconds == 1.5)
    #expect(stamp("2025-05-04 00:00:01,25")?.seconds == 1.25)
  }

  @Test(arguments: [
    "", "2025-05-04", "2025-13-04 00:00", "13-13-2025 00:00", "2025-05-04 24:00",
    "2025-05-04 09:60", "2025-05-04 09:19:60", "2025-05-04 09:1", "2025-05-04 0919", "09:19",
    "2025-05-04 13:00 PM", "2025-05-04 00:00 AM", "2025-05-04 09:19 XM", "04-05-202 09:19",
    "2025-05-04 09:19:00+", "2025-05-04 09:19:00+1", "2025-05-04 09:19:00 CST", "32-05-2025 09:19",
    "2025-05/04 09:19", "2025-05-04 09:19:00.", "0001-01-01 00:00", "12345678",
    "2025-05-04X09:19:00",
  ])
  func refusesOtherText(_ text: String) { #expect(stamp(text) == nil) }

  @Test func refusesDatesThatAreNotInTheCalendar() throws {
    #expect(try #require(stamp("2025-02-29 00:00")).local(.yearFirst) == nil)
    #expect(try #require(stamp("2024-02-29 00:00")).local(.yearFirst) != nil)
    #expect(try #require(stamp("31-04-2025 00:00")).local(.dayFirst) == nil)
    #expect(try #require(stamp("14-04-2025 00:00")).local(.monthFirst) == nil)
  }

  @Test func theReferenceDayIsTheReferenceDay() {
    #expect(
      CivilDate(ordinal: CivilDate.referenceOrdinal) == CivilDate(year: 2001, month: 1, day: 1))
  }
}

struct WrittenYearTests {
  private func scanned(_ text: String) -> WrittenTime? {
    let bytes = Array(text.utf8)
    return WrittenTime(bytes.elementSpan, bytes.indices)
  }

  @Test(arguments: ["14-Jun-2025 08:00", "14 june 2025 08:00", "14/JUN/25 08:00:00"])
  func readsEnglishMonths(_ text: String) throws {
    let stamp = try #require(scanned(text))
    #expect(stamp.local(.monthFirst) == 771_580_800)
  }

  @Test(arguments: [
    "14-Junius-2025 08:00", "14-Ju-2025 08:00", "32-Jun-2025 08:00", "14-Jun-025 08:00",
  ])
  func refusesOtherWordsForMonths(_ text: String) { #expect(scanned(text) == nil) }

  @Test func secondsSince1970HaveTheSameRangeAsWrittenYears() {
    #expect(scanned("2299-12-31T23:59:59Z") != nil)
    #expect(scanned("2300-01-01T00:00:00Z") == nil)
    #expect(scanned("10413791999") != nil)
    #expect(scanned("10413792000") == nil)
    #expect(scanned("99999999999") == nil)
    #expect(scanned("9999999999999")?.form == .instant)
  }
}
