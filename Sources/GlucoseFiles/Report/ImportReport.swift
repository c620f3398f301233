// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What became of every row of a file, and what was found out about the file.
///
/// A row is a record of a table, with its header and its blank lines: it counts once however many
/// lines its quoted cells span. Each row was accepted, skipped or rejected, and
/// ``acceptedCount`` + ``skippedCount`` + ``rejectedCount`` = ``rowCount`` always.
public struct ImportReport: Hashable, Sendable {
  /// How many rows the file has.
  public internal(set) var rowCount = 0
  /// How many rows gave readings or events.
  public internal(set) var acceptedCount = 0
  /// How many rows are known to hold nothing to read, by what they are.
  public internal(set) var skipped: [RowSkipReason: Int] = [:]
  /// The codes for errors that stood in place of readings, in order of lines; each is a skipped row.
  public internal(set) var errorCodes: [DeviceErrorCode] = []
  /// The readings that contradict another of the same instant, of which one was kept, in order of
  /// persons and of time; their rows count as accepted.
  public internal(set) var conflicts: [ReadingConflict] = []
  /// The rows that should have held something but could not be understood, in order of lines.
  public internal(set) var rejected: [RejectedRow] = []
  /// The lines of accepted rows whose local time occurred twice that night, where nothing in the
  /// file said which was meant: they were placed at the first.
  public internal(set) var ambiguousTimeLines: [Int] = []
  /// Whether a table ends without the end of a line, as it does where it was cut off: the last row may
  /// then be half of one, with half of a number in it.
  public internal(set) var endsMidLine = false
  /// What makes the zone doubtful, if anything does.
  public internal(set) var timeZoneWarning: TimeZoneWarning?
  /// What lies after ``ReadOptions/now``; the readings and events are kept.
  public internal(set) var futureRows: FutureRows?
  /// How many values of a meter's column were taken for a sensor's, for they follow each other every
  /// few minutes.
  public internal(set) var meterValuesReadAsSensor = 0
  /// What was found out about the file, and from what.
  public internal(set) var detected: FileDialect

  /// How many rows are known to hold nothing to read.
  public var skippedCount: Int { skipped.values.reduce(0, +) }

  /// How many rows could not be understood.
  public var rejectedCount: Int { rejected.count }

  init(detected: FileDialect) { self.detected = detected }

  mutating func accept() {
    rowCount += 1
    acceptedCount += 1
  }

  mutating func skip(_ reason: RowSkipReason) {
    rowCount += 1
    skipped[reason, default: 0] += 1
  }

  mutating func skip(_ code: Int, line: Int) {
    skip(.errorCode)
    errorCodes.append(DeviceErrorCode(code: code, line: line))
  }

  mutating func reject(_ row: RejectedRow) {
    rowCount += 1
    rejected.append(row)
  }

  /// Takes back the acceptance of a row whose trouble showed only beside the others.
  mutating func rejectAccepted(_ row: RejectedRow) {
    acceptedCount -= 1
    rejected.append(row)
  }

  /// Takes back the acceptance of a row whose number turned out to be a code.
  mutating func skipAccepted(_ code: Int, line: Int) {
    acceptedCount -= 1
    skipped[.errorCode, default: 0] += 1
    errorCodes.append(DeviceErrorCode(code: code, line: line))
  }
}

/// A number by which a device reports an error in place of a reading.
public struct DeviceErrorCode: Hashable, Sendable, CustomStringConvertible {
  /// The number.
  public var code: Int
  /// The line on which its row starts, counted from 1.
  public var line: Int

  /// The code and its line.
  public var description: String { "Line \(line): code \(code)" }
}

/// A sensor's readings in an hour that the zone's clocks skipped, as many as in the hours beside it.
///
/// No sensor records an hour that never was: the zone is another, or the device's clock was not set
/// forward. The readings are among ``ImportReport/rejected``.
public struct TimeZoneWarning: Hashable, Sendable {
  /// The zone.
  public var zone: TimeZone
  /// How many such readings there are.
  public var count: Int
  /// The time of the first, as it is written.
  public var example: String
  /// The line of the first.
  public var line: Int
}

/// Rows that lie in the future.
public struct FutureRows: Hashable, Sendable {
  /// How many readings and events they are.
  public var count: Int
  /// The line of the first.
  public var line: Int
  /// The instant of the first.
  public var time: Date
}

/// Why a row is known to hold nothing to read.
public enum RowSkipReason: String, Hashable, Codable, Sendable, CaseIterable {
  /// The line that names the columns.
  case header
  /// A line without text, or without a filled cell.
  case blankLine
  /// A line that says something about the person, the device or its settings.
  case preamble
  /// A line that starts with `#`.
  case comment
  /// A reading that the file itself calls missing: an empty cell, `NA`, `NaN`, `null` or a dash.
  case missingValue
  /// An alert of the device.
  case alert
  /// A note without text.
  case emptyNote
  /// A measurement of something else than glucose, such as ketones.
  case otherMeasurement
  /// A code by which a device reports an error in place of a reading.
  case errorCode
  /// The rate of a pump's steady insulin.
  case basalRate
  /// What a device did or how it is set: an upload, a refill, a suspension, a counter.
  case deviceRecord
  /// A record that somebody deleted and the file keeps a trace of.
  case deleted
  /// A number worked out from readings, or a reading that stands elsewhere in the file.
  case derived
  /// A reading of a second sensor worn at the same time, where the other one is read.
  case otherSensor
}
