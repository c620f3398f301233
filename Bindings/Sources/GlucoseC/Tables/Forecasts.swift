internal import Foundation
internal import GlucoseDiary
internal import GlucoseMath
internal import Prediction

/// The object of a model's handle.
final class ModelHandle: Sendable {
  let model: Forecaster

  init(_ model: Forecaster) { self.model = model }

  /// Fits a model to all people of a cohort.
  convenience init(_ cohort: CohortHandle, _ call: Call) throws {
    var fit = try call.fit(
      zone: call.flag("uses_time_of_day")
        ? cohort.commonZone(for: "A fit with the time of day") : nil)
    let (tasks, task) = (try call.tasks(), call.task)
    let members = try cohort.members(tasks, task)
    // If nobody's recording is suitable, the error has the reason.
    let people = members.isEmpty ? Array(0..<cohort.count) : members.map { $0.person }
    // Readings more often than the model's are thinned, so that all people are in the fit.
    if fit.cadence == nil {
      fit.cadence = members.lazy.map { $0.cadence }.max { $0.rawValue < $1.rawValue }
    }
    let final = fit
    do {
      // One task needs no threads of the process, which a forked process does not have.
      if tasks == 1, task == nil {
        var work = try PartitionedFit(fit)
        // They sort like the positions.
        let ids = people.indices.map { "\(1_000_000_000 + $0)" }
        while let round = work.task {
          try work.advance(
            with: round.part(ofPeople: ids) { try cohort.recording(of: people[$0], task) })
        }
        self.init(try work.model())
        return
      }
      self.init(
        try waiting(task) {
          try await Forecaster.fit(of: people.count, final, tasks: tasks) {
            task?.fraction = $0
          } recording: {
            try cohort.recording(of: people[$0], task)
          }
        })
    } catch let error as FitError {
      throw cohort.named(error, of: people)
    }
  }

  /// Chooses the best model for the only person of a cohort.
  static func best(_ cohort: CohortHandle, _ call: Call) throws -> ModelHandle {
    let person = try cohort.person(named: call.text("person"))
    let recording = try cohort.recording(of: person)
    let horizon = try call.horizon()
    let (tasks, task) = (try call.tasks(), call.task)
    let zone = try cohort.zone(of: person)
    let type: TypeOfDiabetes? = try call.choice(
      "type", [("unknown", nil)] + TypeOfDiabetes.allCases.map { ($0.rawValue, $0) })
    guard tasks != 1 || task != nil else {
      return ModelHandle(
        try Forecaster.best(for: recording, in: zone, type: type, horizon: horizon))
    }
    return ModelHandle(
      try waiting(task) {
        try await Forecaster.best(
          for: recording, in: zone, type: type, horizon: horizon, tasks: tasks
        ) { task?.fraction = $0 }
      })
  }

  /// A JSON object that describes the model.
  func description() throws -> String {
    var fields: [String: Any] = [
      "cadence_minutes": model.cadence.rawValue, "minutes": model.leads.map { $0 / .seconds(60) },
      "people": model.recordCount, "rows": model.rowCount, "features": model.featureCount,
      "detail": "\(model.detail)", "uses_events": model.usesEvents, "is_personal": model.isPersonal,
      "uses_prior": model.usesPrior,
    ]
    if let selection = model.selection {
      fields["chosen"] = selection.chosen.rawValue
      fields["reason"] = selection.reason.rawValue
      fields["trials"] = selection.candidates.map {
        [
          "candidate": $0.rawValue,
          "rmse_mgdl": selection.rootMeanSquareError(of: $0) as Any? ?? NSNull(),
        ]
      }
    }
    return try json(fields)
  }
}

extension Call {
  /// The options of a fit, with the time of day in `zone`.
  func fit(zone: TimeZone?) throws -> FitOptions {
    var fit = FitOptions()
    fit.horizon = try horizon()
    fit.cadence = try cadence()
    fit.usesEvents = try flag("uses_events")
    fit.usesPretrainedModel = try flag("pretrained", default: true)
    fit.zone = zone
    if let share = try number("test_fraction") {
      try require((0..<1).contains(share), "`test_fraction` must be from 0 to below 1.")
      fit.testPercentage = Percentage(fraction: share)
    }
    return fit
  }

