internal import CGlucose
internal import Foundation
internal import GlucoseCohort
internal import GlucoseDiary
internal import GlucoseMath

extension CohortHandle {
  /// Returns the readings, sorted and one to an instant.
  func readings(_ call: Call) throws -> ResultTable {
    var people = try eachPerson(call, or: GlucoseSeries()) {
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
  func grid(_ call: Call) throws -> ResultTable {
    let convention = try call.convention()
    let interval = try call.integer("minutes")
    try require(
      interval.map({ $0 > 0 && 1440 % $0 == 0 }) ?? true,
      "`minutes` must divide 1440, the minutes of a day.")
    var people = try eachPerson(call, or: nil) { person in
      try self.griddedRecord(of: person).series(convention).dayGrid(
        in: self.zone(of: person), convention: convention,
        interval: interval.map { .seconds(60 * $0) })
    }
    let runs = people.enumerated().map { (person: $0.offset, count: $0.element?.cellCount ?? 0) }
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
  func events(_ call: Call) throws -> ResultTable {
    try table(call) {
      try self.events(of: $0)
    } columns: { logged in
      let fields = logged.map(EventFields.init)
      return [
        times("time", logged.map(\.time)), logged.texts("kind") { $0.content.category.rawValue },
        fields.texts("name") { $0.name }, fields.numbers("carbs_g") { $0.carbs },
        fields.numbers("protein_g") { $0.protein }, fields.numbers("fat_g") { $0.fat },
        fields.numbers("insulin_units") { $0.units }, fields.texts("action") { $0.action },
        fields.numbers("minutes") { $0.minutes }, fields.texts("intensity") { $0.intensity },
        fields.texts("exercise_kind") { $0.exercise }, fields.numbers("amount") { $0.amount },
        fields.texts("unit") { $0.unit }, logged.texts("note") { $0.note },
        logged.texts("event_id") { $0.id.rawValue },
      ]
    }
  }
}

/// The fields of an event's content, each in a column.
private struct EventFields {
  var name, action, intensity, exercise, unit: String?
  var carbs, protein, fat, units, minutes, amount: Double?

  init(_ event: DiaryEvent) {
    switch event.content {
    case .meal(let meal):
      (name, carbs, protein, fat) = (meal.name, meal.carbs, meal.protein, meal.fat)
    case .insulin(let dose): (units, action) = (dose.units, dose.action?.rawValue)
    case .exercise(let exercise):
      (name, intensity) = (exercise.name, exercise.intensity?.rawValue)
      minutes = exercise.duration / .seconds(60)
      self.exercise = exercise.kind?.rawValue
    case .condition(let condition):
      name = condition.kind.rawValue
      minutes = condition.end.map { $0.timeIntervalSince(event.time) / 60 }
    case .entry(let entry):
      (name, amount, unit) = (entry.name, entry.amount, entry.unit?.rawValue)
      minutes = entry.duration.map { $0 / .seconds(60) }
    }
  }
}
