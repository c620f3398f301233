// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import GlucoseKit

  /// What people logged, by person: a table of events, or any file that holds some.
  ///
  /// The table has a row to a line, and begins with the columns `subject,time,kind,value,unit`; others may follow. Kinds are `meal`, of
  /// grams of carbohydrate where the unit is `g` and of an unknown amount else; `bolus`, in units; `basal`, in
  /// units for a dose and in `U/h` for the rate of a pump, which is left out; and `exercise`, a quarter of an
  /// hour to a row. Other kinds are left out.
  struct EventCSV {
    private static let header = ["subject", "time", "kind", "value", "unit"]

    /// The events of each person.
    private(set) var events: [String: [DiaryEvent]] = [:]
    /// How many rows were left out.
    private(set) var leftOut = 0

    /// The table that `text` is, or `nil` if it does not begin as one.
    ///
    /// - Throws: ``CommandFailure`` for a row without a time or a number.
    init?(_ text: String, called name: String, in zone: TimeZone) throws {
      // A byte-order mark belongs to the file, not to the first name.
      let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
      var lines = text.split(whereSeparator: \.isNewline)[...]
      guard let first = lines.popFirst(), Self.cells(first).prefix(5).elementsEqual(Self.header)
      else { return nil }
      for line in lines {
        let cells = Self.cells(line)
        func failure(_ expected: String) -> CommandFailure {
          CommandFailure(
            .data,
            "\(name), line \(line.startIndex.line(in: text)): \(String(line).shownOnTerminal) has no "
              + expected + ".")
        }
        guard cells.count >= 5, let time = Instant.read(cells[1], in: zone) else {
          throw failure("time such as \(Instant.forms)")
        }
        // Rows of other kinds may hold whatever they like.
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
        let id = DiaryEvent.ID(rawValue: "\(cells[0]) \(events[cells[0], default: []].count)")
        events[cells[0], default: []].append(DiaryEvent(id: id, at: time, in: zone, kind))
      }
    }

    private static func kind(
      _ kind: String, unit: String, isEmpty: Bool, _ amount: () throws -> Double
    ) rethrows -> DiaryEvent.Content? {
      switch (kind, unit) {
      case ("meal", "g"): .meal(Meal(carbs: isEmpty ? nil : try amount()))
      case ("meal", _): .meal(Meal())
      case ("bolus", _): .insulin(InsulinDose(units: try amount(), action: .rapidActing))
      case ("basal", "U"): .insulin(InsulinDose(units: try amount(), action: .longActing))
      case ("exercise", _): .exercise(Exercise(duration: .seconds(900)))
      default: nil
      }
    }

    /// The cells of a line without the blanks around them; in quotes they may hold commas, and quotes twice.
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
    /// The number of the line of `text` in which this place lies, from 1.
    fileprivate func line(in text: String) -> Int {
      1 + text[..<self].count { $0.isNewline }
    }
  }

  extension InputOptions {
    /// The sources with what their people logged according to another file, in place of their own events.
    func adding(eventsOf path: String, to sources: [Source]) throws -> [Source] {
      let bytes = try Self.bytes(path)
      let text: String
      do throws(ReadError) {
        text = String(decoding: try FileBundle.decompressed(bytes), as: UTF8.self)
      } catch {
        throw failure(error, path)
      }
      var events: [String: [DiaryEvent]] = [:]
      if let table = try EventCSV(text, called: path, in: zone) {
        events = table.events
        if table.leftOut > 0 {
          StandardError.print(
            "\(path): left out \(table.leftOut) rows that are no meal, bolus or exercise.")
        }
      } else {
        let logs = self.sources(try bundle(path), path)
        for log in logs {
          // A file of one person names nobody, and then neither does the recording's.
          let person = logs.count == 1 && sources.count == 1 ? sources[0].name : log.name
          events[person, default: []] += log.subject.recording.events
        }
      }
      let found = sources.count { !(events[$0.name] ?? []).isEmpty }
      guard found > 0 else {
        throw CommandFailure(.data, "\(path): nobody of the recordings logged anything in it.")
      }
      return sources.map { $0.logging(events[$0.name] ?? []) }
    }
  }
#endif
