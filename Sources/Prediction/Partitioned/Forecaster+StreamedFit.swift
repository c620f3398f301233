public import GlucoseDiary

extension Forecaster {
  /// Fits a model to a cohort on several cores, with recordings that are read when they are
  /// needed.
  ///
  ///     let model = try await Forecaster.fit(of: files.count) { try read(files[$0]) }
  ///
  /// A recording is read in each round of a ``PartitionedFit``, at most five times, and released
  /// after it, so that a cohort can be larger than memory. The model is that of
  /// ``fit(_:_:prior:)`` for the same recordings, whatever the number of tasks.
  ///
  /// - Parameters:
  ///   - personCount: The number of people, 0 or more.
  ///   - options: The options of the fit.
  ///   - tasks: The number of concurrent tasks, or `nil` for one per core.
  ///   - progress: A closure that is called with the completed fraction of the work, ascending to
  ///     1.
  ///   - recording: A closure that returns the recording of a person, each time the same; called
  ///     concurrently from several tasks.
  /// - Throws: ``FitError`` if there are too few readings or they are too far apart; any error
  ///   that `recording` throws; `CancellationError` if the task was canceled.
  /// - Complexity: That of ``fit(_:_:prior:)``; its memory for each task, and that of the samples
  ///   of a ``PartitionedFit``.
  public static func fit(
    of personCount: Int, _ options: FitOptions = FitOptions(), tasks: Int? = nil,
    progress: @Sendable (Double) -> Void = { _ in },
    recording: @escaping @Sendable (_ person: Int) throws -> Recording
  ) async throws -> Forecaster {
    var fit = try PartitionedFit(options)
    return try await fit.model(
      of: personCount, tasks: tasks, progress: progress, recording: recording)
  }
}

extension PartitionedFit {
  package mutating func model(
    of personCount: Int, tasks: Int?, progress: @Sendable (Double) -> Void,
    recording: @escaping @Sendable (_ person: Int) throws -> Recording
  ) async throws -> Forecaster {
    precondition(personCount >= 0, "`personCount` must not be negative")
    var done = 0.0
    while let task {
      // They depend on the recordings alone and are merged in their order, so that the numbers of
      // a fit do not depend on the number of tasks.
      let blocks =
        task.round == .sums
        ? Self.blocks(ofReadings: census.map(\.readings)) : (0..<personCount).map { $0..<$0 + 1 }
      var sum = FitPart(round: task.name)
      // Each result of the round of sums is tens of matrices.
      try await OrderedTasks(sharedBy: tasks).run(
        blocks.count, waiting: 0, progress: { progress(done + task.round.share * $0) }
      ) {
        try task.part(of: blocks[$0], Self.id, recording)
      } consume: {
        try sum.add($1)
      }
      done += task.round.share
      try await advance(with: sum, tasks: tasks)
    }
    progress(1)
    return try model()
  }

  package mutating func model(
    of personCount: Int, recording: (_ person: Int) throws -> Recording
  ) throws -> Forecaster {
    precondition(personCount >= 0, "`personCount` must not be negative")
    while let task { try advance(with: task.part(of: 0..<personCount, Self.id, recording)) }
    return try model()
  }

  mutating func model(of recordings: [Recording]) throws(FitError) -> Forecaster {
    do {
      return try model(of: recordings.count) { recordings[$0] }
    } catch {
      // Recordings in memory are read without an error of their own.
      throw error as? FitError ?? FitError(.incomplete)
    }
  }

  /// Returns the identifier of a person in a cohort, which sorts like the number.
  @Sendable static func id(_ person: Int) -> String {
    String((1 << 60) + UInt64(person), radix: 16)
  }

  /// Returns the blocks of people whose sums are computed together.
  static func blocks(ofReadings counts: [Int]) -> [Range<Int>] {
    var blocks: [Range<Int>] = []
    var (start, readings) = (0, 0)
    for (index, count) in counts.enumerated() {
      readings += count
      guard readings >= FitTask.blockReadings || index + 1 == counts.count else { continue }
      blocks.append(start..<index + 1)
      (start, readings) = (index + 1, 0)
    }
    return blocks
  }
}

extension FitTask.Round {
  /// The fraction of the work of a fit.
  fileprivate var share: Double {
    switch self {
    case .census: 0.02
    case .landmarks: 0.03
    case .sums: 0.5
    case .errors: 0.15
    case .coverage: 0.3
    }
  }
}

extension FitTask {
  /// The number of readings in a block of recordings whose sums are computed in one part.
  fileprivate static let blockReadings = 32_768

  /// Returns the part of some people, whose recordings are read when they are needed.
  ///
  /// A recording is read at most once and released when a block of about 33,000 readings is
  /// summed, so that the people of a machine can have more readings than its memory. Recordings
  /// that the round does not use are not read.
  ///
  /// - Parameters:
  ///   - ids: An identifier of each person that no other person has, also in other
  ///     partitions.
  ///   - recording: A closure that returns the recording of the person at a position.
  /// - Throws: ``FitError``, with the position of the recording, if its readings are too far
  ///   apart; any error that `recording` throws.
  public func part(
    ofPeople ids: [String], recording: (_ position: Int) throws -> Recording
  ) throws -> FitPart {
    try part(of: ids.indices, { ids[$0] }, recording)
  }

  fileprivate func part(
    of people: Range<Int>, _ id: (Int) -> String, _ recording: (Int) throws -> Recording
  ) throws -> FitPart {
    var sum = FitPart(round: name)
    var positions: [Int] = []
    var block: [(id: String, recording: Recording)] = []
    var readings = 0
    func add() throws {
      guard !block.isEmpty else { return }
      do throws(FitError) {
        try sum.add(part(of: block))
      } catch {
        throw FitError(error.reason, record: error.record.map { positions[$0] })
      }
      (positions, block, readings) = ([], [], 0)
    }
    for position in people where uses(id(position)) {
      guard !DiscardableWork.isCanceled else { throw FitError(.incomplete) }
      let own = try recording(position)
      positions.append(position)
      block.append((id(position), own))
      readings += own.series.count
      if round != .sums || readings >= Self.blockReadings { try add() }
    }
    try add()
    return sum
  }

  func uses(_ id: String) -> Bool { round != .coverage || measuredPeople.contains(id) }
}
