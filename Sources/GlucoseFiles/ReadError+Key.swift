// SPDX-License-Identifier: Apache-2.0

extension ReadError.Reason {
  /// The name of the reason, without its details, as a key for localized text: "unknownFormat".
  ///
  /// The keys are part of the interface and do not change.
  public var key: String {
    switch self {
    case .cannotOpen: "cannotOpen"
    case .cannotRead: "cannotRead"
    case .tooLong: "tooLong"
    case .emptyFile: "emptyFile"
    case .noRecords: "noRecords"
    case .notText: "notText"
    case .unknownFormat: "unknownFormat"
    case .ambiguousDates: "ambiguousDates"
    case .contradictoryDates: "contradictoryDates"
    case .unitUnknown: "unitUnknown"
    case .unitContradicted: "unitContradicted"
    case .twelveHourClock: "twelveHourClock"
    case .zoneNeeded: "zoneNeeded"
    case .malformed: "malformed"
    case .limitExceeded: "limitExceeded"
    case .badArchive: "badArchive"
    case .severalFiles: "severalFiles"
    case .unsupportedWorkbook: "unsupportedWorkbook"
    case .swappedDayAndMonth: "swappedDayAndMonth"
    case .noSuchColumn: "noSuchColumn"
    }
  }
}

extension RejectedRow.Reason {
  /// The name of the reason, without its details, as a key for localized text: "unreadableTime".
  ///
  /// The keys are part of the interface and do not change.
  public var key: String {
    switch self {
    case .brokenQuotes: "brokenQuotes"
    case .unknownZone: "unknownZone"
    case .extraCells: "extraCells"
    case .missingTime: "missingTime"
    case .unreadableTime: "unreadableTime"
    case .skippedHour: "skippedHour"
    case .resetClock: "resetClock"
    case .missingNumber: "missingNumber"
    case .unreadableNumber: "unreadableNumber"
    case .notPositive: "notPositive"
    case .implausible: "implausible"
    case .unknownKind: "unknownKind"
    case .unknownUnit: "unknownUnit"
    case .zeroBytes: "zeroBytes"
    case .missingUnit: "missingUnit"
    case .notJSON: "notJSON"
    case .cutOff: "cutOff"
    }
  }
}
