/// A row that could not be understood, with its place and the reason.
public struct RejectedRow: Equatable, Sendable, CustomStringConvertible {
  package struct Reason: Equatable, Sendable {
    fileprivate let explanation: String

    private init(_ explanation: String) { self.explanation = explanation }

    /// An opening quote has no closing quote before a delimiter or the end of the line.
    package static let brokenQuotes = Self("a quote is not closed")
    package static let missingTime = Self("the time is missing")
    /// The time cannot be parsed, or the date is not in the calendar.
    package static let unreadableTime = Self("not a valid time")
    /// The time ends in the name of a time zone that is unknown or used in several zones, as CST is.
    package static let unknownZone = Self(
      "a time in an unknown time zone, or one of several with this name")
    package static let skippedHour = Self("a local time that clocks skipped")
    package static let resetClock = Self("more than ten years from all other times of the person")
    /// The row names no person, in a table in which others do.
    package static let missingPerson = Self("the person is missing")
    package static let missingNumber = Self("the number is missing")
    /// The text is not a number, or has a different decimal separator from the numbers before it.
    package static let unreadableNumber = Self("not a number in the notation of the others")
    package static let notPositive = Self("not above zero")
    /// The concentration is outside ``GlucoseFile/plausibleRange``, or an amount is higher than
    /// possible for a person.
    package static let implausible = Self("outside the plausible range")
    package static let unknownKind = Self("an unknown kind of row")
    /// The row states an unknown unit, or two units that contradict each other.
    package static let unknownUnit = Self("an unknown unit")
    package static let zeroBytes = Self("zero bytes, from damage")
    /// The row states no unit, in a format in which each row states its own.
    package static let missingUnit = Self("the unit is missing")
    package static let notJSON = Self("not JSON")
    /// The file ends within the row or before the end of its list of rows, or it ends with a number
    /// that may lack digits.
    package static let cutOff = Self("the file ends here, before its content is complete")

    /// The row has more cells than the header, as when a decimal comma splits a cell.
    package static func extraCells(found: Int, expected: Int) -> Self {
      Self("\(found) cells where \(expected) are expected")
    }
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
    return "\(place): \(reason.explanation): \"\(text)\"."
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