  func horizon() throws -> Duration {
    let minutes = try integer("minutes") ?? 30
    try require((5...120).contains(minutes), "`minutes` must be from 5 to 120.")
    return .seconds(60 * minutes)
  }

  func cadence() throws -> SensorCadence? {
    guard let minutes = try integer("cadence") else { return nil }
    guard let cadence = SensorCadence(rawValue: minutes) else {
      let all = SensorCadence.allCases.map { "\($0.rawValue)" }.joined(separator: " or ")
      throw BindingError.argument("`cadence` must be \(all).")
    }
    return cadence
  }
}

extension CohortHandle {
  /// Returns the position of the person with an id, or of the only person.
  func person(named name: String?) throws -> Int {
    guard let name else {
      try require(
        count == 1,
        count == 0
          ? "There are no people." : "There are \(count) people: `person` must be the id of one.")
      return 0
    }
    let text = Key.text(Array(name.utf8))
    guard
      let person = keys.firstIndex(where: { $0 == text || !isKeyText && $0?.description == name })
    else {
      throw BindingError.argument("There is no person \"\(name)\".")
    }
    return person
  }

  /// Returns the people whose recordings are suitable for a fit, with their cadences: those with two or more
  /// readings, not too far apart.
  func members(_ tasks: Int?, _ task: CallTask?) throws -> [(person: Int, cadence: SensorCadence)] {
    try concurrently(count, tasks: tasks, nil) {
      SensorCadence(of: try self.recording(of: $0, task).series)
    }.enumerated().compactMap { person, cadence in
      cadence.map { (person: person, cadence: $0) }
    }
  }

  /// Returns the recording of a person, or throws an error if the task was canceled.
  func recording(of person: Int, _ task: CallTask?) throws -> Recording {
    if task?.isCanceled == true { throw BindingError.canceled }
    return try recording(of: person)
  }

  /// Returns the part of the cohort for a task of a fit, computed in the calling thread.
  func part(for task: FitTask) throws -> FitPart {
    let people = try members(1, nil).map { $0.person }
    do {
      return try task.part(ofPeople: people.map { keys[$0]?.partitionID ?? "" }) {
        try recording(of: people[$0])
      }
    } catch let error as FitError {
      throw named(error, of: people)
    }
  }

  /// Returns an error of a fit of some people with the id of the person.
  func named(_ error: FitError, of people: [Int]) -> BindingError {
    BindingError(
      BindingError.code(of: error),
      error.record.map { error.description(of: name(of: people[$0])) } ?? "\(error)")
  }

