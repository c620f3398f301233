// SPDX-License-Identifier: Apache-2.0

internal import CGlucose
internal import Foundation
internal import GlucoseCohort
internal import GlucoseDiary
internal import GlucoseMath

extension CohortHandle {
  /// Returns the readings, sorted and one to an instant.
  func readings(_ options: Options, _ task: CallTask?) throws -> ResultTable {
    var people = try concurrently(count, tasks: options.tasks(), task) {
      try self.record(of: $0).series
    }
    let runs = people.enumerated().map { (person: $0.offset, count: $0.element.count) }
    let count = runs.reduce(0) { $0 + $1.count }
    var instants = ColumnBuilder<Int64>(capacity: count, or: ResultTable.Column.noTime)
    var values = ColumnBuilder<Double>(capacity: count, or: .nan)
    var flags = ColumnBuilder<UInt8>(capacity: count, or: 0)
    for person in people.indices {
      // The readings of a person are released when they are in the columns.
      let series = people[person]
      people[person] = GlucoseSeries()
      for time in series.times { instants.append(ResultTable.Column.microseconds(time)) }
      for value in series.values { values.append(value) }
      for own in series.flags { flags.append(own.rawValue) }
    }
    return ResultTable(
      keyColumn(runs: runs) + [
        instants.column("time", "tsu:\(arrowZone)"), values.column("glucose_mgdl", "g"),
        flags.column("flags", "C"),
      ])
  }

  /// Returns the cells of each person's grid, row after row.
  func grid(_ options: Options, _ task: CallTask?) throws -> ResultTable {
    let convention = try options.convention()
    let interval = try options.integer("minutes")
    guard interval.map({ $0 > 0 && 1440 % $0 == 0 }) ?? true else {
      throw BindingError.argument("`minutes` must divide 1440, the minutes of a day.")
    }
    var people = try concurrently(count, tasks: options.tasks(), task) { person in
      try self.griddedRecord(of: person).series(convention).dayGrid(
        in: self.zone(of: person), convention: convention,
        interval: interval.map { .seconds(60 * $0) })
    }
    let runs = people.enumerated().map {
      (person: $0.offset, count: $0.element?.cellCount ?? 0)
    }
    let count = runs.reduce(0) { $0 + $1.count }
    var days = ColumnBuilder<Int32>(capacity: count, or: 0)
    var instants = ColumnBuilder<Int64>(capacity: count, or: ResultTable.Column.noTime)
    var values = ColumnBuilder<Double>(capacity: count, or: .nan)
    for person in people.indices {
      guard let grid = people[person] else { continue }
      people[person] = nil
      for row in 0..<grid.rowCount {
        let day = grid.day(ofRow: row).number
        for cell in grid.cells(ofRow: row) {
          days.append(day)
          instants.append(
            grid.time(ofCell: cell).flatMap {
              ResultTable.Column.microseconds($0.timeIntervalSinceReferenceDate)
            })
          values.append(grid[cell]?.mgdL)
        }
      }
    }
    return ResultTable(
      keyColumn(runs: runs) + [
        days.column("day", "tdD"), instants.column("time", "tsu:\(arrowZone)"),
        values.column("glucose_mgdl", "g"),
      ])
  }

  /// Returns the events, in chronological order for each person.
  func events(_ options: Options, _ task: CallTask?) throws -> ResultTable {
    let rows = (0..<count).flatMap { person in self.events(of: person).map { (person, $0) } }
    let logged = rows.map(\.1)
    let fields = logged.map { EventFields($0.content) }
    return ResultTable(
      keyColumn(rows.map(\.0)) + [
        ResultTable.Column("time", times(logged.map(\.time))),
        ResultTable.Column("kind", .texts(logged.map(\.content.category.rawValue))),
        ResultTable.Column("name", .texts(fields.map(\.name))),
        ResultTable.Column("carbs_g", .numbers(fields.map(\.carbs))),
        ResultTable.Column("protein_g", .numbers(fields.map(\.protein))),
        ResultTable.Column("fat_g", .numbers(fields.map(\.fat))),
        ResultTable.Column("insulin_units", .numbers(fields.map(\.units))),
        ResultTable.Column("action", .texts(fields.map(\.action))),
        ResultTable.Column(
          "minutes", .numbers(zip(logged, fields).map { $0.minutes ?? $1.minutes })),
        ResultTable.Column("intensity", .texts(fields.map(\.intensity))),
        ResultTable.Column("exercise_kind", .texts(fields.map(\.exercise))),
        ResultTable.Column("amount", .numbers(fields.map(\.amount))),
        ResultTable.Column("unit", .texts(fields.map(\.unit))),
        ResultTable.Column("note", .texts(logged.map(\.note))),
        ResultTable.Column("event_id", .texts(logged.map(\.id.rawValue))),
      ])
  }
}

extension DiaryEvent {
  /// The duration of a condition that has ended, in minutes.
  fileprivate var minutes: Double? {
    guard case .condition(let condition) = content else { return nil }
    return condition.end.map { $0.timeIntervalSince(time) / 60 }
  }
}

/// The fields of an event's content, each in a column.
private struct EventFields {
  var name, action, intensity, exercise, unit: String?
  var carbs, protein, fat, units, minutes, amount: Double?

  init(_ content: DiaryEvent.Content) {
    switch content {
    case .meal(let meal):
      (name, carbs, protein, fat) = (meal.name, meal.carbs, meal.protein, meal.fat)
    case .insulin(let dose): (units, action) = (dose.units, dose.action?.rawValue)
    case .exercise(let exercise):
      (name, intensity) = (exercise.name, exercise.intensity?.rawValue)
      minutes = exercise.duration / .seconds(60)
      self.exercise = exercise.kind?.rawValue
    case .condition(let condition): name = condition.kind.rawValue
    case .entry(let entry):
      (name, amount, unit) = (entry.name, entry.amount, entry.unit?.rawValue)
      minutes = entry.duration.map { $0 / .seconds(60) }
    }
  }
}
