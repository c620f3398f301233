// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The elements of a list in a range of its text, as they were read without those before.
private struct JSONPart: Sendable {
  let range: Range<Int>
  let collector: RowCollector
  let report: ImportReport
  let count: Int
  let emptyLists: Int
  let lineFeeds: Int
}

extension JSONFormat {
  /// Reads most of a document's lists in parts on all cores, and merges the parts in order.
  ///
  /// A part begins after text that looks like the end of an element and a separator. That is the
  /// beginning of an element if the elements before end there; if they do not, because the text is
  /// within an element or a string, the part is read in order.
  mutating func readParts(
    _ progress: inout JSONProgress, into collector: inout RowCollector,
    _ report: inout ImportReport, _ sizes: FileParts
  ) throws(ReadError) {
    try readDocuments(&progress, into: &collector, &report, until: sizes.head)
    var separator: [UInt8] = []
    while !progress.documents.isEnded {
      let next = progress.documents.nextElement
      separator = next.flatMap { progress.documents.separator(before: $0) } ?? separator
      guard let next, !separator.isEmpty else {
        // The next document, which may be the first of a list.
        try readDocuments(
          &progress, into: &collector, &report, until: next.map { $0 + 1 } ?? 0)
        continue
      }
      let ranges = Self.ranges(in: progress.text.bytes, from: next, separator, sizes)
      guard !ranges.isEmpty else { return }
      let (start, startSection) = (collector.known, progress.documents.section)
      for (range, part) in zip(
        ranges, parts(ranges, of: progress, separator.count - 2, collector, report))
      {
        let line = progress.lines.line(of: range.lowerBound, in: progress.text.bytes)
        guard let part, progress.documents.nextElement == range.lowerBound,
          progress.documents.section == startSection,
          collector.add(part.collector, from: start, after: line - 1, bits: 0)
        else {
          try readDocuments(&progress, into: &collector, &report, until: range.upperBound)
          continue
        }
        report.add(part.report, after: line - 1)
        progress.count += part.count
        progress.emptyLists += part.emptyLists
        progress.documents.skip(to: range.upperBound)
        progress.lines.skip(to: range.upperBound, lineFeeds: part.lineFeeds)
      }
    }
  }

  /// Reads each part by itself; `nil` for a part that is more or less than complete elements.
  ///
  /// - Parameter gap: The number of bytes between two elements.
  private func parts(
    _ ranges: [Range<Int>], of progress: JSONProgress, _ gap: Int, _ collector: RowCollector,
    _ report: ImportReport
  ) -> [JSONPart?] {
    let entriesPerByte =
      Double(collector.entries.count) / Double(max(progress.documents.scanner.index, 1))
    let (detected, encoding) = (report.detected, progress.text.encoding)
    let documents = progress.documents
    return FileParts.map(ranges) { range in
      // A copy, because the references to one array would be counted by all cores at once.
      let list = JSONDocuments(
        elements: documents.scanner.bytes[range.dropLast(gap)], of: documents)
      let text = DecodedText(written: list.scanner.bytes, encoding.evidence)
      var part = JSONProgress(text: text, documents: list)
      var reader = self
      var entries = collector.forPart
      var rows = ImportReport(detected: detected)
      entries.reserve(Int(Double(range.count) * entriesPerByte * 1.05))
      guard (try? reader.readDocuments(&part, into: &entries, &rows)) != nil, !part.isCut else {
        return nil
      }
      return JSONPart(
        range: range, collector: entries, report: rows, count: part.count,
        emptyLists: part.emptyLists,
        lineFeeds: LineCounter.lineFeeds(documents.scanner.bytes, range))
    }
  }

  /// Returns the ranges of the next parts, each of which ends after a separator of elements; empty
  /// if too little of the text is left.
  private static func ranges(
    in bytes: [UInt8], from start: Int, _ separator: [UInt8], _ sizes: FileParts
  ) -> [Range<Int>] {
    var start = start
    var ranges: [Range<Int>] = []
    while ranges.count < max(sizes.count, 1),
      let next = Self.position(of: separator, in: bytes, from: start + max(sizes.size, 1))
    {
      let end = next + separator.count - 1
      ranges.append(start..<end)
      start = end
    }
    return ranges
  }

  /// Returns the first position at or after `start` of a text.
  private static func position(
    of text: [UInt8], in bytes: [UInt8], from start: Int
  ) -> Int? {
    var position = start
    while position + text.count <= bytes.count {
      if bytes[position] == text.first, bytes[position...].starts(with: text) { return position }
      position += 1
    }
    return nil
  }
}

extension JSONDocuments {
  /// Returns the end of the last element, what follows it, and the beginning of the element at
  /// `next`; `nil` if there is no element before, or if one of them is not an object.
  fileprivate func separator(before next: Int) -> [UInt8]? {
    let bytes = scanner.bytes
    let end = scanner.index - 1
    guard end >= 0, end < next, bytes[end] == UInt8(ascii: "}"), bytes[next] == UInt8(ascii: "{")
    else { return nil }
    return Array(bytes[end...next])
  }
}
