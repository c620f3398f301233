// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

/// A person's file of the OhioT1DM data set: blocks of events, each of which is a row.
///
/// Dates are day-first and shifted, so times are meaningful only relative to each other: they are
/// read on a clock without transitions. Concentrations are in mg/dL. The carbohydrate entered into
/// the pump's bolus calculator is among the meals and is not read again from the boluses.
struct OhioT1DMRecord: XMLFormat {
  static let format = FileFormat.ohioT1DM

  let evidence: DetectionEvidence
  private var subject = 0
  private var block = ""

  var conventions: FormatDefaults { FormatDefaults(limits: .dexcom, areDatesShifted: true) }

  init(evidence: DetectionEvidence) { self.evidence = evidence }

  static func evidence(in scanner: inout XMLScanner) -> DetectionEvidence? {
    guard scanner.name(is: "patient"), scanner.attribute("id") != nil else { return nil }
    if scanner.attribute("insulin_type") != nil {
      return .structure("a patient with an insulin_type")
    }
    guard case .start? = try? scanner.next(), scanner.name(is: "glucose_level") else { return nil }
    return .structure("a patient with a glucose_level")
  }

  mutating func open(
    _ scanner: inout XMLScanner, into collector: inout RowCollector, _ report: inout ImportReport
  ) {
    switch scanner.depth {
    case 1:
      let id = scanner.filledValue(scanner.attribute("id")) ?? ""
      subject = collector.subjects.index(of: Array(id.utf8), 0..<id.utf8.count)
    case 2: block = String(decoding: scanner.buffer[scanner.name], as: UTF8.self)
    case 3 where scanner.name(is: "event"):
      let line = scanner.line()
      report.note(line: line) { () throws(RecordRejection) in
        try read(scanner, line: line, into: &collector)
      }
    default: break
    }
  }

  mutating func close(depth: Int, into collector: inout RowCollector, _ report: inout ImportReport)
  {}

  private func read(
    _ scanner: XMLScanner, line: Int, into collector: inout RowCollector
  ) throws(RecordRejection) -> RowDisposition {
    let event = OhioT1DMEvent(scanner)
    let kind: DiaryEvent.Content
    var lasting = 0.0
    var note: String?
    switch block {
    case "glucose_level", "finger_stick":
      let (stamp, place) = try time(event, line: line, &collector)
      let channel: RowCollector.Channel = block == "glucose_level" ? .sensor : .meter
      _ = collector.add(
        .value(try event.glucose(), .mgdL), at: stamp, place: place,
        stream: RowCollector.Stream(subject: subject, channel: channel, device: 0))
      return .accepted
    case "basal", "temp_basal": return .skipped(.basalRate)
    case "bolus":
      kind = .insulin(InsulinDose(units: try event.amount("dose"), action: .rapidActing))
    case "meal":
      kind = .meal(Meal(name: event.text("type"), carbs: try event.amount("carbs")))
    case "exercise":
      kind = .exercise(
        Exercise(
          name: event.text("type"),
          duration: .seconds((try event.amount("duration") * 60).nearbyDecimal),
          intensity: event.intensity))
    case "stressors": (kind, note) = (.condition(DiaryCondition(.stress)), event.description)
    case "illness":
      (kind, note, lasting) = (
        .condition(DiaryCondition(.illness)), event.description, event.length
      )
    case "hypo_event": (kind, note) = (Self.condition("hypoglycaemia"), event.description)
    case "sleep", "work": (kind, lasting) = (Self.condition(block), event.length)
    case let name where name.hasPrefix("basis_") || name == "acceleration":
      return .skipped(.otherMeasurement)
    default: throw RecordRejection(.unknownKind, TableCursor.excerpt(block))
    }
    let (stamp, place) = try time(event, line: line, &collector)
    collector.add(
      [kind], lasting: lasting, note: note, at: stamp, place: place,
      stream: RowCollector.Stream(subject: subject, channel: .event, device: 0))
    return .accepted
  }

  private static func condition(_ name: String) -> DiaryEvent.Content {
    .condition(DiaryCondition(DiaryCondition.Kind(rawValue: name)))
  }

  private func time(
    _ event: OhioT1DMEvent, line: Int, _ collector: inout RowCollector
  ) throws(RecordRejection) -> (WrittenTime, RowCollector.Place) {
    let (stamp, text) = try event.start()
    return (stamp, RowCollector.Place(line: line, text: text))
  }
}
