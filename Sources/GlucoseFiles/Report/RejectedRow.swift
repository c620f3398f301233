/// A row that could not be understood, with its place and the reason.
public struct RejectedRow: Equatable, Sendable, CustomStringConvertible {
  package enum Reason: Equatable, Sendable {
    /// An opening quote has no closing quote before a delimiter or the end of the line.
    case brokenQuotes
    /// The row has more cells than the header, as when a decimal comma splits a cell.
    case extraCells(found: Int, expected: Int)
    case missingTime
    /// The time cannot be parsed, or the date is not in the calendar.
    case unreadableTime
    /// The time ends in the name of a time zone that is unknown or used in several zones, as CST is.
    case unknownZone
    case skippedHour, resetClock, missingNumber
    /// The text is not a number, or has a different decimal separator from the numbers before it.
    case unreadableNumber
    case notPositive
    /// The concentration is outside ``GlucoseFile/plausibleRange``, or an amount is higher than
    /// possible for a person.
    case implausible
    case unknownKind
    /// The row states an unknown unit, or two units that contradict each other.
    case unknownUnit
    case zeroBytes
    /// The row states no unit, in a format in which each row states its own.
    case missingUnit
    case notJSON
    /// The file ends within the row or before the end of its list of rows, or it ends with a number
    /// that may lack digits.
    case cutOff
  }

  package var reason: Reason
  /// The line on which the row starts, counted from 1.
  public var line: Int
  /// The column of the error, counted from 1, if it concerns a single column.
  public var column: Int?
  /// The text that caused the error: the cell, or the start of the row.
  public var text: String

  /// The place, the reason, and the text, as a sentence.
  public var description: String {
    let place = column.map { "Line \(line), column \($0)" } ?? "Line \(line)"
    return "\(place): \(explanation): \"\(text)\"."
  }

  private var explanation: String {
    switch reason {
    case .brokenQuotes: "a quote is not closed"
    case .extraCells(let found, let expected): "\(found) cells where \(expected) are expected"
    case .missingTime: "the time is missing"
    case .unreadableTime: "not a valid time"
    case .unknownZone: "a time in an unknown time zone, or one of several with this name"
    case .skippedHour: "a local time that clocks skipped"
    case .resetClock: "more than ten years from all other times of the person"
    case .missingNumber: "the number is missing"
    case .unreadableNumber: "not a number in the notation of the others"
    case .notPositive: "not above zero"
    case .implausible: "outside the plausible range"
    case .unknownKind: "an unknown kind of row"
    case .unknownUnit: "an unknown unit"
    case .zeroBytes: "zero bytes, from damage"
    case .missingUnit: "the unit is missing"
    case .notJSON: "not JSON"
    case .cutOff: "the file ends here, before its content is complete"
    }
  }
}

/// An error that a format's reader throws for a row of a table or a record of a document; the place
/// is added where the row is known.
struct Rejection: Error {
  var reason: RejectedRow.Reason
  /// The column of a table, counted from 0.
  var column: Int?
  /// The text of a record that caused the error, shortened.
  var text: String

  init(_ reason: RejectedRow.Reason, _ text: String = "", column: Int? = nil) {
    (self.reason, self.text, self.column) = (reason, text, column)
  }
}
