internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

/// The entries and events that a format's reader finds, collected until the whole file is read and
/// unit, dates, and instants can be inferred.
///
/// A row has at most one entry, with its time as written and, for a reading, its number as written.
struct Records {
  enum Channel: UInt8, Hashable {
    case sensor, scan, meter, event
  }

  /// A sequence of entries that one device recorded in order.
  struct Stream: Hashable {
    var subject: Int
    var channel: Channel
    var device: Int
    var part = 0
    var column = 0
  }

  /// The numbers of the people in the file; empty in a file without identifiers.
  var subjects = Interner()
  var devices = Interner()
  var transmitters = Interner()

  private(set) var streams: [Stream] = []
  private var streamIndices: [Stream: Int] = [:]
  private var lastStream = 0

  private(set) var entries: [Entry] = []
  /// The device's counter in seconds, one for each entry; empty if the format has none.
  private(set) var ticks: [Double] = []

  var localTimes = LocalTimeCheck()
  var zone: TimeZone?
  /// The unit that the first header of a table states, if any.
  var fileUnit: GlucoseUnit?
  /// The unit that a later header states for the rows below it, if it is not that of the file.
  private var tableUnit: GlucoseUnit?
  var headers = TableHeaders()
  /// The numbers of entries above the second header of a table and each later one.
  private(set) var tableStarts: [Int] = []

  private(set) var events: [EventDraft] = []
  /// The times of a document's records as written, where they may be needed, by entry.
  private(set) var keptTimes: [Int: String] = [:]
  var texts: CellTexts?

  /// Begins a table below a header that states a unit, or `nil` if it states none.
  mutating func beginTable(in unit: GlucoseUnit?) {
    tableUnit = unit == fileUnit ? nil : unit
    markTable()
  }

  mutating func markTable() {
    if tableStarts.last != entries.count { tableStarts.append(entries.count) }
  }

  mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

  mutating func add(
    _ glucose: GlucoseCell, _ channel: Channel, flags: ReadingFlags = [], unit: GlucoseUnit? = nil,
    at time: RecordTime, subject: Int = 0, device: Int = 0, part: Int = 0,
    ticks tick: Double? = nil, continues: Bool = false, mayBeCode: Bool = false
  ) -> Outcome {
    var mark = Mark(rawValue: glucose.flags.union(flags).rawValue)
    if continues { mark.insert(.continuesRow) }
    if mayBeCode { mark.insert(.mayBeCode) }
    let value: Double
    let number: Double
    var unit = unit ?? tableUnit
    switch glucose {
    case .missing: return .skipped(.missingValue)
    case .value(let written, let own): (number, unit) = (written, own ?? unit)
    case .low(let limit, let own), .high(let limit, let own):
      (number, unit) = (limit ?? .nan, own ?? unit)
    }
    if let unit, !number.isNaN {
      value = Glucose(number, unit).mgdL
      mark.insert(.isMgdL)
      if unit == .mmolL { mark.insert(.wasMmolL) }
    } else {
      value = number
    }
    if tick != nil, ticks.isEmpty { ticks = Array(repeating: .nan, count: entries.count) }
    if tick != nil || !ticks.isEmpty { ticks.append(tick ?? .nan) }
    append(
      time, Stream(subject: subject, channel: channel, device: device, part: part), value, mark)
    return .accepted
  }

  /// Adds a reading like an earlier one, with another time, value, and counter.
  @inline(__always)
  mutating func add(_ row: RowTemplate.Contents, like entry: Entry, line: Int) {
    if !row.ticks.isNaN || !ticks.isEmpty { ticks.append(row.ticks) }
    let isMmolL = entry.mark.contains(.wasMmolL)
    entries.append(
      Entry(
        stamp: row.stamp, mark: entry.mark,
        value: isMmolL ? Glucose(row.value, .mmolL).mgdL : row.value,
        lineNumber: UInt32(clamping: line), streamNumber: entry.streamNumber))
  }

