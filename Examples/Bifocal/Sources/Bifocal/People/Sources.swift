import Foundation
import GlucoseKit
import GlucoseSimulation

/// The state of each live source, for the page: its name and what it last did.
actor SourceStates {
  private(set) var lines: [String: String] = [:]
  private let signals: Signals

  init(signals: Signals) { self.signals = signals }

  /// Sets the state of a source, and lets open pages know if it is another one.
  func set(_ name: String, _ state: String) {
    if lines.updateValue(state, forKey: name) != state { signals.send() }
  }
}

/// The sensor and the diary of a virtual person, delivered as time passes.
struct SimulatedSensor: Sendable {
  let seed: UInt64

  func run(_ person: Person) async {
    do { try await deliver(to: person) } catch {
      await person.sources.set("Sensor", "\(error)")
    }
  }

  private func deliver(to person: Person) async throws {
    let now = person.clock.now
    let choices = await person.preferences.value
    let today = LocalDay(containing: now, in: choices.timeZone)
    let start = choices.simulatedFrom.flatMap { LocalDay($0, in: choices.timeZone) }
      .flatMap { $0.distance(to: today) > 120 ? nil : $0 }
    let first = start ?? today.advanced(by: -28)
    try await person.preferences.update { $0.simulatedFrom = first.description }
    let all = VirtualPatient(seed: seed)
      .simulate(days: first.distance(to: today) + 3, from: first)
    let past = all.prefix(through: now)
    // What a person removed or changed stays so: only what is later than the last event is added.
    let known = try person.log.latestEvent(atOrBefore: now)?.time ?? .distantPast
    // An event that was entered before the first simulation leaves the past to be simulated.
    let isNew = try choices.simulatedFrom == nil || person.log.timeRange() == nil
    try person.log.write { log in
      log.isUndoable = false
      try log.add(past.series, from: "Sensor")
      try log.add(past.events.filter { $0.time <= now && (isNew || $0.time > known) })
      guard isNew else { return }
      var names: Set<String> = []
      for event in past.events {
        guard let name = event.content.name, !name.isEmpty, names.count < 5 else { continue }
        if names.insert(name).inserted { try log.add(Favorite(from: event)) }
      }
    }
    await person.sources.set("Sensor", now.formatted(.iso8601))
    var events = all.events.filter { $0.time > now }[...]
    for reading in all.series where reading.time > now {
      let wait = reading.time.timeIntervalSince(person.clock.now) / person.clock.speed
      if wait > 0 { try await Task.sleep(for: .seconds(wait)) }
      let due = events.prefix { $0.time <= reading.time }
      events = events.dropFirst(due.count)
      try person.log.write { log in
        log.isUndoable = false
        try log.add(due)
      }
      _ = try await person.session.store([reading], at: person.clock.now)
      await person.sources.set("Sensor", reading.time.formatted(.iso8601))
    }
  }
}

/// A folder whose files are read whenever they change.
struct WatchedFolder: Sendable {
  let path: String

  func run(_ person: Person) async {
    var seen: [String: Date] = [:]
    while !Task.isCancelled {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      for name in names.sorted() where !name.hasPrefix(".") {
        let file = path + "/" + name
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        guard let modified = attributes?[.modificationDate] as? Date, seen[name] != modified,
          attributes?[.type] as? FileAttributeType == .typeRegular
        else { continue }
        seen[name] = modified
        let choices = await person.preferences.value
        // A file that ended its reader, too, is not read again until it changes.
        let account = await FileReader(file, name: name, choices, at: person.clock.now).account()
        await person.sources.set(name, await state(account, of: person, in: choices.language))
      }
      try? await Task.sleep(for: .seconds(2))
    }
  }

  private func state(
    _ account: FileAccount, of person: Person, in language: Language
  ) async -> String {
    if let error = account.error { return error }
    guard account.people.count == 1 else {
      return "\(account.people.count) \(Word("people", "Personen").text(in: language))"
    }
    do { return "+\(try await person.take(account.people, isUndoable: false))" } catch {
      return "\(error)"
    }
  }
}
