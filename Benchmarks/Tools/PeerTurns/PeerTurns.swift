import Foundation
import GlucoseFiles
import GlucoseLog
import GlucoseMath
import Workload

/// The Swift side of the measurements that take turns with a peer, in one process: for each command in a
/// line of the input, it does a piece of work and prints its seconds. `Benchmarks/peers/turns.py` is the
/// other side.
///
///     PeerTurns FOLDER
///
/// - `grow`: adds the year of one more person to a logbook; survives the loss of power.
/// - `power COUNT`, `process COUNT`: adds as many readings one by one; each survives the loss of power,
///   or the end of the process.
/// - `unpack FILE`, `read FILE`: unpacks a gzip file, or reads a table, packed or not, on one core;
///   prints the seconds of the processor.
@main
struct PeerTurns {
  private let folder: URL
  private let years: [GlucoseSeries]
  private var cohort: (log: Logbook, people: Int)?
  private var singles: [Substring: (log: Logbook, count: Int)] = [:]
  private var files: [Substring: [UInt8]] = [:]

  static func main() throws {
    guard CommandLine.arguments.count == 2 else { throw CocoaError(.fileReadInvalidFileName) }
    var turns = try Self(URL(filePath: CommandLine.arguments[1]))
    while let line = readLine() {
      let seconds = try turns.seconds(line.split(separator: " "))
      FileHandle.standardOutput.write(Data("\(seconds)\n".utf8))
    }
    try turns.cohort?.log.close()
    for single in turns.singles.values { try single.log.close() }
  }

  private init(_ folder: URL) throws {
    self.folder = folder
    years = try (0..<4).map { try Workload.person($0, days: 365) }
  }

  private mutating func seconds(_ command: [Substring]) throws -> Double {
    switch (command.first, command.count > 1 ? command[1] : "") {
    case ("grow", _): try grow()
    case ("power", let count): try add(Int(count) ?? 1, "power", true)
    case ("process", let count): try add(Int(count) ?? 1, "process", false)
    case ("unpack", let file):
      try processorSeconds(bytes(file)) { try FileBundle.decompressed($0).count }
    case ("read", let file):
      try processorSeconds(bytes(file)) { bytes in
        let options = ReadOptions(zone: Workload.zone)
        return try GlucoseFile(reading: bytes, options: options).people.count
      }
    default: throw CocoaError(.featureUnsupported)
    }
  }

  private mutating func grow() throws -> Double {
    let cohort = try cohort ?? (Logbook(at: path("cohort")), 0)
    self.cohort = (cohort.log, cohort.people + 1)
    let year = years[cohort.people % years.count]
    return try seconds {
      try cohort.log.add(year, from: ReadingSource(rawValue: "person \(cohort.people)"))
    }
  }

  private mutating func add(
    _ count: Int, _ name: Substring, _ survivesPowerLoss: Bool
  ) throws -> Double {
    let single =
      try singles[name]
      ?? (Logbook(at: path(String(name)), options: .init(survivesPowerLoss: survivesPowerLoss)), 0)
    let end = single.count + count
    singles[name] = (single.log, end)
    let readings = Array(years[0][positions: single.count..<end])
    return try seconds {
      for reading in readings { try single.log.add([reading], from: "sensor") }
    }
  }

  private mutating func bytes(_ file: Substring) throws -> [UInt8] {
    if let bytes = files[file] { return bytes }
    let bytes = try Array(Data(contentsOf: URL(filePath: String(file))))
    files[file] = bytes
    return bytes
  }

  private func path(_ name: String) -> String { folder.appending(path: name + ".sqlite").path }

  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  private func processorSeconds(
    _ bytes: [UInt8], _ body: ([UInt8]) throws -> Int
  ) throws -> Double {
    let start = clock()
    guard try body(bytes) > 0 else { throw CocoaError(.fileReadCorruptFile) }
    return Double(clock() - start) / Double(CLOCKS_PER_SEC)
  }
}
