// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Collects what a format's reader finds, until the whole file is known and units, dates and
/// instants can be decided.
///
/// A row gives one entry at most, with its time as written and, for a reading, its number as written.
struct RowCollector {
  /// What an entry is a record of.
  enum Channel: UInt8, Hashable {
    case sensor, scan, meter, event
  }

  /// A sequence of entries that one device recorded one behind the other.
  struct Stream: Hashable {
    var subject: Int
    var channel: Channel
    var device: Int
    /// The column of a table in which its times stand.
    fileprivate(set) var column = 0

    init(subject: Int, channel: Channel, device: Int) {
      self.subject = subject
      self.channel = channel
      self.device = device
    }
  }

  /// Where an entry's time stands in the file.
  struct Place {
    var line: Int
    /// The column of a table, counted from 0.
    var column = 0
    /// The time as written in a document, if it may yet be asked for; that of a table is looked up.
    var text: String?
  }

  /// What was found in a row, apart from events.
  ///
  /// There is one to a reading until the file is read, so it is kept to 32 bytes: the mark fills the gap
  /// behind the stamp.
  struct Entry {
    var stamp: WrittenTime
    /// The flags of a reading, and whether its number is in mg/dL already.
    var mark: Mark
    /// The number as written, or NaN where there is none.
    var value: Double
    fileprivate var lineNumber: UInt32
    fileprivate var streamNumber: UInt32

    /// The line on which its row starts.
    var line: Int { Int(lineNumber) }
    /// The number of its stream.
    var stream: Int { Int(streamNumber) }
    /// The number as written, freed of what a conversion there and back adds to it.
    var number: Double {
      guard mark.contains(.wasMmolL) else { return value }
      return (Glucose.mgdL(value).mmolL * 1e9).rounded() / 1e9
    }
  }

  /// An event whose time is that of an entry.
  struct EventDraft {
    var entry: Int
    var kind: DiaryEvent.Content
    /// Seconds until a condition ended.
    var lasting: Double?
    var note: String?
    /// What identifies the event in the file; else its content does.
    var id: DiaryEvent.ID?
    /// The zone that the file names for the event.
    var zone: TimeZone?
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

  /// What was found, in order.
  private(set) var entries: [Entry] = []
  /// The device's counter of seconds, one to an entry; empty if the format has none.
  private(set) var ticks: [Double] = []

  /// How many numbers named mg/dL, and how many mmol/L.
  private(set) var named = (mgdL: 0, mmolL: 0)
  /// Whether some entry may be a code for an error.
  private(set) var hasCodes = false

  private(set) var events: [EventDraft] = []
  /// The times of a document's records as written, where it may matter, by the number of the entry.
  private(set) var keptTimes: [Int: String] = [:]

  /// What is known of an entry's number.
  struct Mark: OptionSet {
    let rawValue: UInt8
    static let belowRange = Self(rawValue: ReadingFlags.belowDeviceLimit.rawValue)
    static let aboveRange = Self(rawValue: ReadingFlags.aboveDeviceLimit.rawValue)
    static let repeatedHour = Self(rawValue: ReadingFlags.ambiguousLocalTime.rawValue)
    /// The number is in mg/dL, whatever the unit of the file.
    static let isMgdL = Self(rawValue: 1 << 7)
    /// The entry belongs to the same row as the one before.
    static let continuesRow = Self(rawValue: 1 << 6)
    /// The number is a code for an error unless the readings beside it show that it is none.
    static let mayBeCode = Self(rawValue: 1 << 5)
    /// The number, which is in mg/dL, was written in mmol/L.
    static let wasMmolL = Self(rawValue: 1 << 4)

    /// The flags of the reading.
    var flags: ReadingFlags { ReadingFlags(rawValue: rawValue & 0b111) }
  }

  /// Makes room for as many entries.
  mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

  /// Adds a reading of a table unless the cell says that there is none.
  ///
  /// - Returns: Whether there was one.
  mutating func add(
    _ glucose: GlucoseCell, flags: ReadingFlags = [], unit: GlucoseUnit? = nil,
    at stamp: WrittenTime,
    from column: Int, of row: borrowing TableCursor, stream: Stream, ticks tick: Double? = nil
  ) -> Bool {
    add(
      glucose, flags: flags, unit: unit, at: stamp, place: Place(line: row.line, column: column),
      stream: stream, ticks: tick)
  }

  /// Adds a reading unless the cell says that there is none.
  ///
  /// - Parameters:
  ///   - unit: The unit, if the cell names none and the record does.
  ///   - continues: Whether it belongs to the same row as the entry before.
  ///   - mayBeCode: Whether it is a code for an error unless the readings beside it show otherwise.
  /// - Returns: Whether there was one.
  mutating func add(
    _ glucose: GlucoseCell, flags: ReadingFlags = [], unit: GlucoseUnit? = nil,
    at stamp: WrittenTime,
    place: Place, stream: Stream, ticks tick: Double? = nil, continues: Bool = false,
    mayBeCode: Bool = false
  ) -> Bool {
    var mark = Mark(rawValue: glucose.flags.union(flags).rawValue)
    if continues { mark.insert(.continuesRow) }
    if mayBeCode {
      mark.insert(.mayBeCode)
      hasCodes = true
    }
    let value: Double
    switch glucose {
    case .missing: return false
    case .value(let number, let own):
      if let unit = own ?? unit {
        if unit == .mgdL { named.mgdL += 1 } else { named.mmolL += 1 }
        value = Glucose(number, unit).mgdL
        mark.insert(.isMgdL)
        if unit == .mmolL { mark.insert(.wasMmolL) }
      } else {
        value = number
      }
    case .low(let limit), .high(let limit):
      value = limit ?? .nan
    }
    if tick != nil, ticks.isEmpty { ticks = Array(repeating: .nan, count: entries.count) }
    if tick != nil || !ticks.isEmpty { ticks.append(tick ?? .nan) }
    append(stamp, place, stream, value, mark)
    return true
  }

