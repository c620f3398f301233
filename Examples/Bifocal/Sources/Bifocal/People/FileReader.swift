import Dispatch
import Foundation
import GlucoseKit

/// Reads a file in a process of its own, so that one at which the reader fails, or that takes all memory
/// or time, ends nothing else.
struct FileReader: Codable, Sendable {
  var path: String
  /// Whether the file is a copy of this program. SQLite creates files beside a database, and another
  /// program may be writing to one.
  var isCopy = false
  /// The name of the file, which is that of its source if no program is known.
  var name: String
  /// The zone of local times, or `nil` if each must state its own.
  var zone: String?
  var unit: GlucoseUnit?
  var dateOrder: DateOrder?
  /// The instant after which a reading is ahead of the clock.
  var presentEnd: Date
  var language: Language

  /// The argument with which the program reads a file and does nothing else.
  static let argument = "--read-file"
  /// The most memory, in bytes; the most time of a processor, and of a clock, in seconds.
  private static let (memory, processorTime, time) = (2 << 30, 60, 300)

  init(_ path: String, name: String, _ choices: Preferences, at now: Date) {
    (self.path, self.name) = (path, name)
    (zone, language) = (choices.zone, choices.language)
    presentEnd = choices.presentEnd(at: now)
  }

  // MARK: The process that asks

  /// Returns what the file holds, or why it was not read.
  func account() async -> FileAccount {
    await withCheckedContinuation { continuation in
      // It waits, so that it takes no thread of the server.
      DispatchQueue.global().async {
        do { continuation.resume(returning: try run()) } catch {
          continuation.resume(returning: FileAccount(error: "\(error)"))
        }
      }
    }
  }

  private func run() throws -> FileAccount {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    #if os(Linux)
      // The program that runs, also after its file was replaced.
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe")
    #else
      process.executableURL = Bundle.main.executableURL
    #endif
    process.arguments = [Self.argument]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["OPENBLAS_NUM_THREADS": "1", "SWIFT_BACKTRACE": "enable=no"]) { $1 }
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let end = DispatchWorkItem { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.time), execute: end)
    defer { end.cancel() }
    try? input.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(self))
    try? input.fileHandleForWriting.close()
    let account = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      let reason = Word(
        "Reading was ended: it needs too much memory or time, or the reader failed. Nothing was changed.",
        "Das Lesen wurde abgebrochen: es braucht zu viel Speicher oder Zeit, oder das Leseprogramm ist ausgefallen. Nichts wurde geändert."
      )
      return FileAccount(error: "\(reason.text(in: language)) (\(process.terminationStatus))")
    }
    return try PropertyListDecoder().decode(FileAccount.self, from: account)
  }

  // MARK: The process that reads

  /// Reads the file that the standard input names, and writes the account to the standard output.
  static func answer() throws {
    for (resource, limit) in [
      (RLIMIT_DATA, memory), (RLIMIT_CPU, processorTime), (RLIMIT_CORE, 0),
    ] {
      var limits = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
      #if canImport(Glibc)
        unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limits)
      #else
        unsafe setrlimit(resource, &limits)
      #endif
    }
    let request = try FileHandle.standardInput.readToEnd() ?? Data()
    let reader = try JSONDecoder().decode(FileReader.self, from: request)
    // Archives are stored as they are.
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    try FileHandle.standardOutput.write(contentsOf: encoder.encode(reader.read()))
  }

  private func read() -> FileAccount {
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      let head = try file.read(upToCount: 15) ?? Data()
      try file.close()
      if isCopy, head == Data("SQLite format 3".utf8) { return try database() }
      do { return try bundle() } catch let error as ReadError {
        // An archive of this page is no export of a device.
        let log = try Logbook.inMemory()
        if head.first == UInt8(ascii: "{"),
          (try? log.merge(Data(contentsOf: URL(fileURLWithPath: path)))) != nil
        {
          return try account(of: log)
        }
        return FileAccount(error: error.description(in: language.locale))
      }
    } catch {
      return FileAccount(error: "\(error)")
    }
  }

  private var timeZone: TimeZone? { zone.flatMap { TimeZone(identifier: $0) } }

  private func bundle() throws -> FileAccount {
    // Without the present: the page has its own sentence on readings that are ahead of it.
    let options = ReadOptions(zone: timeZone, fileUnit: unit, dateOrder: dateOrder)
    let bundle = try FileBundle(contentsOf: path, options: options)
    // The program that wrote the file, so that a later export of it has the same source whatever it is
    // called, or the name of the file if no program is known.
    let formats = Set(bundle.members.map(\.file.format))
    let unnamed: Set<FileFormat> = [.plain, .plainDocuments, .mapped]
    let program = formats.count == 1 ? formats.subtracting(unnamed).first?.description : nil
    let source = ReadingSource(rawValue: program ?? name)
    return FileAccount(
      parts: bundle.members.map { FileAccount.Part($0) },
      unread: bundle.unread.map { "\($0.name): \($0.error.description(in: language.locale))" },
      people: try bundle.people.map { person in
        let log = try Logbook.inMemory()
        try log.write {
          $0.isUndoable = false
          try $0.add(
            person.recording, meter: person.meter, scans: person.scans,
            parallel: person.leftOutReadings, from: source)
        }
        return try FileAccount.Subject(id: person.id, log, presentEnd: presentEnd)
      })
  }

  private func database() throws -> FileAccount {
    if let file = try? XDripFile(at: path, in: timeZone ?? .gmt) {
      let log = try Logbook.inMemory()
      try log.add(file)
      return try account(of: log, "xDrip")
    }
    // A logbook, such as one of `glucose log`.
    return try account(of: Logbook(at: path, options: Logbook.Options(isReadOnly: true)))
  }

  private func account(of log: Logbook, _ format: String? = nil) throws -> FileAccount {
    let subject = try FileAccount.Subject(log, presentEnd: presentEnd)
    var part = FileAccount.Part(format: format ?? Word.archive.text(in: language))
    part.readings = subject.readingCount
    part.events = try log.events(in: .distantPast..<Date.distantFuture).count
    part.meter = try log.sources().filter { $0.kind == .meter }.map(\.count).reduce(0, +)
    return FileAccount(parts: [part], people: [subject])
  }
}

extension FileAccount.Part {
  fileprivate init(_ member: FileBundle.Member) {
    let (people, report) = (member.file.people, member.file.report)
    func count(_ of: (ImportedPerson) -> Int) -> Int { people.map(of).reduce(0, +) }
    self.init(
      name: member.name, format: member.file.format.description,
      readings: count(\.recording.series.count), meter: count(\.meter.count),
      scans: count(\.scans.count), events: count(\.recording.events.count),
      rows: [report.acceptedCount, report.skippedCount, report.rejected.count],
      warnings: report.warnings.map { "\($0)" }, lines: report.lines(rejectedLimit: 20))
  }
}