  /// Returns a row for each point of each person's forecast.
  func forecasts(_ handle: ModelHandle, _ call: Call) throws -> ResultTable {
    let coverage = try call.number("coverage") ?? 0.9
    try require((0.5...0.95).contains(coverage), "`coverage` must be from 0.5 to 0.95.")
    let at = try call.number("at").map { Date(timeIntervalSince1970: $0) }
    if let at, !ReadingTable.years.contains(at.timeIntervalSinceReferenceDate) {
      throw BindingError.argument("`at` must be in the years \(ReadingTable.yearRange).")
    }
    let isPersonalized = try call.flag("personalized")
    let isEach = try call.flag("each")
    try require(
      !isEach || at == nil && !isPersonalized,
      "`each` has a forecast after every reading, without `at` and `personalized`, which would use later ones."
    )
    let crossings = ForecastRow.crossings(in: unit)
    let names = ["p_below_54", "p_below_70", "p_above_180", "p_above_250"]
    return try table(call) { person -> [ForecastRow] in
      var recording = try self.recording(of: person)
      guard !isEach else {
        let places = try self.rows(of: person)
        return recording.series.map { reading in
          var row: ForecastRow
          do throws(ForecastUnavailable) {
            let forecast = try handle.model.forecast(
              after: recording, at: reading.time, coverage: coverage)
            row = ForecastRow(forecast, forecast.points[forecast.points.count - 1], crossings)
            row.outcome = row.time.flatMap { recording.series.value(nearest: $0) }
          } catch {
            row = ForecastRow(error: "\(error)")
            (row.origin, row.originValue) = (reading.time, reading.glucose.mgdL)
          }
          row.place = places[reading.time]
          return row
        }
      }
      do throws(ForecastUnavailable) {
        guard let now = at ?? recording.series.last?.time else {
          throw ForecastUnavailable(.noReadings)
        }
        recording = recording.prefix(through: now)
        var model = handle.model
        if isPersonalized { model = model.personalized(to: recording) }
        let forecast = try model.forecast(after: recording, at: now, coverage: coverage)
        return forecast.points.map { ForecastRow(forecast, $0, crossings) }
      } catch {
        return [ForecastRow(error: "\(error)")]
      }
    } columns: { (rows: [ForecastRow]) in
      [
        times("origin", rows.map(\.origin)), rows.numbers("origin_mgdl") { $0.originValue },
        times("time", rows.map(\.time)), rows.numbers("minutes") { $0.minutes },
        rows.numbers("glucose_mgdl") { $0.values?.expected },
        rows.numbers("lower_mgdl") { $0.values?.lower },
        rows.numbers("upper_mgdl") { $0.values?.upper },
        rows.numbers("nominal_coverage") { $0.values == nil ? nil : coverage },
        rows.numbers("empirical_coverage") { $0.empiricalCoverage },
      ]
        + names.indices.map { index in
          rows.numbers(names[index]) { $0.probabilities.isEmpty ? nil : $0.probabilities[index] }
        }
        + (keepsErrors ? [rows.texts("error_type") { $0.error.map { _ in "Unavailable" } }] : [])
        + [rows.texts("error") { $0.error }]
        + (isEach
          ? [rows.numbers("outcome_mgdl") { $0.outcome }, rows.integers("row") { $0.place }] : [])
    }
  }
}

/// A row of the table of forecasts.
private struct ForecastRow: Sendable {
  var origin, time: Date?
  var originValue, minutes, empiricalCoverage: Double?
  var values: (expected: Double, lower: Double, upper: Double)?
  var probabilities: [Double?] = []
  var error: String?
  /// The reading at the time of the forecast, and the row of the origin.
  var outcome: Double?
  var place: Int?

  init(error: String) { self.error = error }

  init(
    _ forecast: GlucoseForecast, _ point: GlucoseForecast.Point, _ crossings: [ThresholdCrossing]
  ) {
    origin = forecast.origin.time
    time = point.time
    originValue = forecast.origin.glucose.mgdL
    let seconds = point.time.timeIntervalSince(forecast.origin.time)
    minutes = (seconds / 6).rounded() / 10
    empiricalCoverage = point == forecast.points.last ? forecast.empiricalCoverage : nil
    values = (point.glucose.mgdL, point.lower.mgdL, point.upper.mgdL)
    probabilities = crossings.map {
      forecast.probability(ofCrossing: $0, within: .seconds(seconds))
    }
  }

  /// The crossings of the consensus, whose thresholds are exact in the unit of the readings.
  static func crossings(in unit: GlucoseUnit) -> [ThresholdCrossing] {
    let bands = RangeBands.consensus(in: unit)
    return [
      .below(bands.veryLow ?? bands.low), .below(bands.low), .above(bands.high),
      .above(bands.veryHigh ?? bands.high),
    ]
  }
}

extension GlucoseSeries {
  /// Returns the concentration in mg/dL of the reading nearest to `time`, at most 150 seconds away, or `nil` if
  /// there is none.
  fileprivate func value(nearest time: Date) -> Double? {
    self[time.addingTimeInterval(-150)..<time.addingTimeInterval(150.001)].min {
      abs($0.time.timeIntervalSince(time)) < abs($1.time.timeIntervalSince(time))
    }?.glucose.mgdL
  }
}
