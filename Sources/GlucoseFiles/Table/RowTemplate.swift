internal import GlucoseMath

/// The cells of a row that may differ in a row that is read in the same way.
struct ReadingCells {
  var time: Int
  var glucose: Int
  /// The column of the device's counter in seconds, if there is one.
  var ticks: Int?
  /// A column with the number of the row, which is not read.
  var number: Int?
}

/// A row with a reading, by which the next rows are read without a search for their cells.
///
/// Rows of a sensor differ only in their time and their concentration. If all other bytes of a row,
/// delimiters and line end included, are those of the row before, and the time and the number are
/// written in the most common notation, then the reading differs only in time and value. Any other
/// row is left to the reader of the format.
struct RowTemplate {
  private enum Content { case time, glucose, ticks, number, end }

  /// Bytes that must be the same, from a position in the template's row, and what follows them.
  private struct Segment {
    var start: Int
    var count: Int
    var content: Content
  }

  /// The values of a row that differ from the template.
  struct Contents {
    var stamp: WrittenTime
    var value: Double
    /// The device's counter; NaN if there is none.
    var ticks = Double.nan
    /// The first eleven bytes of the time as written: the date and the byte after it.
    fileprivate var date: (UInt64, UInt64)
  }

  private var segments: [Segment] = []
  private var date = 0
  private var timeLength = 0
  private let offset: Int16?
  /// The file's decimal separator, if a concentration may contain it.
  private var separator: UInt8?
  /// The maximum number of bytes of a row, and of those that are loaded with it.
  private var reach = 64
  let entry: Records.Entry

  /// Creates a template of the row of the last entry, or `nil` if it is written in another way.
  init?(_ cursor: borrowing TableCursor, _ cells: ReadingCells, _ records: borrowing Records) {
    guard let entry = records.entries.last, entry.line == cursor.line,
      entry.mark.isSubset(of: [.isMgdL, .wasMmolL, .belowRange, .aboveRange]), !entry.value.isNaN,
      // A cell with a line break would be one line more, and a lone carriage return ends no row here.
      cursor.nextLine == cursor.line + 1, cursor.bytes[cursor.position - 1] == Byte.lineFeed
    else { return nil }
    self.entry = entry
    offset = entry.stamp.offset
    // As for any number, a comma that may be the delimiter separates no decimals.
    let mayBeComma = cursor.delimiter != .comma || cursor[cells.glucose].isQuoted
    if let known = cursor.decimalSeparator, known == .point || mayBeComma {
      separator = known == .point ? Byte.point : Byte.comma
    }
    var open: [(range: Range<Int>, content: Content)] = []
    let time = cursor.range(cells.time)
    guard let length = Self.timeLength(cursor.bytes, time, entry.stamp) else { return nil }
    (date, timeLength) = (time.lowerBound, length)
    open.append((time.lowerBound..<time.lowerBound + length, .time))
    for (column, content) in [
      (Optional(cells.glucose), Content.glucose), (cells.ticks, .ticks), (cells.number, .number),
    ] {
      guard let column else { continue }
      let range = cursor.range(column)
      guard 1...Self.most(content) ~= range.count,
        range.allSatisfy({
          cursor.bytes[$0] &- Byte.zero <= 9 || content == .glucose && cursor.bytes[$0] == separator
        })
      else { return nil }
      open.append((range, content))
    }
    var start = cursor.row.lowerBound
    for (range, content) in open.ordered(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard range.lowerBound >= start else { return nil }
      segments.append(Segment(start: start, count: range.lowerBound - start, content: content))
      start = range.upperBound
    }
    segments.append(Segment(start: start, count: cursor.position - start, content: .end))
    reach += cursor.position - cursor.row.lowerBound + 3 * Self.most(.number)
  }

  /// Returns the number of bytes at the start of a cell that are a time in a common notation, the
  /// rest being an offset from UTC or nothing.
  private static func timeLength(
    _ bytes: [UInt8], _ cell: Range<Int>, _ stamp: WrittenTime
  ) -> Int? {
    for length in [19, 16] where cell.count >= length {
      let (head, rest) = (cell.prefix(length), cell.dropFirst(length))
      guard let known = WrittenTime.common(bytes.elementSpan, head),
        known.with(offset: stamp.offset) == stamp,
        rest.allSatisfy({ "0123456789:.+-Z".utf8.contains(bytes[$0]) })
      else { continue }
      return length
    }
    return nil
  }

  /// The maximum number of digits of a concentration before its separator, and after it: no more
  /// than nineteen in all, which a word holds.
  private static var glucoseDigits: (whole: Int, places: Int) { (3, 16) }

