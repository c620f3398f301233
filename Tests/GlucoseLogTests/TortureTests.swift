#if Logbook
  import Foundation
  import GlucoseMath
  import GlucoseTestSupport
  import Testing

  @testable import GlucoseLog

  @Suite(.serialized) struct TortureTests {
    static let rounds =
      ProcessInfo.processInfo.environment["GLUCOSE_TORTURE_ROUNDS"].flatMap(Int.init) ?? 5

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

    /// A power loss leaves the log up to any byte, followed by nothing or by zeros.
    @Test func keepsWholeStepsUpToTheOneThatAPowerLossCut() throws {
      let path = folder.file()
      let log = try Logbook(at: path)
      var states = [try log.archive()]
      for number in 0..<4 {
        try log.write { step in
          try step.add((0..<150).map { reading(Double(150 * number + $0)) }, from: "s")
          try step.add(meal("\(number)"))
        }
        states.append(try log.archive())
      }
      let (file, wal) = try (bytes(path), bytes(path + "-wal"))
      let salt = wal[16..<24]
      let frames = stride(from: 32, to: wal.count - 4120, by: 4120).prefix {
        wal[$0 + 8..<$0 + 16].elementsEqual(salt)
      }
      let end = try #require(frames.last) + 4120
      var step = 0
      for cut in (frames.flatMap { [$0, $0 + 2000] } + [end]) {
        for zeros in cut % 4120 == 32 ? [0, wal.count - cut] : [wal.count - cut] {
          let found = try stateAfterPowerLoss(file, wal.prefix(cut) + Data(count: zeros))
          let kept = try #require(states.firstIndex(of: found), "no step, cut at \(cut)")
          #expect(kept >= step, "a step is lost that an earlier cut keeps, at \(cut)")
          step = kept
        }
      }
      #expect(frames.count > 8 && step == states.count - 1)
      // The log moves into the file, of which any pages may be stored then; it is whole until all are.
      try log.writableDatabase().writeWithoutTransaction { ReservedSpace.free($0) }
      let moved = try bytes(path)
      for (other, pages) in [(2, 0), (2, 1), (3, 0), (3, 2)] {
        var torn = moved
        for page in 0..<file.count / 4096 where page % other == pages {
          torn.replaceSubrange(
            page * 4096..<(page + 1) * 4096, with: file[page * 4096..<(page + 1) * 4096])
        }
        #expect(try stateAfterPowerLoss(torn, wal) == states.last)
      }
    }

    private func stateAfterPowerLoss(_ file: Data, _ wal: Data) throws -> Data {
      let path = folder.file("\(UUID().uuidString).sqlite")
      try file.write(to: URL(fileURLWithPath: path))
      try wal.write(to: URL(fileURLWithPath: path + "-wal"))
      let log = try Logbook(at: path, options: Logbook.Options(survivesPowerLoss: false))
      try log.check()
      let state = try log.archive()
      try log.add([reading(-5)], from: "later")
      try log.close()
      return state
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
