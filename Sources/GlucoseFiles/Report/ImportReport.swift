package import GlucoseMath
internal import GlucoseFoundation

/// The disposition of every row of a file, and the properties detected in the file.
///
/// A row is a record of a table, including its header and its blank lines; it counts once,
/// regardless of the number of lines that its quoted cells span. Each row is accepted, skipped, or
/// rejected, and ``acceptedCount`` + ``skippedCount`` + the count of ``rejected`` = ``rowCount`` always.
public struct ImportReport: Equatable, Sendable {
  /// The number of rows in the file.
  public internal(set) var rowCount = 0
  /// The number of rows that contain readings or events.
  public internal(set) var acceptedCount = 0
  var skipped: [RowSkipReason: Int] = [:]
  /// The error codes that replace readings, ordered by line; each is a skipped row.
  public internal(set) var errorCodes: [DeviceErrorCode] = []
  /// The readings that contradict another reading of the same instant, of which one was kept,
  /// ordered by person and then by time.
  ///
  /// Their rows count as accepted.
  public internal(set) var conflicts: [ReadingConflict] = []
  /// The rows that could not be understood, ordered by line.
  public internal(set) var rejected: [RejectedRow] = []
  /// The lines of accepted rows whose local time occurred twice when clocks were set back, where
  /// nothing in the file determines which occurrence is meant.
  ///
  /// The first occurrence is used.
  public internal(set) var ambiguousTimeLines: [Int] = []
  /// The number of conflicts between rows of which each has a local time that occurred twice, so that
  /// both may be right.
  var repeatedHourConflictCount = 0
  /// Whether a table ends without a line end, as a truncated file does.
  var endsMidLine = false
  /// The sensor readings in an hour that the zone's clocks skipped, if as many as in the adjacent ones.
  var timeZoneWarning: RowWarning?
  /// The difference between the time zone and local times beside exact instants, if any.
  var localTimeWarning: RowWarning?
  /// The readings and events after ``ReadOptions/now``, which are kept.
  var futureRecords: RowWarning?
  /// The feeds and the sensors of each person that recorded at the same time, of which one is in the
  /// recording.
  public internal(set) var simultaneousSensors: [SimultaneousSensors] = []
  /// The number of a meter's values that were read as a sensor's, by the time between them.
  var meterReadingsTreatedAsSensorCount = 0
  /// The number of values in a column of glucose, whose name states no device, that are not a
  /// sensor's, because most are more than an hour apart.
  var readingsOfUnknownOriginCount = 0
  /// The name of the column whose values were read as glucose because they are plausible, although
  /// neither its name nor a unit states that they are, such as `value`; `nil` if there is none.
  var ambiguousColumn: String?
  /// The columns of a plain table, or of one with some of LibreView's columns, in which nothing is
  /// read, in their order, as written, at most 100. Most have an unknown name.
  ///
  /// Whole exports of vendors' programs have none here: which of their columns are read is known by
  /// the format.
  public internal(set) var unreadColumns: [String] = []
  /// The properties detected in the file, with their evidence.
  public internal(set) var detected: FileDialect {
    get { sharedDetected.value }
    set { sharedDetected = Shared(newValue) }
  }
  private var sharedDetected: Shared<FileDialect>

  /// The number of rows that are known to contain nothing to read, by the name of the reason, such as
  /// `basalRate`.
  public var skipReasons: [String: Int] {
    Dictionary(uniqueKeysWithValues: skipped.map { ($0.rawValue, $1) })
  }

  /// The number of rows that are known to contain nothing to read.
  public var skippedCount: Int { skipped.values.reduce(0, +) }

  init(detected: FileDialect) { sharedDetected = Shared(detected) }

  mutating func accept(_ count: Int = 1) {
    rowCount += count
    acceptedCount += count
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

  /// The maximum number of rejected rows in a file of which fewer rows are accepted.
  static let mostRejections = 50_000

  /// Checks that a file of many rows is not one of which nothing but a few rows can be understood,
  /// because each rejected row costs more than one that is read.
  func checkRejections() throws(ReadError) {
    guard rejected.count >= Self.mostRejections, rejected.count > acceptedCount,
      let first = rejected.first
    else { return }
    throw ReadError(
      .limitExceeded("\(rejected.count) rows that cannot be understood, \(acceptedCount) that can"),
      line: first.line, text: first.text, expected: "rows of the format \(detected.format.value)")
  }

  /// The maximum number of columns that are listed, for tables with a column per sample.
  private static let mostUnreadColumns = 100

  mutating func leaveOut(_ columns: [String]) {
    for column in columns.prefix(Self.mostUnreadColumns)
    where unreadColumns.count < Self.mostUnreadColumns && !unreadColumns.contains(column) {
      unreadColumns.append(column)
    }
  }

  /// Rejects a row that was accepted before it was compared with the others.
  mutating func rejectAccepted(_ row: RejectedRow) {
    acceptedCount -= 1
    rejected.append(row)
  }

  /// Skips a row that was accepted before its number was recognized as an error code.
  mutating func skipAccepted(_ code: Int, line: Int) {
    (rowCount, acceptedCount) = (rowCount - 1, acceptedCount - 1)
    skip(code, line: line)
  }
}

/// A number that a device writes in place of a reading to report an error.
public struct DeviceErrorCode: Equatable, Sendable, CustomStringConvertible {
  /// The number.
  public var code: Int
  /// The line on which its row starts, counted from 1.
  public var line: Int

  /// The code and its line.
  public var description: String { "Line \(line): code \(code)" }
}

struct RowWarning: Hashable, Sendable {
  var count: Int
  var line: Int
  var example: String
  var zone: TimeZone?

  var zoneName: String { zone?.name ?? "" }
}

/// The reason a row is known to contain nothing to read.
enum RowSkipReason: String {
  case header, blankLine, preamble, comment
  /// A reading that the file marks as missing: an empty cell, `NA`, `NaN`, `null`, or a dash.
  case missingValue
  case alert, emptyNote, otherMeasurement, errorCode, basalRate
  /// An action or a setting of a device: an upload, a refill, a suspension, a counter.
  case deviceRecord
  case deleted
  /// A number derived from readings, or a reading that is also elsewhere in the file.
  case derived
  case otherSensor
}

/// Two feeds of one sensor, or two sensors of a person, that recorded at the same time.
///
/// The recording is of one of them; `MergedFeeds` states the rule. Two sensors may also be one:
/// before and after its clock was set back, as on a journey, in two files whose time zones differ,
/// or in two programs of which one changes the readings.
public struct SimultaneousSensors: Equatable, Sendable, CustomStringConvertible {
  /// The identifier of the person, if the file has one.
  public var person: String?
  /// The names of the two files, or of the two devices in one file, as far as they are known.
  package var sources: [String]
  /// The feeds, and the readings of one of them that are not in the recording.
  package var feeds: ParallelFeeds

  /// The warning, as a sentence without its end.
  public var description: String {
    let names = sources.map { "\"\($0)\"" }.joined(separator: " and ")
    return (person.map { "\($0): " } ?? "") + feeds.description
      + (names.isEmpty ? "" : ": \(names)")
  }
}
