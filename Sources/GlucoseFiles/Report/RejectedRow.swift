// SPDX-License-Identifier: Apache-2.0

/// A row that could not be understood, where it stands, and why.
public struct RejectedRow: Hashable, Sendable, CustomStringConvertible {
  /// Why a row could not be understood.
  public enum Reason: Hashable, Sendable {
    /// A quote opens but does not close before a delimiter or the end of the line.
    case brokenQuotes
    /// The row has more cells than the header has names, as when a decimal comma splits one.
    case extraCells(found: Int, expected: Int)
    /// There is no time where one belongs.
    case missingTime
    /// The time cannot be understood, or the calendar has no such date.
    case unreadableTime
    /// Clocks skipped that local time, so it never was.
    case skippedHour
    /// There is no number where one belongs.
    case missingNumber
    /// The text is no number, or has another decimal separator than the numbers before it.
    case unreadableNumber
    /// A concentration must be above zero.
    case notPositive
    /// No device shows such a concentration: it lies outside ``GlucoseFile/plausibleRange``. Or an amount
    /// is higher than anybody's.
    case implausible
    /// The row is of a kind that this reader does not know.
    case unknownKind
    /// The row states a unit that this reader does not know, or two that contradict each other.
    case unknownUnit
    /// The row holds bytes of zero, which no text has: a disk or a transfer lost what stood there.
    case zeroBytes
    /// The row states no unit where each has its own.
    case missingUnit
    /// The line is not JSON.
    case notJSON
    /// The file ends within the row, or before its list of rows does; or it ends with a number, of which
    /// digits may be missing.
    case cutOff
  }

  /// Why the row could not be understood.
  public var reason: Reason
  /// The line on which the row starts, counted from 1.
  public var line: Int
  /// The column in question, counted from 1, if it is one.
  public var column: Int?
  /// The text in question: the cell, or the start of the row.
  public var text: String

  /// What is wrong and where, as a sentence.
  public var description: String {
    let place = column.map { "Line \(line), column \($0)" } ?? "Line \(line)"
    return "\(place): \(explanation): \"\(text)\"."
  }

  private var explanation: String {
    switch reason {
    case .brokenQuotes: "a quote does not close"
    case .extraCells(let found, let expected): "\(found) cells where \(expected) belong"
    case .missingTime: "no time"
    case .unreadableTime: "not a time"
    case .skippedHour: "clocks skipped this time"
    case .missingNumber: "no number"
    case .unreadableNumber: "not a number like the others"
    case .notPositive: "not above zero"
    case .implausible: "not a number that any device shows"
    case .unknownKind: "an unknown kind of row"
    case .unknownUnit: "an unknown unit"
    case .zeroBytes: "bytes of zero, as damage leaves them"
    case .missingUnit: "no unit"
    case .notJSON: "not JSON"
    case .cutOff: "the file ends here, before what it holds does"
    }
  }
}

/// What a format's reader throws at a row; the place is added where the row is known.
struct Rejection: Error {
  var reason: RejectedRow.Reason
  /// The column counted from 0.
  var column: Int?

  init(_ reason: RejectedRow.Reason, column: Int? = nil) {
    self.reason = reason
    self.column = column
  }
}
