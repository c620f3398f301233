// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// A file that cannot be read, why, and where.
///
/// A single bad row is no error: it is rejected and listed in ``ImportReport/rejected``. An error means
/// that nothing in the file could be trusted.
public struct ReadError: Error, Hashable, Sendable {
  /// Why a file cannot be read.
  public enum Reason: Hashable, Sendable {
    /// The operating system did not hand over the file, for this reason.
    case cannotOpen(String)
    /// The operating system handed over the file and failed amid it, for this reason.
    case cannotRead(String)
    /// What does not state its size, such as standard input, has more bytes than this.
    case tooLong(bytes: Int)
    /// There is nothing in the file, or nothing but blank lines.
    case emptyFile
    /// A document is whole and holds no record, as a bundle without entries.
    case noRecords
    /// The bytes are not text but, for instance, an archive.
    case notText(looksLike: String)
    /// No known format has a header or a structure like this.
    case unknownFormat
    /// Day and month could be either way round in every date, such as this one.
    case ambiguousDates(example: String)
    /// Some dates can only be day-first, others only month-first.
    case contradictoryDates(dayFirst: String, monthFirst: String)
    /// Nothing names the unit, and values in this range leave it open.
    case unitUnknown(values: ClosedRange<Double>)
    /// Values in this range cannot be of the unit that the file or the caller states.
    case unitContradicted(GlucoseUnit, values: ClosedRange<Double>)
    /// The times show a clock of 12 hours without AM and PM, as in these two rows.
    case twelveHourClock(example: String)
    /// The times show a wall clock, and the options name no zone.
    case zoneNeeded(example: String)
    /// A document of JSON or XML breaks the rules of its notation, in this way.
    case malformed(String)
    /// A document or an archive is made to overwhelm its reader, in this way.
    case hostile(String)
    /// An archive is damaged or of a kind that cannot be unpacked, for this reason.
    case badArchive(String)
    /// An archive holds several files of known formats, which are these.
    case severalFiles([String])
    /// The file is a spreadsheet of a kind that is not read, described.
    case unsupportedWorkbook(String)
    /// Day and month are exchanged in dates of a spreadsheet such as this one: it took text for dates
    /// in the order of another country.
    case exchangedDates(example: String)
    /// The table has no column of this name, or not so many columns.
    case noSuchColumn(String)
  }

  /// Why the file cannot be read.
  public var reason: Reason
  /// The line, counted from 1, if one line shows the trouble.
  public var line: Int?
  /// The text in question, shortened.
  public var text: String?
  /// What would have been understood.
  public var expected: String?

  /// An error and where it lies.
  public init(
    _ reason: Reason, line: Int? = nil, text: String? = nil, expected: String? = nil
  ) {
    self.reason = reason
    self.line = line
    self.text = text
    self.expected = expected
  }
}

extension ReadError: CustomStringConvertible {
  /// What is wrong, where, and what would have been understood, as sentences.
  public var description: String {
    var place = ""
    if let line { place += " on line \(line)" }
    if let text { place += ": \"\(text)\"" }
    let expectation = expected.map { " Expected \($0)." } ?? ""
    return sentence + (place.isEmpty ? "." : " (seen\(place)).") + expectation
  }

  private var sentence: String {
    switch reason {
    case .cannotOpen(let message): "The file cannot be opened: \(message)"
    case .cannotRead(let message): "The file cannot be read: \(message)"
    case .tooLong(let bytes):
      "The input does not end within \(bytes >> 20) MiB, the most that is read of a stream"
    case .emptyFile: "The file is empty"
    case .noRecords: "The file holds no record"
    case .notText(let look): "The file is not text; it looks like \(look)"
    case .unknownFormat: "The format of the file is not known"
    case .ambiguousDates(let example):
      "The dates leave open which number is the day and which the month, for instance \(example)"
    case .contradictoryDates(let dayFirst, let monthFirst):
      "The dates contradict each other: \(dayFirst) has the day first, \(monthFirst) the month"
    case .unitUnknown(let values):
      "Nothing names the unit of values from \(values.lowerBound) to \(values.upperBound)"
    case .unitContradicted(let unit, let values):
      "Values from \(values.lowerBound) to \(values.upperBound) cannot be \(unit.rawValue)"
    case .twelveHourClock(let example):
      "The times show a 12-hour clock without AM or PM, as in \(example)"
    case .zoneNeeded(let example):
      "The times, such as \(example), show a wall clock, and no time zone was given"
    case .malformed(let fault): "The document is not well formed: \(fault)"
    case .hostile(let danger): "The file is refused: \(danger)"
    case .badArchive(let fault): "The archive cannot be unpacked: \(fault)"
    case .severalFiles(let names):
      "The archive holds several files that can be read: \(names.joined(separator: ", "))"
    case .unsupportedWorkbook(let kind): "The file is \(kind), which is not read"
    case .exchangedDates(let example):
      "A spreadsheet exchanged day and month in dates such as \(example)"
    case .noSuchColumn(let name): "The table has no column \"\(name)\""
    }
  }
}