  @discardableResult
  mutating func add(
    _ kinds: [DiaryEvent.Content], lasting: Double? = nil, note: String? = nil,
    id: DiaryEvent.ID? = nil, zone: TimeZone? = nil, at time: RecordTime, subject: Int = 0,
    device: Int = 0, part: Int = 0, continues: Bool = false
  ) -> Outcome {
    for kind in kinds {
      events.append(
        EventDraft(
          entry: entries.count, kind: kind, lasting: lasting, note: note, id: id, zone: zone))
    }
    if !ticks.isEmpty { ticks.append(.nan) }
    append(
      time, Stream(subject: subject, channel: .event, device: device, part: part), .nan,
      continues ? .continuesRow : [])
    return .accepted
  }

  /// Merges all people into one if the identifiers are numbers of rows: if no two rows share an
  /// identifier, and the times follow each other like those of one device.
  mutating func mergeNumberedRows() {
    let few = 12
    guard entries.count >= few, streams.count == entries.count, subjects.count == entries.count,
      DateOrder.all.contains(where: { followsOn($0) })
    else { return }
    subjects = Interner()
    // One for each kind of reading, because a table may contain a meter's readings and a sensor's.
    let column = streams[0].column
    let channels = streams.map(\.channel)
    (streams, streamIndices, lastStream) = ([], [:], 0)
    for index in entries.indices {
      let channel = channels[entries[index].stream]
      let stream = Stream(subject: 0, channel: channel, device: 0, column: column)
      entries[index].streamNumber = UInt32(self.index(of: stream))
    }
  }

  /// Makes streams of meter values that are as dense as a sensor's those of a sensor, and streams of
  /// an unstated device that are far from that those of a meter, if the format allows it.
  ///
  /// A stream is dense if it has at least 24 values and 80 % of the gaps are 1 second to 16 minutes,
  /// and the person has no other readings of a sensor. It is sparse if it has at least 12 values and
  /// more than half of the gaps are longer than an hour.
  mutating func chooseDevices(
    by times: [Double], _ conventions: FormatDefaults
  ) -> (dense: Int, sparse: Int) {
    guard conventions.metersMayBeSensors || conventions.sensorsMayBeMeters else { return (0, 0) }
    let withSensors = Set(streams.lazy.filter { $0.channel == .sensor }.map(\.subject))
    let isAsked = streams.map { stream in
      switch stream.channel {
      case .meter: conventions.metersMayBeSensors && !withSensors.contains(stream.subject)
      case .sensor: conventions.sensorsMayBeMeters
      case .scan, .event: false
      }
    }
    guard isAsked.contains(true) else { return (0, 0) }
    var own = Array(repeating: [Double](), count: streams.count)
    for (index, entry) in entries.enumerated() where isAsked[entry.stream] && !times[index].isNaN {
      own[entry.stream].append(times[index])
    }
    var (dense, sparse) = (0, 0)
    for stream in streams.indices where isAsked[stream] {
      let times = own[stream].sorted()
      func nearCount(_ range: ClosedRange<Double>) -> Int {
        zip(times, times.dropFirst()).count { range ~= $1 - $0 }
      }
      if streams[stream].channel == .meter {
        // Nobody takes two dozen finger-sticks at a sensor's cadence.
        guard times.count >= 24, nearCount(1...960) * 10 >= (times.count - 1) * 8 else { continue }
        streams[stream].channel = .sensor
        dense += times.count
      } else if times.count >= 12, nearCount(0...3600) * 2 < times.count - 1 {
        streams[stream].channel = .meter
        sparse += times.count
      }
    }
    return (dense, sparse)
  }

  private mutating func append(
    _ time: RecordTime, _ stream: Stream, _ value: Double, _ mark: Mark
  ) {
    var stream = stream
    stream.column = time.column
    if let text = time.text { keptTimes[entries.count] = text }
    entries.append(
      Entry(
        stamp: time.stamp, mark: mark, value: value, lineNumber: UInt32(clamping: time.line),
        streamNumber: UInt32(index(of: stream))))
  }

  /// Gives entries without a person the identifier `name`, after the last entry has been added.
  mutating func name(unnamed name: [UInt8]) {
    let numbers = subjects.name(unnamed: name)
    for stream in streams.indices { streams[stream].subject = numbers[streams[stream].subject] }
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
