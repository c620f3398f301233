internal import GlucoseDiary
internal import GlucoseMath

/// A person's file of the OhioT1DM data set: blocks of events, each of which is a row.
///
/// Dates are day-first and shifted, so times are meaningful only relative to each other: they are
/// read on a clock without transitions. Concentrations are in mg/dL. The carbohydrate entered into
/// the pump's bolus calculator is among the meals and is not read again from the boluses.
struct OhioT1DMRecord: XMLFormat {
  static let format = FileFormat.ohioT1DM

  private var subject = 0
  private var block = ""

  var conventions: FormatDefaults { FormatDefaults(areDatesShifted: true) }

  static func evidence(in scanner: inout XMLScanner) -> DetectionEvidence? {
    guard scanner.name(is: "patient"), scanner.attribute("id") != nil else { return nil }
    if scanner.attribute("insulin_type") != nil {
      return .structure("a patient with an insulin_type")
    }
    guard case .start? = try? scanner.next(), scanner.name(is: "glucose_level") else { return nil }
    return .structure("a patient with a glucose_level")
  }

  mutating func open(
    _ scanner: inout XMLScanner, into records: inout Records, _ report: inout ImportReport
  ) {
    switch scanner.depth {
    case 1: subject = records.subjects.index(of: scanner.filled("id") ?? "")
    case 2: block = String(decoding: scanner.buffer[scanner.name], as: UTF8.self)
    case 3 where scanner.name(is: "event"):
      let line = scanner.line()
      report.note(line: line) { () throws(Rejection) in
        try read(scanner, line: line, into: &records)
      }
    default: break
    }
  }

  private func read(
    _ scanner: XMLScanner, line: Int, into records: inout Records
  ) throws(Rejection) -> Outcome {
    let event = OhioT1DMEvent(scanner: scanner)
    let kind: DiaryEvent.Content
    var lasting = 0.0
    var note: String?
    switch block {
    case "glucose_level", "finger_stick":
      let time = try event.start(line: line)
      return records.add(
        .value(try event.glucose(), .mgdL), block == "glucose_level" ? .sensor : .meter, at: time,
        subject: subject)
    case "basal", "temp_basal": return .skipped(.basalRate)
    case "bolus":
      kind = .insulin(InsulinDose(units: try event.amount("dose"), action: .rapidActing))
    case "meal": kind = .meal(Meal(name: scanner.filled("type"), carbs: try event.amount("carbs")))
    case "exercise":
      let minutes = try event.amount("duration")
      kind = .exercise(named: scanner.filled("type"), minutes: minutes, event.intensity)
    case "stressors": (kind, note) = (.condition(DiaryCondition(.stress)), event.description)
    case "illness":
      (kind, note, lasting) = (
        .condition(DiaryCondition(.illness)), event.description, event.length
      )
    case "hypo_event": (kind, note) = (.condition(named: "hypoglycaemia"), event.description)
    case "sleep", "work": (kind, lasting) = (.condition(named: block), event.length)
    case let name where name.hasPrefix("basis_") || name == "acceleration":
      return .skipped(.otherMeasurement)
    default: throw Rejection(.unknownKind, TableCursor.excerpt(block))
    }
    let time = try event.start(line: line)
    return records.add([kind], lasting: lasting, note: note, at: time, subject: subject)
  }
}

struct OhioT1DMEvent {
  let scanner: XMLScanner

  var description: String? { scanner.filled("description") ?? scanner.filled("type") }

  func amount(_ name: StaticString) throws(Rejection) -> Double {
    let text = try filled(name)
    return try RecordNumber.amount(scanner.number(name), text)
  }

  func glucose() throws(Rejection) -> Double {
    let text = try filled("value")
    return try RecordNumber.concentration(scanner.number("value"), text)
  }

  private func filled(_ name: StaticString) throws(Rejection) -> String {
    guard let text = scanner.filled(name) else { throw Rejection(.missingNumber) }
    return TableCursor.excerpt(text)
  }

  /// The intensity, from the person's own scale of 1 to 10 in three steps.
  var intensity: Exercise.Intensity? {
    switch scanner.number("intensity") ?? 0 {
    case 1..<4: .light
    case 4..<7: .moderate
    case 7...10: .vigorous
    default: nil
    }
  }

  func start(line: Int) throws(Rejection) -> RecordTime {
    guard let begin = try begin() else { throw Rejection(.missingTime) }
    let first = end.map { $0.local < begin.local ? $0 : begin } ?? begin
    return RecordTime(stamp: first.stamp, text: first.text, line: line)
  }

  /// The number of seconds between the beginning and the end; 0 if there is no end.
  var length: Double {
    guard let begin = try? begin(), let end else { return 0 }
    return (end.local - begin.local).magnitude
  }

  private typealias Time = (stamp: WrittenTime, local: Double, text: String)

  private func begin() throws(Rejection) -> Time? { try time(["ts", "ts_begin", "tbegin"]) }

  private var end: Time? { try? time(["ts_end", "tend"]) }

  private func time(_ names: [StaticString]) throws(Rejection) -> Time? {
    for name in names {
      guard let text = scanner.filled(name) else { continue }
      guard var stamp = scanner.stamp(name), stamp.form == .yearLast,
        let local = stamp.local(.dayFirst)
      else { throw Rejection(.unreadableTime, TableCursor.excerpt(text)) }
      // The format has a single order of dates, so nothing must be inferred.
      stamp.form = .dotted
      return (stamp, local, text)
    }
    return nil
  }
}