  /// Adds an event of a table.
  mutating func add(
    _ kind: DiaryEvent.Content, lasting: Double? = nil, note: String? = nil, at stamp: WrittenTime,
    from column: Int, of row: borrowing TableCursor, stream: Stream
  ) {
    add([kind], lasting: lasting, note: note, at: stamp, from: column, of: row, stream: stream)
  }

  /// Adds the events of a row of a table.
  mutating func add(
    _ kinds: [DiaryEvent.Content], lasting: Double? = nil, note: String? = nil,
    at stamp: WrittenTime,
    from column: Int, of row: borrowing TableCursor, stream: Stream
  ) {
    let place = Place(line: row.line, column: column)
    add(kinds, lasting: lasting, note: note, at: stamp, place: place, stream: stream)
  }

  /// Adds events that share a time.
  ///
  /// - Parameters:
  ///   - lasting: Seconds until a condition ended.
  ///   - id: What identifies the events in the file, if anything does.
  ///   - zone: The zone that the file names for the events, if it does.
  ///   - continues: Whether they belong to the same row as the entry before.
  mutating func add(
    _ kinds: [DiaryEvent.Content], lasting: Double? = nil, note: String? = nil,
    id: DiaryEvent.ID? = nil,
    zone: TimeZone? = nil, at stamp: WrittenTime, place: Place, stream: Stream,
    continues: Bool = false
  ) {
    for kind in kinds {
      events.append(
        EventDraft(
          entry: entries.count, kind: kind, lasting: lasting, note: note, id: id, zone: zone))
    }
    if !ticks.isEmpty { ticks.append(.nan) }
    append(stamp, place, stream, .nan, continues ? .continuesRow : [])
  }

  /// Makes one person of all if the identifiers are the rows': if no two rows share one, and the rows
  /// follow each other in time as those of one device do.
  mutating func mergeNumberedRows() {
    let few = 12
    guard entries.count >= few, streams.count == entries.count, subjects.count == entries.count,
      DateOrder.allCases.contains(where: { followsOn($0) })
    else { return }
    subjects = Interner()
    // One to a kind of reading, for a table may hold a meter's beside a sensor's.
    let column = streams[0].column
    let channels = streams.map(\.channel)
    (streams, streamIndices, lastStream) = ([], [:], 0)
    for index in entries.indices {
      var stream = Stream(subject: 0, channel: channels[entries[index].stream], device: 0)
      stream.column = column
      entries[index].streamNumber = UInt32(self.index(of: stream))
    }
  }

  /// Whether nine in ten entries lie within half an hour of the one before, all on the same side.
  private func followsOn(_ order: DateOrder) -> Bool {
    var locals = LocalTimes(order)
    let times = entries.compactMap { entry -> Double? in
      if entry.stamp.form == .instant { return entry.stamp.seconds }
      return locals.midnight(entry.stamp).map { $0 + entry.stamp.seconds }
    }
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    let near = 1.0...1800
    let (forward, back) = (steps.count { near ~= $0 }, steps.count { near ~= -$0 })
    return max(forward, back) * 10 >= (entries.count - 1) * 9
  }

  /// The intake with those streams of meters' values as sensors' that follow each other as a sensor's
  /// do, and how many values they have.
  ///
  /// - Parameter times: An instant to an entry; NaN for one that was rejected.
  func takingDenseMetersForSensors(_ times: [Double]) -> (intake: RowCollector, count: Int) {
    var intake = self
    var count = 0
    for stream in streams.indices where streams[stream].channel == .meter {
      let own = entries.indices.filter { entries[$0].stream == stream && !times[$0].isNaN }
        .map { times[$0] }.sorted()
      // Nobody measures two dozen drops of blood at the sensor's pace.
      guard own.count >= 24 else { continue }
      let near = zip(own, own.dropFirst()).count { 1...960 ~= $1 - $0 }
      guard near * 10 >= (own.count - 1) * 8 else { continue }
      intake.streams[stream].channel = .sensor
      count += own.count
    }
    return (intake, count)
  }

  private mutating func append(
    _ stamp: WrittenTime, _ place: Place, _ stream: Stream, _ value: Double, _ mark: Mark
  ) {
    var stream = stream
    stream.column = place.column
    if let text = place.text { keptTimes[entries.count] = text }
    entries.append(
      Entry(
        stamp: stamp, mark: mark, value: value, lineNumber: UInt32(clamping: place.line),
        streamNumber: UInt32(index(of: stream))))
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
