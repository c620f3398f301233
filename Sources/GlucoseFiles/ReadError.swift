public import GlucoseMath
public import GlucoseFoundation

/// An error that indicates why and where a file cannot be read.
///
/// A single row that cannot be read is not an error: it is rejected and listed in
/// ``ImportReport/rejected``. An error means that nothing in the file can be trusted.
public struct ReadError: Error, Equatable, Sendable {
  /// The reason a file cannot be read.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Reason: Equatable, Sendable {
    /// The operating system cannot open the file, for this reason.
    case cannotOpen(String)
    /// The operating system failed while reading the file, for this reason.
    case cannotRead(String)
    /// A stream that states no size, such as standard input, has more bytes than this.
    case tooLong(bytes: Int)
    /// The file is empty or contains only blank lines.
    case emptyFile
    /// A document is complete but has no records, such as a bundle without entries.
    case noRecords
    /// The bytes are not text but, for example, an archive.
    case notText(looksLike: String)
    /// No known format has this header or structure.
    case unknownFormat
    /// Every date, such as this one, is valid both day-first and month-first.
    case ambiguousDates(example: String)
    /// Some dates are valid only day-first, others only month-first.
    case contradictoryDates(dayFirst: String, monthFirst: String)
    /// The file states no unit, and values in this range do not determine it.
    case unitUnknown(values: ClosedRange<Double>)
    /// Values in this range are not possible in the unit that the file or the caller states.
    case unitContradicted(GlucoseUnit, values: ClosedRange<Double>)
    /// The times are on a 12-hour clock without AM and PM, as in these two rows.
    case twelveHourClock(example: String)
    /// The times are local, such as this one, and the options specify no time zone.
    case zoneNeeded(example: String)
    /// A JSON or XML document is not well formed, in this way.
    case malformed(String)
    /// A document or an archive would exhaust the reader's resources, in this way.
    case limitExceeded(String)
    /// An archive is damaged or uses an unsupported method, for this reason.
    case badArchive(String)
    /// An archive contains several files in known formats, with these names.
    case severalFiles([String])
    /// The file is a spreadsheet in an unsupported format, with this description.
    case unsupportedWorkbook(String)
    /// Day and month are swapped in dates of a spreadsheet such as this one, because it converted
    /// text to dates in the order of another country.
    case swappedDayAndMonth(example: String)
    /// The table has no column with this name, or fewer columns than this number.
    case noSuchColumn(String)
  }

  /// The reason the file cannot be read.
  public var reason: Reason
  /// The line, counted from 1, if the error is visible on one line.
  public var line: Int?
  /// The text that caused the error, shortened.
  public var text: String?
  /// The input that is allowed.
  public var expected: String?

  package init(_ reason: Reason, line: Int? = nil, text: String? = nil, expected: String? = nil) {
    (self.reason, self.line, self.text, self.expected) = (reason, line, text, expected)
  }
}

extension ReadError: CustomStringConvertible {
  /// The reason, the place, and the input that is allowed, as sentences.
  public var description: String {
    var place = ""
    if let line { place += " on line \(line)" }
    if let text, !sentence.contains(text) { place += ": \"\(text)\"" }
    let expectation = expected.map { " Expected \($0)." } ?? ""
    return sentence + (place.isEmpty ? "." : " (seen\(place)).") + expectation
  }

  private var sentence: String {
    switch reason {
    case .cannotOpen(let message): "The file cannot be opened: \(message)"
    case .cannotRead(let message): "The file cannot be read: \(message)"
    case .tooLong(let bytes):
      "The input is longer than \(bytes >> 20) MiB, the maximum for a stream"
    case .emptyFile: "The file is empty"
    case .noRecords: "The file contains no records"
    case .notText(let look): "The file is not text; it looks like \(look)"
    case .unknownFormat: "The format of the file is not known"
    case .ambiguousDates(let example):
      "The order of day and month in the dates is ambiguous, for example \(example)"
    case .contradictoryDates(let dayFirst, let monthFirst):
      "The dates contradict each other: \(dayFirst) is day-first, \(monthFirst) is month-first"
    case .unitUnknown(let values):
      "The file states no unit for values from \(values.lowerBound) to \(values.upperBound)"
    case .unitContradicted(let unit, let values):
      "Values from \(values.lowerBound) to \(values.upperBound) are impossible in \(unit.rawValue)"
    case .twelveHourClock(let example):
      "The times are on a 12-hour clock without AM or PM, as in \(example)"
    case .zoneNeeded(let example):
      "The times, such as \(example), are local, and no time zone is given"
    case .malformed(let fault): "The document is not well formed: \(fault)"
    case .limitExceeded(let danger): "The file is refused: \(danger)"
    case .badArchive(let fault): "The archive cannot be unpacked: \(fault)"
    case .severalFiles(let names):
      "The archive contains several readable files: \(names.joined(separator: ", "))"
    case .unsupportedWorkbook(let kind): "The file is \(kind), which is not supported"
    case .swappedDayAndMonth(let example):
      "A spreadsheet swapped day and month in dates such as \(example)"
    case .noSuchColumn(let name): "The table has no column \"\(name)\""
    }
  }
}

// For alerts, which show the localized description of an error.
extension ReadError: LocalizedError {
  /// The description, in English.
  public var errorDescription: String? { description }
}
