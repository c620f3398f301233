import Foundation
import GlucoseLog
import GlucoseMath
import Workload

#if canImport(Glibc)
  import Glibc
#endif

/// The files that the benchmarks measure on: each is made when it is first needed.
///
/// Each benchmark runs in a process of its own. Where the environment variable `BENCHMARK_FOLDER` names
/// a folder, files lie there and are shared by all of them; else each makes its own and removes them.
enum Stores {
  /// The number of readings of a year, one every five minutes.
  static let year = 365 * Workload.readingsPerDay
  /// The number of people in the file of the cohort: 476 have 50 million readings in a year.
  static let people = isShared && !Workload.isSmoke ? 476 : 5
  private static let shared = ProcessInfo.processInfo.environment["BENCHMARK_FOLDER"]
  private static var isShared: Bool { shared != nil }

  private static let folder: URL = {
    let own = FileManager.default.temporaryDirectory
      .appending(path: "swift-glucose-benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
    return shared.map { URL(filePath: $0) } ?? own
  }()

  /// The path of a file that is there for as long as the benchmarks run.
  static func path(_ name: String) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appending(path: name).path
  }

  /// An empty logbook.
  static func new(survivingPowerLoss survivesPowerLoss: Bool = true) throws -> Logbook {
    try Logbook(
      at: path(UUID().uuidString + ".sqlite"),
      options: Logbook.Options(survivesPowerLoss: survivesPowerLoss))
  }

  /// Removes what ``new(_:)`` made.
  static func remove(_ log: Logbook) throws {
    try log.close()
    if let path = log.path { try FileManager.default.removeItem(atPath: path) }
  }

  /// Ten years of one person, and the years one by one.
  static func years() throws -> [GlucoseSeries] {
    let decade = try Workload.person(1, days: 3650)
    return (0..<10).map { decade[positions: ($0 * year)..<(($0 + 1) * year)] }
  }

  /// The logbook of ten years, without the look at the whole file.
  static func decade() throws -> Logbook {
    try made("decade.sqlite") { log in
      for year in try years() { try log.add(year, from: "sensor") }
    }
  }

  /// The logbook of a year of everybody in the cohort.
  static func cohort() throws -> Logbook {
    try made(cohortName) { try fill($0, with: cohortYears()) }
  }

  /// Keeps a logbook that was just filled as that of the cohort, for the benchmarks that read it.
  static func keepAsCohort(_ log: Logbook) throws {
    let path = try path(cohortName)
    if FileManager.default.fileExists(atPath: path) { return try remove(log) }
    try FileManager.default.moveItem(atPath: closed(log), toPath: path)
  }

  private static let cohortName = "cohort-\(people).sqlite"

  /// A few people's years, of which everybody in the cohort has one.
  static func cohortYears() throws -> [GlucoseSeries] {
    try (0..<4).map { try Workload.person($0, days: 365) }
  }

  /// Adds the year of each person, in a batch each.
  static func fill(_ log: Logbook, with years: [GlucoseSeries]) throws {
    for person in 0..<people { try log.add(years[person % years.count], from: name(person)) }
  }

  static func name(_ person: Int) -> ReadingSource { ReadingSource(rawValue: "person \(person)") }

  private static func made(_ name: String, _ fill: (Logbook) throws -> Void) throws -> Logbook {
    let path = try path(name)
    if !FileManager.default.fileExists(atPath: path) {
      let draft = try new(survivingPowerLoss: false)
      try fill(draft)
      try FileManager.default.moveItem(atPath: closed(draft), toPath: path)
    }
    return try opened(path)
  }

  /// A logbook that is opened without a look at the whole file.
  static func opened(_ path: String) throws -> Logbook {
    try Logbook(at: path, options: Logbook.Options(checksOnOpening: false))
  }

  /// The path of a logbook, after it was closed.
  static func closed(_ log: Logbook) throws -> String {
    try log.close()
    return log.path ?? ""
  }

  /// Lets the system forget what it keeps in memory of a file.
  static func forget(_ path: String) throws {
    #if canImport(Glibc)
      let file = open(path, O_RDONLY)
      defer { close(file) }
      guard file >= 0, fsync(file) == 0, posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0 else {
        throw CocoaError(.fileReadUnknown)
      }
    #endif
  }

  /// Removes the files, unless they are shared.
  static func removeAll() {
    if !isShared { try? FileManager.default.removeItem(at: folder) }
  }
}
