import Foundation
import GlucoseKit

/// The people of the page, each with a logbook in a folder. Requests name them by identifiers that
/// are looked up, and never name a file.
actor People {
  private let folder: String?
  private let speed: Double
  private(set) var all: [Person] = []
  private var tasks: [Task<Void, Never>] = []
  let signals = Signals()

  /// - Parameter folder: The folder of the logbooks, or `nil` if no person can be added.
  init(folder: String?, speed: Double) {
    self.folder = folder
    self.speed = speed
    tasks = [Task { [signals] in await signals.tick() }]
  }

  var canAdd: Bool { folder != nil && all.count < 100 }

  subscript(id: some StringProtocol) -> Person? { all.first { $0.id == id } }

  func openAll() async throws {
    guard let folder else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    where name.hasSuffix(".sqlite") {
      try await open(folder + "/" + name)
    }
  }

  /// Opens or creates the logbook at `path`, named by its file until it is renamed.
  @discardableResult
  func open(
    _ path: String, name: String? = nil, in zone: TimeZone? = nil
  ) async throws -> Person {
    let stem = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let initial = Preferences(name: name ?? stem, zone: (zone ?? .current).identifier)
    let person = try await Person(at: path, initial: initial, speed: speed, signals: signals)
    // A name that was chosen is kept; the file has an arbitrary one.
    if name != nil { try await person.preferences.update { _ in } }
    all.append(person)
    tasks.append(Task { () async -> Void in await person.keepForecasting() })
    tasks.append(Task { for await _ in person.log.changes(limit: 1) { signals.send() } })
    return person
  }

  /// Creates a person with a new logbook, or returns `nil` if there is no folder for it.
  func add(named name: String, in zone: TimeZone?) async throws -> Person? {
    guard let folder, canAdd else { return nil }
    return try await open(
      "\(folder)/\(UUID().uuidString.lowercased()).sqlite", name: name, in: zone)
  }

  /// Opens the demonstration: a virtual person with a simulated sensor.
  func openDemo(in folder: String) async throws {
    let person = try await open(folder + "/demo.sqlite", name: "Demo")
    tasks.append(Task { await SimulatedSensor(seed: 2).run(person) })
  }

  /// Runs a source of readings for the first person.
  func follow(_ run: @escaping @Sendable (Person) async -> Void) {
    guard let person = all.first else { return }
    tasks.append(Task { await run(person) })
  }
}
