// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct StampTests {
  private func stamp(_ text: String) -> Stamp? {
    let bytes = Array(text)
    return Stamp(bytes.span, 0..<bytes.count)
  }

  /// The instant of a stamp, its wall clock taken for UTC where it has no offset.
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
    ("1746350340", .yearFirst), ("1746350340000", .yearFirst),
  ])
  func readsTimesAsFilesWriteThem(text: String, order: DateOrder) throws {
    #expect(try seconds(text, order) == instant("2025-05-04T09:19:00Z"))
  }

  @Test(arguments: [
    ("05-04-2025 12:00 AM", 0), ("05-04-2025 12:30 AM", 30), ("05-04-2025 12:00 PM", 720),
    ("05-04-2025 11:59 p.m.", 1439),
  ])
  func countsHoursOfHalfADay(text: String, minutes: Double) {
    #expect(stamp(text)?.seconds == minutes * 60)
  }

  @Test func keepsFractionsOfSeconds() throws {
    #expect(stamp("2025-05-04 00:00:01.5")?.seconds == 1.5)
    #expect(stamp("2025-05-04 00:00:01,25")?.seconds == 1.25)
  }

  @Test(arguments: [
    "", "2025-05-04", "2025-13-04 00:00", "13-13-2025 00:00", "2025-05-04 24:00",
    "2025-05-04 09:60", "2025-05-04 09:19:60", "2025-05-04 09:1", "2025-05-04 0919", "09:19",
    "2025-05-04 13:00 PM", "2025-05-04 00:00 AM", "2025-05-04 09:19 XM", "04-05-202 09:19",
    "2025-05-04 09:19:00+", "2025-05-04 09:19:00+1", "2025-05-04 09:19:00 EST", "32-05-2025 09:19",
    "2025-05/04 09:19", "2025-05-04 09:19:00.", "0001-01-01 00:00", "12345678",
    "2025-05-04X09:19:00",
  ])
  func refusesWhatIsNoTime(_ text: String) { #expect(stamp(text) == nil) }

  @Test func knowsThatTheCalendarLacksSomeDays() throws {
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
  private func scanned(_ text: String) -> Stamp? {
    let bytes = Array(text.utf8)
    return Stamp(bytes.span, bytes.indices)
  }

  @Test(arguments: ["14-Jun-2025 08:00", "14 june 2025 08:00", "14/JUN/25 08:00:00"])
  func readsEnglishMonths(_ text: String) throws {
    let stamp = try #require(scanned(text))
    #expect(stamp.local(.monthFirst) == 771_580_800)
  }

  @Test(arguments: [
    "14-Juni-2025 08:00", "14-Ju-2025 08:00", "32-Jun-2025 08:00", "14-Jun-025 08:00",
  ])
  func refusesOtherWordsForMonths(_ text: String) { #expect(scanned(text) == nil) }

  @Test func aCountOfSecondsReachesAsFarAsAWrittenYear() {
    #expect(scanned("2299-12-31T23:59:59Z") != nil)
    #expect(scanned("2300-01-01T00:00:00Z") == nil)
    #expect(scanned("10413791999") != nil)
    #expect(scanned("10413792000") == nil)
    #expect(scanned("99999999999") == nil)
    #expect(scanned("9999999999999")?.form == .instant)
  }
}
