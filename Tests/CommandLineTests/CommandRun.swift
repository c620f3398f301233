#if CommandLine
  import Foundation
  import Testing

  struct CommandRun {
    let code: Int32
    let output: String
    let errors: String

    init(_ arguments: String..., input: String = "") throws {
      try self.init(arguments, input: input)
    }

    /// Runs `glucose` with these arguments, this standard input, and these additions to the
    /// environment, and if `blocks` is set, with no file of more than so many blocks of 512 bytes.
    init(
      _ arguments: [String], input: String = "", environment: [String: String] = [:],
      blocks: Int? = nil
    ) throws {
      let process = Process()
      let command = try Self.executable()
      process.executableURL = blocks == nil ? command : URL(filePath: "/bin/sh")
      process.arguments = arguments
      if let blocks {
        // A write beyond the limit is an error then, not the end of the process.
        let limited = "trap '' XFSZ; ulimit -f \(blocks); exec \"$0\" \"$@\""
        process.arguments = ["-c", limited, command.path] + arguments
      }
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      // Files rather than pipes: a pipe that nobody reads stops the writer when it is full.
      let folder = try TemporaryFolder()
      let names = ["in", "out", "err"].map { folder.url.appending(path: $0) }
      try Data(input.utf8).write(to: names[0])
      for name in names.dropFirst() { try Data().write(to: name) }
      process.standardInput = try FileHandle(forReadingFrom: names[0])
      process.standardOutput = try FileHandle(forWritingTo: names[1])
      process.standardError = try FileHandle(forWritingTo: names[2])
      // `waitUntilExit` may notice the end only 50 ms later.
      let end = DispatchSemaphore(value: 0)
      process.terminationHandler = { _ in end.signal() }
      try process.run()
      end.wait()
      code = process.terminationStatus
      output = String(decoding: try Data(contentsOf: names[1]), as: UTF8.self)
      errors = String(decoding: try Data(contentsOf: names[2]), as: UTF8.self)
    }

    /// The JSON object that the command has printed.
    var object: [String: Any] {
      get throws {
        try #require(
          try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
      }
    }

    /// The rows of the JSON table that the command has printed.
    var rows: [[String: Any]] {
      get throws { try #require(try object["rows"] as? [[String: Any]]) }
    }

    fileprivate static func executable() throws -> URL {
      let tests = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      var folder = tests.deletingLastPathComponent()
      while folder.path.count > 1 {
        let candidate = folder.appending(path: "glucose")
        if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
        folder.deleteLastPathComponent()
      }
      throw CocoaError(.fileNoSuchFile)
    }
  }

  enum Readings {
    static let header = "id,time,gl (mg/dL)\n"

    /// Returns the rows of a person from 2026-03-02 on, by default every five minutes.
    static func rows<Value>(
      _ count: Int, of id: String = "A", from start: Double = 1_772_409_600,
      every interval: Double = 300, _ value: (Int) -> Value
    ) -> String {
      (0..<count).map { index in
        let time = Date(timeIntervalSince1970: start + Double(index) * interval)
        return "\(id),\(time.ISO8601Format()),\(value(index))\n"
      }.joined()
    }
  }

  struct RunningCommand {
    private let process = Process()

    var isRunning: Bool { process.isRunning }

    init(_ arguments: String...) throws {
      process.executableURL = try CommandRun.executable()
      process.arguments = arguments
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    /// Interrupts the command as Ctrl-C does, and waits until it ends.
    func interrupt() {
      process.interrupt()
      process.waitUntilExit()
    }
  }

  /// A folder that goes with the value's last owner.
  final class TemporaryFolder {
    let url: URL

    init() throws {
      url = FileManager.default.temporaryDirectory.appending(path: "glucose-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String, _ text: String = "") throws -> String {
      let file = url.appending(path: name)
      try Data(text.utf8).write(to: file)
      return file.path
    }

    /// Creates a file with a reading of 180 mg/dL, and one with a reading of 10.0 mmol/L at the same
    /// time, which is in range in its file and above 180 mg/dL.
    func filesAtTheUpperEdge() throws -> [String] {
      let row = "\n2026-03-02T08:00:00Z,"
      return [
        try file("a.csv", "time,gl (mg/dL)\(row)180\n"),
        try file("b.csv", "time,gl (mmol/L)\(row)10.0\n"),
      ]
    }
  }
#endif
