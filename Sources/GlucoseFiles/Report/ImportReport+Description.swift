internal import GlucoseMath
package import GlucoseFoundation

extension ImportReport: CustomStringConvertible {
  /// The report as lines of text: the detected properties with their evidence, the number of rows
  /// by disposition, and each rejected row with its reason.
  public var description: String { lines(rejectedLimit: .max).joined(separator: "\n") }

  /// Returns the report as lines of text, with at most `limit` rejected rows and at most `limit`
  /// error codes.
  public func lines(rejectedLimit limit: Int) -> [String] {
    let needsNoZone = "Zone: not needed, because every time states its instant"
    var lines = [
      Self.line("Format", detected.format) { $0.description },
      Self.line("Encoding", detected.encoding) { $0.rawValue },
      Self.line("Cells separated by", detected.delimiter) { "\($0)" },
      Self.line("Unit", detected.unit) { $0.rawValue },
      Self.line("Dates", detected.dateOrder) { $0.words },
      Self.line("Zone", detected.zone) { $0.name } ?? (acceptedCount > 0 ? needsNoZone : nil),
      Self.line("Decimal separator", detected.decimalSeparator) { "\($0)" },
    ].compactMap(\.self)
    if !unreadColumns.isEmpty {
      let names = unreadColumns.map { "\"\($0)\"" }.joined(separator: ", ")
      lines.append("Columns that were not read: \(names)")
    }
    lines.append(
      "Rows: \(rowCount), of which \(acceptedCount) accepted, \(skippedCount) skipped, "
        + "\(rejected.count) rejected")
    for (reason, words) in RowSkipReason.descriptions {
      if let count = skipped[reason] { lines.append("Skipped: \(count), \(words)") }
    }
    lines += errorCodes.prefix(limit).map { "Skipped: \($0)" }
    if errorCodes.count > limit {
      lines.append("Skipped: \(errorCodes.count - limit) more error codes")
    }
    if endsMidLine {
      lines.append("The last line has no line end: the file may be truncated within a row")
    }
    lines += ReadingConflict.summary(of: conflicts, in: detected.unit?.value)
    if let first = ambiguousTimeLines.first {
      lines.append(
        "Ambiguous local times in a repeated hour, read as the first occurrence: "
          + "\(ambiguousTimeLines.count), the first on line \(first)")
    }
    lines += warnings
    lines += rejected.prefix(limit).map { "Rejected: \($0)" }
    if rejected.count > limit { lines.append("Rejected: \(rejected.count - limit) more") }
    return lines
  }

  /// The warnings about the file as a whole, as sentences.
  public var warnings: [String] {
    let aboutTimes = [
      timeZoneWarning.map {
        "The zone may be wrong: \($0.count) sensor readings, the first \($0.example) on line "
          + "\($0.line), are in an hour that the clocks of \($0.zoneName) skipped, as many as in the "
          + "adjacent hours; the device was in another zone, or its clock was not changed"
      },
      localTimeWarning.map {
        "The zone may be wrong: \($0.count) local times, the first \($0.example) on line "
          + "\($0.line), are not those of \($0.zoneName); the instants beside them were read"
      },
      repeatedHourConflictCount == 0
        ? nil
        : "Clocks were set back: \(repeatedHourConflictCount) of the conflicts are in an hour that "
          + "occurred twice; a column of the offset from UTC or of the time zone decides which "
          + "occurrence is meant",
      futureRecords.map {
        "Readings and events in the future: \($0.count), the first on line \($0.line), at "
          + $0.example
      },
    ]
    let aboutValues = [
      ambiguousColumn.flatMap { column in
        detected.unit.map {
          "The column \"\(column)\" was read as glucose in \($0.value.rawValue) because its values "
            + "are plausible; the file states neither the quantity nor the unit"
        }
      },
      readingsOfUnknownOriginCount == 0
        ? nil
        : "Not read as sensor readings, because most are more than an hour apart and the file states "
          + "no device: \(readingsOfUnknownOriginCount) values",
      meterReadingsTreatedAsSensorCount == 0
        ? nil
        : "Read as sensor readings, because they are a few minutes apart: "
          + "\(meterReadingsTreatedAsSensorCount) values of a meter column",
    ]
    return aboutTimes.compactMap(\.self) + simultaneousSensors.map(\.description)
      + aboutValues.compactMap(\.self)
  }

  private static func line<Value>(
    _ name: String, _ detected: DetectedValue<Value>?, _ words: (Value) -> String
  ) -> String? {
    detected.map { "\(name): \(words($0.value)) (\($0.evidence))" }
  }
}

extension TimeZone {
  /// The identifier, or UTC for the zone that the system calls GMT, whichever of the two was stated.
  package var name: String { identifier == "GMT" ? "UTC" : identifier }
}

extension DateOrder {
  fileprivate var words: String {
    switch self {
    case .yearFirst: "year, month, day"
    case .dayFirst: "day, month, year"
    case .monthFirst: "month, day, year"
    }
  }
}

extension RowSkipReason {
  /// The reasons and what they say of rows, in the order of reports.
  fileprivate static let descriptions: [(reason: Self, words: String)] = [
    (.header, "column names"), (.blankLine, "blank"),
    (.preamble, "about the person, the device, or its settings"), (.comment, "comments"),
    (.missingValue, "without a value, as marked in the file"), (.alert, "device alerts"),
    (.emptyNote, "notes without text"), (.otherMeasurement, "measurements of another quantity"),
    (.errorCode, "error codes in place of readings"), (.basalRate, "basal rates"),
    (.deviceRecord, "device records"), (.deleted, "deleted"),
    (.derived, "derived from other rows of the file"),
    (.otherSensor, "readings of a second sensor that is not read"),
  ]
}
