import Foundation
import GlucoseKit
import GlucoseSimulation

/// The logbook of a person, the session that follows the sensor, and the responses to alarms.
actor Diary {
  let log: Logbook
  let session: LiveSession
  let zone = TimeZone.current
  private var (low, high) = (AlarmResponse(), AlarmResponse())

  /// Opens a logbook, or one in memory without a path.
  init(at path: String?) throws {
    log = try path.map { try Logbook(at: $0) } ?? .inMemory()
    let sensor = try log.sources().first { $0.kind == .sensor }?.source
    session = LiveSession(
      log, from: sensor ?? "Sensor", forecaster: nil, options: LiveOptions(unit: .mmolL))
  }

  // MARK: The sensor and the model

  /// Stores the readings of a virtual person: those of a week at once, and each further one at its time.
  func simulate() async throws {
    let now = Date()
    let first = LocalDay(containing: now, in: zone).advanced(by: -7)
    let person = VirtualPatient(seed: 2).simulate(days: 10, from: first)
    try log.add(person.series.prefix(through: now), from: "Sensor")
    try log.add(person.events.filter { $0.time <= now })
    for reading in person.series where reading.time > now {
      try await Task.sleep(for: .seconds(max(0, reading.time.timeIntervalSinceNow)))
      _ = try await session.store([reading], at: Date())
    }
  }

  /// Fits a model to the last four weeks, now and once a day.
  func forecast() async throws {
    while true {
      let now = Date()
      let weeks = try log.recording(in: now.addingTimeInterval(-28 * 86_400)..<now)
      // With few readings there is no model yet.
      let model = try? await Forecaster.best(for: weeks, in: zone, progress: { _ in })
      if let model { await session.setForecaster(model) }
      try await Task.sleep(for: .seconds(model == nil ? 60 : 86_400))
    }
  }

  // MARK: The day

  /// What a screen shows, from one state of the logbook.
  func display() async throws -> LiveDisplay {
    let now = Date()
    return try await session.display(
      at: now, day: LocalDay(containing: now, in: zone), options: DayPlotOptions(unit: .mmolL))
  }

  // MARK: The form

  /// Stores a meal that was typed, or returns what must be corrected.
  func addMeal(name: String, carbs: String) throws -> [String] {
    // The separator of decimals is that of the person: "52.5" and "52,5" are taken.
    let style = carbs.contains(",") ? DecimalStyle.comma : .point
    var draft = EventDraft(.meal, at: Date(), in: zone)
    draft[.name] = name
    draft[.carbs] = carbs
    let validation = draft.validate(style: style, now: Date())
    guard let event = validation.event else {
      return validation.errors.map { $0.text(style: style) }
    }
    try log.add(event)
    return []
  }

  // MARK: The alarm

  /// The sentences of the alarms of a snapshot that nobody has acknowledged.
  func alarms(of snapshot: LiveSnapshot) -> [String] {
    var texts = [(snapshot.low, low, "low"), (snapshot.high, high, "high")]
      .filter { alarm, response, _ in alarm.isDue(at: snapshot.date, after: response) }
      .map { alarm, _, name in
        alarm.state == .expected ? "Glucose is expected to be \(name)" : "Glucose is \(name)"
      }
    if snapshot.isSilenceDue(after: low) { texts.append("The sensor is silent") }
    return texts
  }

  func acknowledgeAlarms() async throws {
    let snapshot = try await session.snapshot(at: Date())
    low.acknowledge(snapshot.low)
    low.acknowledgeSilence(of: snapshot)
    high.acknowledge(snapshot.high)
  }
}
