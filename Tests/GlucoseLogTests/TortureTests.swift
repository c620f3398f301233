#if Logbook
  import Foundation
  import GlucoseMath
  import GlucoseTestSupport
  import Testing

  @testable import GlucoseLog

  @Suite(.serialized) struct TortureTests {
    static let rounds =
      ProcessInfo.processInfo.environment["GLUCOSE_TORTURE_ROUNDS"].flatMap(Int.init) ?? 10

    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func losesNoAcknowledgedStepAndKeepsNoHalfOneWhenKilled() throws {
      var path = folder.file("0.sqlite")
      var expected = 0
      var killed = 0
      var acknowledged = 0
      for round in 0..<Self.rounds {
        // Every fourth time the file is new, so that its making is interrupted too.
        if round % 4 == 0 {
          path = folder.file("\(round).sqlite")
          expected = 0
        }
        let child = try Child(path, "child", first: expected, count: 1_000_000)
        // Moments from 5 to 125 ms after the start, or every other time after the first acknowledged step,
        // spread evenly: multiples of the golden ratio.
        if !round.isMultiple(of: 2) { child.waitForAcknowledgedStep() }
        let share = (Double(round) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
        Thread.sleep(forTimeInterval: 0.005 + 0.12 * share)
        child.kill()
        let numbers = child.acknowledged()
        #expect(child.wasKilled, "It ended by itself: \(child.complaint())")
        killed += 1
        acknowledged += numbers.count
        #expect(numbers == Array(expected..<(expected + numbers.count)))
        let found = try wholeBatches(in: path, of: "child")
        #expect(found >= expected + numbers.count, "round \(round): an acknowledged step is lost")
        #expect(found <= expected + numbers.count + 1)
        expected = found
      }
      #expect(killed == Self.rounds)
      #expect(acknowledged > 0)
      guard Self.rounds > 10 else { return }
      print("Killed \(killed) times; \(acknowledged) acknowledged steps, all there and whole.")
    }

    @Test func losesNothingWhenTwoProcessesWriteAtOnce() throws {
      let path = folder.file()
      let count = Self.rounds > 10 ? 20 * Self.rounds : 80
      let children = try ["first", "second"].map { try Child(path, $0, first: 0, count: count) }
      let log = try Logbook(at: path)
      while children.contains(where: \.isRunning) {
        _ = try log.recording(in: everything)
        Thread.sleep(forTimeInterval: 0.02)
      }
      for child in children {
        #expect(child.acknowledged() == Array(0..<count))
        #expect(child.endedWell, "\(child.complaint())")
      }
      for writer in ["first", "second"] {
        #expect(try wholeBatches(in: path, of: writer) == count)
      }
    }

    @Test func losesNoReadingOfATaskThatIsCanceled() async throws {
      for round in 0..<Self.rounds {
        let path = folder.file("canceled \(round).sqlite")
        let log = try Logbook(at: path, options: Logbook.Options(survivesPowerLoss: false))
        let changes = log.changes()
        let task = Task {
          for index in 0..<50 {
            try await log.asyncWrite { _ = try $0.add([reading(Double(index))], from: "s") }
          }
        }
        try await Task.sleep(for: .microseconds(200 * round))
        task.cancel()
        try await task.value
        try log.close()
        var announced = 0
        for await _ in changes { announced += 1 }
        #expect(announced == 50)
        #expect(try Logbook(at: path).series(in: everything).count == 50)
      }
    }

    /// The number of numbered batches in a logbook, after checking that each is whole and none is
    /// left out.
    func wholeBatches(in path: String, of writer: String) throws -> Int {
      let log = try Logbook(at: path)
      try log.check()
      let events = try log.events(in: everything).filter { $0.id.rawValue.hasPrefix(writer) }
      let series = try log.series(in: everything, from: ReadingSource(rawValue: writer))
      var readings = 0
      for (number, event) in events.enumerated() {
        let batch = NumberedBatch(number, of: writer)
        #expect(event == batch.event)
        #expect(Array(series[batch.range]) == batch.readings)
        readings += batch.count
      }
      #expect(series.count == readings)
      try log.close()
      return events.count
    }
  }

  /// A process that writes numbered batches until it has written them all or is killed.
  struct Child {
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    init(_ path: String, _ writer: String, first: Int, count: Int) throws {
      process.executableURL = try Self.executable()
      process.arguments = [path, writer, String(first), String(count)]
      process.standardOutput = output
      process.standardError = errors
      try process.run()
    }

    var isRunning: Bool { process.isRunning }

    /// Waits until the process has acknowledged a step, or has ended, for a minute at most.
    func waitForAcknowledgedStep() {
      var pipe = pollfd(
        fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&pipe, 1, 60_000)
    }

    func kill() { _ = Foundation.kill(process.processIdentifier, SIGKILL) }

    /// The numbers of the steps that the process acknowledged, once it has ended.
    func acknowledged() -> [Int] {
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .compactMap { Int($0) }
    }

    var wasKilled: Bool {
      process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
    }

    var endedWell: Bool { process.terminationReason == .exit && process.terminationStatus == 0 }

    func complaint() -> String {
      String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    /// The executable lies beside the bundle of tests.
    private static func executable() throws -> URL {
      let folders = [
        Bundle.main.bundleURL, Bundle.module.bundleURL.deletingLastPathComponent(),
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
      ]
      return try #require(
        folders.map { $0.appendingPathComponent("GlucoseLogbookChild") }
          .first { FileManager.default.isExecutableFile(atPath: $0.path) })
    }
  }
#endif
