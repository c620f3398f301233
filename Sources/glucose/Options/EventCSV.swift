import Foundation
import GlucoseStudy

/// A table of events by person.
///
/// The first columns are `subject,time,kind,value,unit`; others may follow. Rows of other kinds
/// or units are left out:
///
/// | Kind | Unit | Event |
/// |---|---|---|
/// | `meal` | `g` | a meal with its carbohydrate |
/// | `meal` | any other | a meal of unknown content |
/// | `bolus` | `U` or none | a dose of rapid-acting insulin |
/// | `basal` | `U` | a dose of long-acting insulin |
/// | `exercise` | any | exercise of 15 minutes |
struct EventCSV {
  private static let header = ["subject", "time", "kind", "value", "unit"]

  private(set) var events: [String: [DiaryEvent]] = [:]
  private(set) var leftOut = 0
  /// The number of rows with a local time that occurred twice, of which the first is assumed.
  private(set) var ambiguous = 0

  /// Creates a table from CSV. `nil` if the first line is not the header of such a table.
  init?(_ text: String, called name: String, in zoneOf: (String) -> TimeZone) throws {
    // A byte-order mark is not part of the first column name.
    let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    var lines = text.split(whereSeparator: \.isNewline)[...]
    guard let first = lines.popFirst(), Self.cells(first).prefix(5).elementsEqual(Self.header)
    else { return nil }
    for line in lines {
      let cells = Self.cells(line)
      let zone = zoneOf(cells[0])
      func failure(_ expected: String) -> CommandFailure {
        CommandFailure(
          "\(name), line \(line.startIndex.line(in: text)): \(String(line).shownOnTerminal) has no "
            + expected + ".")
      }
      guard cells.count >= 5, let times = Instant.instants(cells[1], in: zone) else {
        throw failure("time such as \(Instant.forms)")
      }
      guard let time = times.first else {
        throw failure("time that exists in \(zone.name): clocks skip it")
      }
      // The values of other kinds are not parsed.
      func amount() throws -> Double {
        guard let value = Double(cells[3]), value.isFinite, value >= 0 else {
          throw failure("number for a value")
        }
        return value
      }
      guard let kind = try Self.kind(cells[2], unit: cells[4], isEmpty: cells[3].isEmpty, amount)
      else {
        leftOut += 1
        continue
      }
      if times.count > 1 { ambiguous += 1 }
      let id = DiaryEvent.ID(rawValue: "\(cells[0]) \(events[cells[0], default: []].count)")
      events[cells[0], default: []].append(DiaryEvent(id: id, at: time, in: zone, kind))
    }
  }

  private static func kind(
    _ kind: String, unit: String, isEmpty: Bool, _ amount: () throws -> Double
  ) rethrows -> DiaryEvent.Content? {
    switch (kind, unit.lowercased()) {
    case ("meal", "g"), ("meal", "gram"), ("meal", "grams"):
      .meal(Meal(carbs: isEmpty ? nil : try amount()))
    case ("meal", let unit) where Double(unit) == nil: .meal(Meal())
    case ("bolus", "u"), ("bolus", "iu"), ("bolus", "units"), ("bolus", ""):
      .insulin(InsulinDose(units: try amount(), action: .rapidActing))
    case ("basal", "u"), ("basal", "iu"), ("basal", "units"):
      .insulin(InsulinDose(units: try amount(), action: .longActing))
    case ("exercise", _): .exercise(Exercise(duration: .seconds(900)))
    default: nil
    }
  }

  private static func cells(_ line: Substring) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isQuoted = false
    var rest = line[...]
    while let character = rest.popFirst() {
      switch character {
      case "\"" where isQuoted && rest.first == "\"": cell.append(rest.removeFirst())
      case "\"" where isQuoted || cell.allSatisfy(\.isWhitespace): isQuoted.toggle()
      case "," where !isQuoted:
        cells.append(cell.trimmingCharacters(in: .whitespaces))
        cell = ""
      default: cell.append(character)
      }
    }
    return cells + [cell.trimmingCharacters(in: .whitespaces)]
  }
}

extension String.Index {
  fileprivate func line(in text: String) -> Int { 1 + text[..<self].count { $0.isNewline } }
}

extension InputOptions {
  func adding(eventsOf path: String, to sources: [Source]) throws -> [Source] {
    let bytes = try Self.bytes(path)
    let text: String
    do throws(ReadError) {
      text = String(decoding: try FileBundle.decompressed(bytes), as: UTF8.self)
    } catch { throw failure(error, path) }
    var events: [String: [DiaryEvent]] = [:]
    // Local times are on the clock of the readings of the person.
    let zones = Dictionary(sources.map { ($0.name, $0.zone) }) { first, _ in first }
    if let table = try EventCSV(text, called: path, in: { zones[$0] ?? zone }) {
      events = table.events
      if table.leftOut > 0 {
        let rows = table.leftOut.counted("row that is", "rows that are")
        StandardError.print("\(path): left out \(rows) no meal, bolus or basal in U, or exercise.")
      }
      if table.ambiguous > 0 {
        StandardError.print("\(path): \(InputOptions.ambiguity(of: table.ambiguous))")
      }
    } else {
      let found = try path == "-" ? recordings(reading: bytes) : recordings(in: path)
      for note in found.notes { StandardError.print(note) }
      let logs = found.sources
      for log in logs {
        // A file of one person has no id, so it belongs to the only recording.
        let person = logs.count == 1 && sources.count == 1 ? sources[0].name : log.name
        events[person, default: []] += log.subject.recording.events
      }
    }
    let found = sources.count { !(events[$0.name] ?? []).isEmpty }
    guard found > 0 else {
      throw CommandFailure("\(path): no events for any person of the recordings.")
    }
    return sources.map { $0.logging(events[$0.name] ?? []) }
  }

  private func recordings(reading bytes: [UInt8]) throws -> (sources: [Source], notes: [String]) {
    do throws(ReadError) {
      let bundle = try FileBundle(reading: bytes, options: readOptions)
      return (sources(bundle, "-"), notes(on: bundle, of: "-"))
    } catch { throw failure(error, "-") }
  }
}
