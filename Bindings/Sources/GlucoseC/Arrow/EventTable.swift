// SPDX-License-Identifier: Apache-2.0

internal import CGlucose
internal import Foundation
internal import GlucoseDiary
internal import GlucoseFiles

/// The events of a table, with the columns that the library returns for events.
enum EventTable {
  /// Returns the events of each person. The columns `time` and `kind` are required; others without a column
  /// are absent.
  static func events(
    _ table: ArrowTable, keyName: String?, isKeyText: Bool, in zone: TimeZone?
  ) throws -> [Key?: [DiaryEvent]] {
    let times = try times(table, zone)
    func texts(_ name: String) throws -> [String?] {
      try table.fields.contains { $0.name == name }
        ? Self.texts(table, name) : Array(repeating: nil, count: table.rowCount)
    }
    func numbers(_ name: String) throws -> [Double?] {
      guard table.fields.contains(where: { $0.name == name }) else {
        return Array(repeating: nil, count: table.rowCount)
      }
      let column = try NumberColumn(table, name, "events")
      var values: [Double] = []
      for part in column.parts.indices {
        unsafe column.append(0..<Int(table.batches[part].pointee.length), of: part, to: &values)
      }
      return values.map { $0.isNaN ? nil : $0 }
    }
    let kinds = try Self.texts(table, "kind")
    let keys = try keyName.map { try Self.keys(table, $0, isKeyText) }
    let (names, actions) = (try texts("name"), try texts("action"))
    let (intensities, exercises) = (try texts("intensity"), try texts("exercise_kind"))
    let (units, notes, ids) = (try texts("unit"), try texts("note"), try texts("event_id"))
    let (carbs, protein, fat) = (
      try numbers("carbs_g"), try numbers("protein_g"), try numbers("fat_g")
    )
    let (doses, minutes, amounts) = (
      try numbers("insulin_units"), try numbers("minutes"), try numbers("amount")
    )
    var events: [Key?: [DiaryEvent]] = [:]
    for row in 0..<table.rowCount {
      guard let kind = kinds[row], !times[row].isNaN else {
        throw BindingError.data("Event \(row) has no kind or no time.")
      }
      let time = Date(timeIntervalSinceReferenceDate: times[row])
      // A century; a duration has a limit, and an instant far beyond is none.
      if let length = minutes[row], !(0...52_596_000).contains(length) {
        throw BindingError.data("Event \(row) has \(length) minutes, not 0 to 52596000.")
      }
      let duration = minutes[row].map { Duration.seconds($0 * 60) }
      let content: DiaryEvent.Content
      switch DiaryEvent.Category(rawValue: kind) {
      case .meal:
        content = .meal(
          Meal(name: names[row], carbs: carbs[row], protein: protein[row], fat: fat[row]))
      case .insulin:
        guard let units = doses[row] else {
          throw BindingError.data("Event \(row), insulin, has no number in \"insulin_units\".")
        }
        content = .insulin(
          InsulinDose(
            units: units, action: try choice(actions[row], "action", row)))
      case .exercise:
        guard let duration else {
          throw BindingError.data("Event \(row), exercise, has no number in \"minutes\".")
        }
        content = .exercise(
          Exercise(
            name: names[row], duration: duration,
            intensity: try choice(intensities[row], "intensity", row),
            kind: try choice(exercises[row], "exercise_kind", row)))
      case .condition:
        content = .condition(
          DiaryCondition(
            DiaryCondition.Kind(rawValue: names[row] ?? "condition"),
            until: minutes[row].map { time.addingTimeInterval($0 * 60) }))
      case let category:
        content = .entry(
          DiaryEntry(
            category, name: names[row], amount: amounts[row],
            unit: units[row].map { DiaryEntry.Unit(rawValue: $0) }, duration: duration))
      }
      // A number of another kind would be lost, such as the grams of a "Meal".
      let amountsOfKinds: [(column: String, owner: DiaryEvent.Category, amount: Double?)] = [
        ("carbs_g", .meal, carbs[row]), ("protein_g", .meal, protein[row]),
        ("fat_g", .meal, fat[row]), ("insulin_units", .insulin, doses[row]),
      ]
      for (column, owner, amount) in amountsOfKinds
      where content.category != owner && amount ?? 0 != 0 {
        throw BindingError.data(
          "Event \(row), \"\(kind)\", has a number in \"\(column)\", which only events of the kind "
            + "\"\(owner.rawValue)\" have.")
      }
      let id = ids[row] ?? "row-\(row)"
      events[keys?[row], default: []].append(
        DiaryEvent(
          id: DiaryEvent.ID(rawValue: id), at: time, in: zone ?? .gmt, content, note: notes[row]))
    }
    return events
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ text: String?, _ name: String, _ row: Int
  ) throws -> Choice? {
    guard let text else { return nil }
    guard let choice = Choice.allCases.first(where: { $0.rawValue == text }) else {
      let known = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw BindingError.data(
        "Event \(row) has the \(name) \"\(text)\", which is not known; use \(known).")
    }
    return choice
  }

