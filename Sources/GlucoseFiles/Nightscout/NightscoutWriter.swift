internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

/// A writer of a person's readings and events as JSON for Nightscout: its entries and its
/// treatments.
///
///     let options = ReadOptions(zone: TimeZone(identifier: "Europe/Oslo"))
///     let file = try GlucoseFile(contentsOf: "export.csv", options: options)
///     for person in file.people {
///       let all = NightscoutWriter().bytes(of: person)
///       let entries = NightscoutWriter(contents: .entries).bytes(of: person)
///     }
///
/// ``GlucoseFile`` reads it back: the readings of ``ImportedPerson/recording`` and
/// ``ImportedPerson/meter`` with their flags, instants to the nanosecond and values in mg/dL
/// exactly, and the events with identifiers, zones, and their entire content; a name or a note of
/// only spaces is read back as `nil`. Content for which Nightscout has no member is written into
/// additional members, which Nightscout stores and ignores: `flags`, `insulinAction`, `intensity`,
/// `category`, `exerciseKind`, `entryCategory`, `name`, `amount`, `unit`, `seconds`, and
/// `timeZone`. ``ImportedPerson/scans`` and ``ImportedPerson/id`` are not written.
public struct NightscoutWriter: Sendable {
  /// The content of the JSON.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Contents: Equatable, Sendable {
    /// A list of readings for `/api/v1/entries`.
    case entries
    /// A list of events for `/api/v1/treatments`.
    case treatments
    /// An object with both lists, for a file that contains everything.
    case all
  }

  let contents: Contents
  let device: String

  /// Creates a writer of these contents.
  ///
  /// - Parameters:
  ///   - contents: The content of the JSON.
  ///   - device: The device of each reading and the origin of each event.
  public init(contents: Contents = .all, device: String = "swift-glucose") {
    (self.contents, self.device) = (contents, device)
  }

  /// Returns the JSON as text in UTF-8, one document on each line.
  ///
  /// - Precondition: All times are in the years 1 to 9999.
  /// - Complexity: O(*n*), where *n* is the number of readings and events.
  public func bytes(of person: ImportedPerson) -> [UInt8] {
    var bytes: [UInt8] = []
    write(person) { bytes += $0 }
    return bytes
  }

  /// Writes the JSON in pieces, so that it is never in memory as a whole.
  ///
  /// - Parameters:
  ///   - person: The person to write; a Nightscout file contains a single person.
  ///   - sink: A closure called with the pieces in order, each of about 64 KiB.
  /// - Precondition: All times are in the years 1 to 9999.
  /// - Throws: Any error that `sink` throws.
  public func write<Failure>(
    _ person: ImportedPerson, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var list = DocumentList()
    if contents == .all { list.lines.add("{\"entries\":") }
    if contents != .treatments {
      list.open()
      for (series, type) in [(person.recording.series, "sgv"), (person.meter, "mbg")] {
        for ((time, value), flags) in zip(zip(series.times, series.values), series.flags) {
          try list.add(to: sink) { add(type, time, value, flags, to: &$0) }
        }
      }
      list.close()
    }
    if contents == .all { list.lines.add(",\"treatments\":") }
    if contents != .entries {
      list.open()
      for event in person.recording.events {
        try list.add(to: sink) { add(event, to: &$0) }
      }
      list.close()
    }
    list.lines.add(contents == .all ? "}\n" : "\n")
    try list.lines.flush(to: sink)
  }

  private func add(
    _ type: String, _ time: Double, _ value: Double, _ flags: ReadingFlags,
    to lines: inout ByteBuilder
  ) {
    lines.add("{\"type\":\"\(type)\",\"date\":")
    lines.add(milliseconds: time)
    lines.add(",\"dateString\":")
    lines.add(quotedTime: time)
    lines.add(member: type, number: value)
    lines.add(member: "device", text: device)
    // A number that could be read as a code or a limit is marked as a reading by its flags.
    if !flags.isEmpty || value < 40 || value == 401 {
      lines.add(member: "flags", text: PlainFlags.cell(flags))
    }
    lines.add(UInt8(ascii: "}"))
  }

  private func add(_ event: DiaryEvent, to lines: inout ByteBuilder) {
    let time = event.time.timeIntervalSinceReferenceDate
    lines.add("{\"eventType\":")
    lines.add(quoted: NightscoutVocabulary.type(of: event.content))
    lines.add(",\"created_at\":")
    lines.add(quotedTime: time)
    lines.add(member: "identifier", text: event.id.rawValue)
    if event.unknownZone == nil {
      lines.add(
        member: "utcOffset", number: Double(event.zone.secondsFromGMT(for: event.time) / 60))
    }
    lines.add(member: "timeZone", text: event.zoneIdentifier)
    switch event.content {
    case .meal(let meal):
      lines.add(member: "foodType", text: meal.name)
      lines.add(member: "carbs", number: meal.carbs)
      lines.add(member: "protein", number: meal.protein)
      lines.add(member: "fat", number: meal.fat)
    case .insulin(let dose):
      lines.add(member: "insulin", number: dose.units)
      lines.add(member: "insulinAction", text: dose.action?.rawValue)
    case .exercise(let exercise):
      let seconds = exercise.duration / .seconds(1)
      lines.add(member: "duration", number: seconds / 60)
      lines.add(member: "seconds", number: seconds)
      lines.add(member: "name", text: exercise.name)
      lines.add(member: "intensity", text: exercise.intensity?.rawValue)
      lines.add(member: "exerciseKind", text: exercise.kind?.rawValue)
    case .condition(let condition):
      lines.add(member: "category", text: condition.kind.rawValue)
      if let end = condition.end {
        let seconds = end.timeIntervalSinceReferenceDate - time
        if seconds > 0 { lines.add(member: "duration", number: seconds / 60) }
        lines.add(member: "seconds", number: seconds)
      } else {
        lines.add(member: "seconds", text: NightscoutVocabulary.open.description)
      }
    case .entry(let entry): add(entry, to: &lines)
    }
    lines.add(member: "notes", text: event.note)
    lines.add(member: "enteredBy", text: device)
    lines.add(UInt8(ascii: "}"))
  }

  /// Adds the members that Nightscout has, and those from which the entry is read back.
  private func add(_ entry: DiaryEntry, to lines: inout ByteBuilder) {
    switch (entry.category, entry.unit) {
    case (.fingerstick, let unit):
      lines.add(member: "glucose", number: entry.amount)
      lines.add(member: "glucoseType", text: "Finger")
      lines.add(member: "units", text: unit == .mmolL ? "mmol" : unit?.rawValue)
    case (.temporaryBasal, .percent?):
      // Nightscout counts from the usual rate: 40 percent of it are 60 percent less.
      lines.add(member: "percent", number: entry.amount.map { $0 - 100 })
    case (.temporaryBasal, _): lines.add(member: "absolute", number: entry.amount)
    default: break
    }
    lines.add(member: "duration", number: entry.duration.map { $0 / .seconds(60) })
    lines.add(member: "entryCategory", text: entry.category.rawValue)
    lines.add(member: "name", text: entry.name)
    lines.add(member: "amount", number: entry.amount)
    lines.add(member: "unit", text: entry.unit?.rawValue)
    lines.add(member: "seconds", number: entry.duration.map { $0 / .seconds(1) })
  }
}

extension NightscoutVocabulary {
  private static let types: [DiaryEvent.Category: String] = [
    .fingerstick: "BG Check", .note: "Note", .sensorChange: "Sensor Change",
    .siteChange: "Site Change", .temporaryBasal: "Temp Basal",
  ]

  static func type(of kind: DiaryEvent.Content) -> String {
    switch kind {
    case .meal(let meal): meal.carbs == nil ? "Meal" : "Carb Correction"
    case .insulin(let dose):
      switch dose.action {
      case .rapidActing, .shortActing: "Bolus"
      case .intermediateActing, .longActing: "Basal Insulin"
      default: "Insulin"
      }
    case .exercise: "Exercise"
    case .condition(let condition): condition.kind.rawValue
    case .entry(let entry): types[entry.category] ?? entry.category.rawValue
    }
  }
}
