// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension RowCollector {
  /// The place of an entry's time in the file.
  struct Place {
    var line: Int
    /// The column of a table, counted from 0.
    var column: Int
    /// The time as written in a document, if it may be needed later; in a table, it is looked up.
    var text: String?

    init(line: Int, column: Int = 0, text: String? = nil) {
      (self.line, self.column, self.text) = (line, column, text)
    }

    /// Creates the place of a cell of a row.
    init(_ column: Int, of row: borrowing TableCursor) {
      self.init(line: row.line, column: column)
    }
  }

  /// The content of a row, apart from events.
  ///
  /// Every reading has an entry until the file is read, so its size is limited to 32 bytes: the
  /// mark fills the padding after the time.
  struct Entry {
    var stamp: WrittenTime
    /// The flags of a reading, and a mark that indicates whether its number is already in mg/dL.
    var mark: Mark
    /// The number as written, or NaN if there is none.
    var value: Double
    var lineNumber: UInt32
    var streamNumber: UInt32

    /// The line on which its row starts.
    var line: Int { Int(lineNumber) }
    /// The number of its stream.
    var stream: Int { Int(streamNumber) }
    /// The number as written, without the rounding error of a conversion to mg/dL and back.
    var number: Double {
      guard mark.contains(.wasMmolL) else { return value }
      return (Glucose.mgdL(value).mmolL * 1e9).rounded() / 1e9
    }
  }

  /// An event with the time of an entry.
  struct EventDraft {
    var entry: Int
    var kind: DiaryEvent.Content
    /// The number of seconds until the end of a condition.
    var lasting: Double?
    var note: String?
    /// The event's identifier in the file; if `nil`, it is made from the content.
    var id: DiaryEvent.ID?
    /// The time zone that the file states for the event.
    var zone: TimeZone?
  }

  /// The properties of an entry's number.
  struct Mark: OptionSet {
    let rawValue: UInt8
    static let belowRange = Self(rawValue: ReadingFlags.belowDeviceLimit.rawValue)
    static let aboveRange = Self(rawValue: ReadingFlags.aboveDeviceLimit.rawValue)
    static let repeatedHour = Self(rawValue: ReadingFlags.ambiguousLocalTime.rawValue)
    /// The number is in mg/dL, regardless of the unit of the file.
    static let isMgdL = Self(rawValue: 1 << 7)
    /// The entry is in the same row as the previous entry.
    static let continuesRow = Self(rawValue: 1 << 6)
    /// The number is an error code unless the adjacent readings contradict this.
    static let mayBeCode = Self(rawValue: 1 << 5)
    /// The number, which is in mg/dL, was written in mmol/L.
    static let wasMmolL = Self(rawValue: 1 << 4)

    /// The flags of the reading.
    var flags: ReadingFlags { ReadingFlags(rawValue: rawValue & 0b111) }
  }
}