  private static func most(_ content: Content) -> Int {
    switch content {
    case .glucose: glucoseDigits.whole + 1 + glucoseDigits.places
    case .ticks, .number: 15
    case .time, .end: 0
    }
  }

  /// Reads the next rows that are written as this one and begin before `end`; returns how many.
  func readRows(_ cursor: inout TableCursor, into records: inout Records, until end: Int) -> Int {
    let bytes = cursor.bytes
    let span = bytes.elementSpan
    let words = unsafe span.bytes
    let segments = segments.elementSpan
    // So that all loads of words are within the bytes.
    let last = min(end, span.count - reach + 1)
    var row = Contents(stamp: entry.stamp, value: entry.value, date: Self.date(words, at: date))
    var place = cursor.position
    var count = 0
    while place < last, let next = next(span, segments, at: place, &row) {
      records.add(row, like: entry, line: cursor.nextLine &+ count)
      place = next
      count &+= 1
    }
    cursor.skipRows(count, endingAt: place)
    return count
  }

  /// Returns the position after the row at `start`, or `nil` if it is not written as this one.
  @inline(__always)
  private func next(
    _ bytes: Span<UInt8>, _ segments: Span<Segment>, at start: Int, _ row: inout Contents
  ) -> Int? {
    let words = unsafe bytes.bytes
    var place = start
    var index = 0
    while index < segments.count {
      let segment = segments[index]
      index &+= 1
      guard Self.isSame(words, segment.start, place, segment.count) else { return nil }
      place &+= segment.count
      switch segment.content {
      case .end: break
      case .time:
        let date = Self.date(words, at: place)
        if date == row.date {
          guard let seconds = WrittenTime.commonClock(words, at: place, count: timeLength)
          else { return nil }
          row.stamp.seconds = Double(seconds)
        } else {
          guard let stamp = WrittenTime.common(bytes, place..<place &+ timeLength)
          else { return nil }
          row.stamp = stamp.with(offset: offset)
          row.date = date
        }
        place &+= timeLength
      case .glucose:
        guard let value = concentration(bytes, words, &place) else { return nil }
        row.value = value
      case .ticks, .number:
        let before = place
        let number = Self.digits(bytes, &place, most: Self.most(.number))
        guard place > before else { return nil }
        if segment.content == .ticks { row.ticks = Double(number) }
      }
    }
    return place
  }

  /// Returns the number at `place`, or `nil` if it is zero or lacks a digit beside its separator.
  @inline(__always)
  private func concentration(
    _ bytes: Span<UInt8>, _ words: RawSpan, _ place: inout Int
  ) -> Double? {
    let word = ByteWords.load(words, at: place)
    let count = ByteWords.digitCount(word)
    guard 1...Self.glucoseDigits.whole ~= count else { return nil }
    // Aligned at the third digit, so that a number of another length takes no other branch.
    let digits = (word ^ ByteWords.filled(with: Byte.zero)) << UInt64(8 &* (3 &- count))
    var number = digits.byte(0) &* 100 &+ digits.byte(1) &* 10 &+ digits.byte(2)
    place &+= count
    guard let separator, bytes[place] == separator else { return number > 0 ? Double(number) : nil }
    place &+= 1
    let point = place
    while place &- point < Self.glucoseDigits.places {
      let digit = bytes[place] &- Byte.zero
      guard digit <= 9 else { break }
      number = number &* 10 &+ Int(digit)
      place &+= 1
    }
    guard number > 0, place > point else { return nil }
    return ScannedNumber.value(UInt64(number), places: place &- point)
  }

  @inline(__always)
  private static func digits(_ bytes: Span<UInt8>, _ place: inout Int, most: Int) -> Int {
    let end = place &+ most
    var number = 0
    while place < end {
      let digit = bytes[place] &- Byte.zero
      guard digit <= 9 else { break }
      number = number &* 10 &+ Int(digit)
      place &+= 1
    }
    return number
  }

  /// Returns whether two ranges have the same bytes; eight bytes must follow each.
  @inline(__always)
  private static func isSame(_ words: RawSpan, _ one: Int, _ two: Int, _ count: Int) -> Bool {
    var index = 0
    while index &+ 8 <= count {
      guard ByteWords.load(words, at: one &+ index) == ByteWords.load(words, at: two &+ index)
      else { return false }
      index &+= 8
    }
    guard index < count else { return true }
    let rest = UInt64(8 &* (8 &- (count &- index)))
    let difference =
      ByteWords.load(words, at: one &+ index) ^ ByteWords.load(words, at: two &+ index)
    return difference << rest == 0
  }

  @inline(__always)
  private static func date(_ words: RawSpan, at place: Int) -> (UInt64, UInt64) {
    (ByteWords.load(words, at: place), ByteWords.load(words, at: place &+ 3))
  }
}
