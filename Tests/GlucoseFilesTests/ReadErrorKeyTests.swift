// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseFiles
import Testing

struct ReadErrorKeyTests {
  @Test func theLocalizedDescriptionIsTheSentence() {
    let error = ReadError(.unknownFormat, line: 3, expected: "a header")
    #expect((error as any Error).localizedDescription == error.description)
  }

  /// A key is the name of the case, which a caller can look up without its details.
  @Test(arguments: [
    ReadError.Reason.cannotOpen("x"), .cannotRead("x"), .tooLong(bytes: 1), .emptyFile, .noRecords,
    .notText(looksLike: "x"), .unknownFormat, .ambiguousDates(example: "x"),
    .contradictoryDates(dayFirst: "x", monthFirst: "y"), .unitUnknown(values: 1...2),
    .unitContradicted(.mgdL, values: 1...2), .twelveHourClock(example: "x"),
    .zoneNeeded(example: "x"), .malformed("x"), .limitExceeded("x"), .badArchive("x"),
    .severalFiles(["x"]), .unsupportedWorkbook("x"), .swappedDayAndMonth(example: "x"),
    .noSuchColumn("x"),
  ])
  func aKeyIsTheNameOfTheReason(reason: ReadError.Reason) {
    #expect("\(reason)".prefix { $0 != "(" } == reason.key[...])
  }

  @Test(arguments: [
    RejectedRow.Reason.brokenQuotes, .extraCells(found: 2, expected: 1), .missingTime,
    .unreadableTime, .skippedHour, .resetClock, .missingNumber, .unreadableNumber, .notPositive,
    .implausible, .unknownKind, .unknownZone, .unknownUnit, .zeroBytes, .missingUnit, .notJSON,
    .cutOff,
  ])
  func aRowHasAKeyToo(reason: RejectedRow.Reason) {
    #expect("\(reason)".prefix { $0 != "(" } == reason.key[...])
  }
}
