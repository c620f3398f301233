internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

extension Records {
  /// The content of a row, apart from events.
  ///
  /// Every reading has an entry until the file is read, so its size is limited to 32 bytes: the
  /// mark fills the padding after the time.
  struct Entry {
    var stamp: WrittenTime
    var mark: Mark
    /// The number as written, or NaN if there is none.
    var value: Double
    var lineNumber: UInt32
    var streamNumber: UInt32

    var line: Int { Int(lineNumber) }
    var stream: Int { Int(streamNumber) }
    /// The number as written, without the rounding error of a conversion to mg/dL and back.
    var number: Double {
      guard mark.contains(.wasMmolL) else { return value }
      return (Glucose.mgdL(value).mmolL * 1e9).rounded() / 1e9
    }
  }

  struct EventDraft {
    var entry: Int
    var kind: DiaryEvent.Content
    /// The number of seconds until the end of a condition.
    var lasting: Double?
    var note: String?
    /// The event's identifier in the file; if `nil`, it is made from the content.
    var id: DiaryEvent.ID?
    var zone: TimeZone?
  }

  struct Mark: OptionSet {
    let rawValue: UInt8
    static let belowRange = Self(rawValue: ReadingFlags.belowDeviceLimit.rawValue)
    static let aboveRange = Self(rawValue: ReadingFlags.aboveDeviceLimit.rawValue)
    /// The number is in mg/dL, regardless of the unit of the file.
    static let isMgdL = Self(rawValue: 1 << 7)
    static let continuesRow = Self(rawValue: 1 << 6)
    /// The number is an error code unless the adjacent readings contradict this.
    static let mayBeCode = Self(rawValue: 1 << 5)
    /// The number, which is in mg/dL, was written in mmol/L.
    static let wasMmolL = Self(rawValue: 1 << 4)

    var flags: ReadingFlags { ReadingFlags(rawValue: rawValue & 0b111) }
  }

  mutating func add(
    _ contents: RowContents, at stamp: WrittenTime, _ column: Int, of row: borrowing TableCursor,
    subject: Int = 0, device: Int = 0, part: Int = 0, continues: Bool = false
  ) -> Outcome {
    add(
      contents, at: RecordTime(stamp: stamp, line: row.line, column: column), subject: subject,
      device: device, part: part, continues: continues)
  }

  mutating func add(
    _ contents: RowContents, at time: RecordTime, subject: Int = 0, device: Int = 0, part: Int = 0,
    continues: Bool = false
  ) -> Outcome {
    var isAdded = false
    for (cell, channel, flags) in [
      (contents.sensor, contents.sensorChannel, contents.flags), (contents.scan, .scan, []),
      (contents.meter, .meter, []),
    ] where cell != .missing {
      _ = add(
        cell, channel, flags: flags, unit: contents.unit, at: time, subject: subject,
        device: device, part: part, continues: continues || isAdded)
      isAdded = true
    }
    guard !contents.events.isEmpty || contents.note != nil
    else { return isAdded ? .accepted : .skipped(.missingValue) }
    return add(
      contents.events.isEmpty ? [.entry(DiaryEntry(.note))] : contents.events, lasting: 0,
      note: contents.note, at: time, subject: subject, device: device, part: part,
      continues: continues || isAdded)
  }

  static func note(joining parts: [String?], by separator: String = "; ") -> String? {
    let parts = parts.compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: separator)
  }
}

/// The content of a row of a table: readings, events, or both, at one time.
///
/// The whole row is parsed before its content is added, so that a row that is rejected adds nothing.
struct RowContents {
  /// The cell of the sensor's column, and the kind of reading in it, which a type may state.
  var sensor = GlucoseCell.missing
  var sensorChannel = Records.Channel.sensor
  var scan = GlucoseCell.missing
  var meter = GlucoseCell.missing
  /// The unit of the readings whose cells state none.
  var unit: GlucoseUnit?
  var flags: ReadingFlags = []
  var events: [DiaryEvent.Content] = []
  /// The note of the events; without events, an event of its own.
  var note: String?

  var isEmpty: Bool {
    sensor == .missing && scan == .missing && meter == .missing && events.isEmpty && note == nil
  }

  mutating func addDose(_ units: Double?, _ action: InsulinDose.Action?) {
    if let units { events.append(.insulin(InsulinDose(units: units, action: action))) }
  }
}

extension DiaryEvent.Content {
  static func exercise(
    named name: String? = nil, minutes: Double, _ intensity: Exercise.Intensity?
  ) -> Self {
    let duration = Duration.seconds((minutes * 60).nearbyDecimal)
    return .exercise(Exercise(name: name, duration: duration, intensity: intensity))
  }

  static func condition(named name: String) -> Self {
    .condition(DiaryCondition(DiaryCondition.Kind(rawValue: name)))
  }
}

/// The properties that a format implies without stating them.
struct FormatDefaults {
  struct Limits {
    var mgdL: ClosedRange<Double>
    var mmolL: ClosedRange<Double>

    func range(_ unit: GlucoseUnit) -> ClosedRange<Double> { unit == .mgdL ? mgdL : mmolL }

    static let dexcom = Self(mgdL: 40...400, mmolL: 2.2...22.2)
    static let libre = Self(mgdL: 40...500, mmolL: 2.2...27.8)
  }

  var limits = Limits.dexcom
  /// Whether a sensor's value at a limit means one beyond it.
  var clampsAtLimits = false
  /// Whether identifiers of people may be numbers of rows.
  var mayNumberRows = false
  /// Whether dates were shifted, so that they are in no time zone.
  var areDatesShifted = false
  /// Whether a meter's readings may be a sensor's, by their times.
  var metersMayBeSensors = false
  /// Whether the name of the glucose column states no device, so that the readings are a meter's if
  /// their times are too far apart for a sensor's.
  var sensorsMayBeMeters = false
  /// Whether all rows, of any kind, are in chronological order.
  var isChronological = false
}
