// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The rows that begin in a range of a table's bytes, as they were read without those before.
private struct TablePart<Format: TableFormat> {
  let range: Range<Int>
  /// The reader after the part, and whether there was another header.
  let format: Format
  let isChanged: Bool
  let cursor: TableCursor
  let collector: RowCollector
  let report: ImportReport
}

extension TableFormat {
  /// Reads the remaining rows of a table in parts on all cores, and merges the parts in order.
  ///
  /// A part begins after a line feed. That is the beginning of a row if the row before ends there;
  /// if it does not, because a quoted cell contains the line feed, the part is read in order. The
  /// parts after a part with another header are not used, because they were read by other rules:
  /// the next part is read in order, and then more parts at once the longer there is no header.
  mutating func readParts(
    _ cursor: inout TableCursor, into collector: inout RowCollector, _ report: inout ImportReport,
    _ sizes: FileParts, afterChange: Bool
  ) {
    let bits = layout.conventions.devicePartBits
    let most = max(sizes.count, 1)
    // The number of the next parts that are read at once.
    var count = afterChange ? 1 : most
    var isChanged = afterChange
    while cursor.position < cursor.bytes.count {
      let ranges = Self.ranges(in: cursor, sizes, count: count)
      if isChanged {
        isChanged = readRows(
          &cursor, into: &collector, &report, until: ranges[0].upperBound, isPart: true)
        continue
      }
      count = min(count * 2, most)
      let (start, startCursor) = (collector.known, cursor)
      for part in parts(ranges, from: cursor, collector, report) {
        guard part.range.lowerBound == cursor.position,
          cursor.agrees(with: part.cursor, from: startCursor),
          collector.add(part.collector, from: start, after: cursor.nextLine - 1, bits: bits)
        else {
          isChanged = readRows(
            &cursor, into: &collector, &report, until: part.range.upperBound, isPart: true)
          if isChanged { break }
          continue
        }
        report.add(part.report, after: cursor.nextLine - 1)
        cursor.skip(rowsOf: part.cursor)
        if cursor.decimalSeparator == nil {
          cursor.decimalSeparator = part.cursor.decimalSeparator
          cursor.decimalExample = part.cursor.decimalExample
        }
        if part.isChanged {
          self = part.format
          isChanged = true
          break
        }
      }
      if isChanged { count = 1 }
    }
  }

  /// Reads each part by itself.
  private func parts(
    _ ranges: [Range<Int>], from cursor: TableCursor, _ collector: RowCollector,
    _ report: ImportReport
  ) -> [TablePart<Self>] {
    let entriesPerByte = Double(collector.entries.count) / Double(max(cursor.position, 1))
    let detected = report.detected
    return FileParts.map(ranges) { range in
      var reader = self
      var part = cursor.moved(to: range.lowerBound)
      var entries = collector.forPart
      var rows = ImportReport(detected: detected)
      entries.reserve(Int(Double(range.count) * entriesPerByte * 1.05))
      let isChanged = reader.readRows(
        &part, into: &entries, &rows, until: range.upperBound, isPart: true)
      return TablePart(
        range: range, format: reader, isChanged: isChanged, cursor: part, collector: entries,
        report: rows)
    }
  }

  /// Returns the ranges of the next `count` parts, each of which begins after a line feed.
  private static func ranges(
    in cursor: TableCursor, _ sizes: FileParts, count: Int
  ) -> [Range<Int>] {
    let bytes = cursor.bytes
    var ranges: [Range<Int>] = []
    var start = cursor.position
    while ranges.count < count, start < bytes.count {
      var end = min(start + max(sizes.size, 1), bytes.count)
      while end < bytes.count, bytes[end - 1] != Byte.lineFeed { end += 1 }
      ranges.append(start..<end)
      start = end
    }
    return ranges
  }
}

extension TableCursor {
  /// Returns a Boolean value that indicates whether rows that were read from the state `start` on
  /// would be read the same with the decimal separator that is known now.
  fileprivate func agrees(with part: TableCursor, from start: TableCursor) -> Bool {
    decimalSeparator == start.decimalSeparator || part.decimalSeparator == nil
      || part.decimalSeparator == decimalSeparator
  }
}
