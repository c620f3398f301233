// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ImportReport: CustomStringConvertible {
  /// The account as lines of text: what was detected and on what evidence, how many rows became what,
  /// and each rejected row with its reason.
  public var description: String { lines(rejected: .max).joined(separator: "\n") }

  /// The account as lines of text, of which at most `limit` describe rejected rows
  /// and as many error codes.
  public func lines(rejected limit: Int) -> [String] {
    var lines = [Self.line("Format", detected.format) { $0.rawValue }]
    lines.append(Self.line("Encoding", detected.encoding) { $0.rawValue })
    if let delimiter = detected.delimiter {
      lines.append(Self.line("Cells separated by", delimiter) { "\($0)" })
    }
    if let unit = detected.unit { lines.append(Self.line("Unit", unit) { $0.rawValue }) }
    if let order = detected.dateOrder { lines.append(Self.line("Dates", order) { $0.words }) }
    if let zone = detected.zone {
      lines.append(Self.line("Zone", zone) { $0.identifier })
    } else if acceptedCount > 0 {
      lines.append("Zone: none needed, for every time states its instant")
    }
    if let separator = detected.decimalSeparator {
      lines.append(Self.line("Decimal separator", separator) { "\($0)" })
    }
    lines.append(
      "Rows: \(rowCount), of which \(acceptedCount) accepted, \(skippedCount) skipped, "
        + "\(rejectedCount) rejected")
    for reason in RowSkipReason.allCases {
      if let count = skipped[reason] { lines.append("Skipped: \(count), \(reason.words)") }
    }
    lines += errorCodes.prefix(limit).map { "Skipped: \($0)" }
    if errorCodes.count > limit {
      lines.append("Skipped: \(errorCodes.count - limit) more error codes")
    }
    if endsMidLine {
      lines.append("The last line has no end: in a file that was cut off, it is half a row")
    }
    lines += ReadingConflict.summary(of: conflicts, in: detected.unit?.value ?? .mgdL)
    if let first = ambiguousTimeLines.first {
      lines.append(
        "In an hour that clocks showed twice, and taken for its first occurrence: "
          + "\(ambiguousTimeLines.count), the first on line \(first)")
    }
    lines += warnings
    lines += rejected.prefix(limit).map { "Rejected: \($0)" }
    if rejectedCount > limit { lines.append("Rejected: \(rejectedCount - limit) more") }
    return lines
  }

  /// What is odd about the file as a whole, as sentences.
  public var warnings: [String] {
    var doubts: [String] = []
    if let doubt = timeZoneWarning {
      doubts.append(
        "The zone may be wrong: \(doubt.count) sensor readings, the first \(doubt.example) on line "
          + "\(doubt.line), lie in an hour that the clocks of \(doubt.zone.identifier) skipped, as "
          + "many as in the hours beside it; the device's clock is another zone's, or was not changed"
      )
    }
    if let futureRows {
      doubts.append(
        "In the future: \(futureRows.count), the first on line \(futureRows.line), at "
          + "\(futureRows.time.formatted(.iso8601))")
    }
    if meterValuesReadAsSensor > 0 {
      doubts.append(
        "Taken for a sensor's, for they follow each other every few minutes: "
          + "\(meterValuesReadAsSensor) values of a meter's column")
    }
    return doubts
  }

  private static func line<Value>(
    _ name: String, _ detected: DetectedValue<Value>, _ words: (Value) -> String
  ) -> String {
    "\(name): \(words(detected.value)) (\(detected.evidence))"
  }
}

extension DateOrder {
  /// The order in words.
  fileprivate var words: String {
    switch self {
    case .yearFirst: "year, month, day"
    case .dayFirst: "day, month, year"
    case .monthFirst: "month, day, year"
    }
  }
}

extension RowSkipReason {
  /// What the rows are, in words.
  var words: String {
    switch self {
    case .header: "the names of columns"
    case .blankLine: "blank"
    case .preamble: "about the person, the device or its settings"
    case .comment: "comments"
    case .missingValue: "without a value, as the file itself says"
    case .alert: "alerts of the device"
    case .emptyNote: "notes without text"
    case .otherMeasurement: "measurements of something else"
    case .errorCode: "error codes in place of readings"
    case .basalRate: "rates of steady insulin"
    case .deviceRecord: "about what the device did"
    case .deleted: "deleted by somebody"
    case .derived: "worked out from what stands elsewhere in the file"
    case .otherSensor: "readings of a second sensor, where the other one is read"
    }
  }
}
