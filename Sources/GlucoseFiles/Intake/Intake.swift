// SPDX-License-Identifier: Apache-2.0

internal import Diary
internal import GlucoseMath

/// Collects what a format's reader finds, until the whole file is known and units, dates and
/// instants can be decided.
///
/// A row gives one entry at most, with its time as written and, for a reading, its number as written.
struct Intake {
  /// What an entry is a record of.
  enum Channel: UInt8, Hashable {
    case sensor, scan, meter, event
  }

  /// A sequence of entries that one device recorded one behind the other.
  struct Stream: Hashable {
    var subject: Int
    var channel: Channel
    var device: Int
  }

  /// Where an entry's time stands in the file.
  struct Place {
    var start: Int
    var length: UInt16
    var column: UInt16
    var line: UInt32

    /// The bytes of the time.
    var range: Range<Int> { start..<(start + Int(length)) }
  }

  /// An event whose time is that of an entry.
  struct EventDraft {
    var entry: Int
    var kind: EventKind
    /// Seconds until a condition ended.
    var lasting: Double?
    var note: String?
  }

  /// The numbers of the persons in the file; a file without identifiers has none.
  var subjects = Interner()
  /// The numbers of the devices in the file.
  var devices = Interner()
  /// The numbers of the parts of devices, such as transmitters.
  var transmitters = Interner()

  private(set) var streams: [Stream] = []
  private var streamIndices: [Stream: Int] = [:]
  private var lastStream = 0

  // One element to an entry.
  private(set) var stamps: [Stamp] = []
  private(set) var places: [Place] = []
  private(set) var streamOfEntry: [UInt32] = []
  /// The number as written, or NaN where there is none.
  private(set) var values: [Double] = []
  /// The flags of a reading, and whether its number is in mg/dL already.
  private(set) var marks: [Mark] = []
  /// The device's counter of seconds; empty if the format has none.
  private(set) var ticks: [Double] = []

  private(set) var events: [EventDraft] = []

  /// What is known of an entry's number.
  struct Mark: OptionSet {
    let rawValue: UInt8
    static let belowRange = Self(rawValue: ReadingFlags.belowRange.rawValue)
    static let aboveRange = Self(rawValue: ReadingFlags.aboveRange.rawValue)
    static let repeatedHour = Self(rawValue: ReadingFlags.repeatedHour.rawValue)
    /// The number is in mg/dL, whatever the unit of the file.
    static let isMgdL = Self(rawValue: 1 << 7)

    /// The flags of the reading.
    var flags: ReadingFlags { ReadingFlags(rawValue: rawValue & 0b111) }
  }

  /// Makes room for as many entries.
  mutating func reserve(_ count: Int) {
    stamps.reserveCapacity(count)
    places.reserveCapacity(count)
    streamOfEntry.reserveCapacity(count)
    values.reserveCapacity(count)
    marks.reserveCapacity(count)
  }

  /// Adds a reading unless the cell says that there is none.
  ///
  /// - Returns: Whether there was one.
  mutating func add(
    _ glucose: GlucoseCell, flags: ReadingFlags = [], unit: GlucoseUnit? = nil, at stamp: Stamp,
    from column: Int, of row: borrowing TableCursor, stream: Stream, ticks tick: Double? = nil
  ) -> Bool {
    var mark = Mark(rawValue: glucose.flags.union(flags).rawValue)
    let value: Double
    switch glucose {
    case .missing: return false
    case .value(let number, let own):
      if let unit = own ?? unit {
        value = Glucose(number, unit).mgdL
        mark.insert(.isMgdL)
      } else {
        value = number
      }
    case .low(let limit), .high(let limit):
      value = limit ?? .nan
    }
    if tick != nil, ticks.isEmpty { ticks = Array(repeating: .nan, count: stamps.count) }
    if tick != nil || !ticks.isEmpty { ticks.append(tick ?? .nan) }
    append(stamp, column, row, stream, value, mark)
    return true
  }

  /// Adds an event.
  mutating func add(
    _ kind: EventKind, lasting: Double? = nil, note: String? = nil, at stamp: Stamp,
    from column: Int, of row: borrowing TableCursor, stream: Stream
  ) {
    add([kind], lasting: lasting, note: note, at: stamp, from: column, of: row, stream: stream)
  }

  /// Adds the events of a row.
  mutating func add(
    _ kinds: [EventKind], lasting: Double? = nil, note: String? = nil, at stamp: Stamp,
    from column: Int, of row: borrowing TableCursor, stream: Stream
  ) {
    for kind in kinds {
      events.append(EventDraft(entry: stamps.count, kind: kind, lasting: lasting, note: note))
    }
    if !ticks.isEmpty { ticks.append(.nan) }
    append(stamp, column, row, stream, .nan, [])
  }

  private mutating func append(
    _ stamp: Stamp, _ column: Int, _ row: borrowing TableCursor, _ stream: Stream, _ value: Double,
    _ mark: Mark
  ) {
    let range = row.range(column)
    stamps.append(stamp)
    places.append(
      Place(
        start: range.lowerBound, length: UInt16(clamping: range.count),
        column: UInt16(clamping: column), line: UInt32(clamping: row.line)))
    streamOfEntry.append(UInt32(index(of: stream)))
    values.append(value)
    marks.append(mark)
  }

  private mutating func index(of stream: Stream) -> Int {
    if lastStream < streams.count, streams[lastStream] == stream { return lastStream }
    if let known = streamIndices[stream] {
      lastStream = known
    } else {
      lastStream = streams.count
      streamIndices[stream] = lastStream
      streams.append(stream)
    }
    return lastStream
  }
}