  private static func times(_ table: ArrowTable, _ zone: TimeZone?) throws -> [Double] {
    let column = try TimeColumn(table, "time", "times of events")
    var times: [Double] = []
    for part in unsafe table.batches.indices {
      unsafe column.append(0..<Int(table.batches[part].pointee.length), of: part, to: &times)
    }
    let years = ReadingTable.years
    if let row = times.firstIndex(where: { !$0.isNaN && !years.contains($0) }) {
      throw BindingError.data(
        "Event \(row) has a time \(times[row]) s from 2001; times must be in the years 1 to 9999.")
    }
    guard column.zoneName == nil else { return times }
    guard let zone else {
      throw BindingError.argument(
        "The times of events must have a time zone if people have time zones of their own.")
    }
    let instants = times.map { LocalTimeResolution(of: [$0], in: zone).instants[0] }
    if let row = times.indices.first(where: { !times[$0].isNaN && instants[$0].isNaN }) {
      throw BindingError.data(
        "Event \(row) has a local time that does not exist in \(zone.identifier): "
          + "clocks skipped it.")
    }
    return instants
  }

  private static func keys(_ table: ArrowTable, _ name: String, _ isText: Bool) throws -> [Key] {
    var column = try KeyColumn(table, name)
    guard column.isText == isText else {
      throw BindingError.argument(
        "The ids of events and of readings must have one type, in the column \"\(name)\".")
    }
    var keys: [Key] = []
    var codes: [(Int32, Int)] = []
    for part in unsafe table.batches.indices {
      try column.forEachRun(of: part, from: keys.count) { codes.append(($0, $1.count)) }
    }
    for (code, count) in codes { keys += Array(repeating: column.keys[Int(code)], count: count) }
    return keys
  }

  private static func texts(_ table: ArrowTable, _ name: String) throws -> [String?] {
    let field = try table.field(name)
    let format = field.dictionaryFormat ?? field.format
    var texts: [String?] = []
    for part in unsafe table.batches.indices {
      let slice = try table.slice(field, part)
      if format == "n" || slice.count == 0 {
        texts += Array(repeating: nil, count: slice.count)
        continue
      }
      guard ["u", "U", "vu"].contains(format) else {
        throw BindingError.argument(
          "The column \"\(name)\" of events has the type \(typeName(field)); a string is needed.")
      }
      let valid = slice.validity
      if let words = unsafe slice.array.pointee.dictionary {
        let offset = Int(unsafe words.pointee.offset)
        let values = unsafe TextValues(UnsafePointer(words), offset: offset, format)
        let codes = KeyColumn.integers(slice, field.format)
        for row in 0..<slice.count {
          guard valid?.isValid(row) != false else {
            texts.append(nil)
            continue
          }
          let code = Int(try KeyColumn.integer(codes, row, name))
          guard code >= 0, code < Int(unsafe words.pointee.length) else {
            throw BindingError.argument("The column \"\(name)\" has a code without a value.")
          }
          texts.append(values.text(code))
        }
        continue
      }
      let values = unsafe TextValues(slice.array, offset: slice.offset, format)
      for row in 0..<slice.count {
        texts.append(valid?.isValid(row) == false ? nil : values.text(row))
      }
    }
    return texts
  }
}
