import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

@testable import Prediction

struct PartitionedFitTests {
  private typealias Person = (id: String, recording: Recording)

  private func people(_ count: Int = 6) throws -> [Person] {
    try (0..<count).map {
      let series = try Synthetic.autoregression(count: 900 + 60 * $0, seed: 230 + UInt64($0))
      return ("p\($0)", Recording(series: try series.without(300..<303)))
    }
  }

  /// Fits partitions, whose tasks and parts travel as bytes.
  private func fitted(
    _ partitions: [[Person]], _ options: FitOptions = FitOptions()
  ) throws -> (model: Forecaster, rounds: [String]) {
    var fit = try PartitionedFit(options)
    var rounds: [String] = []
    while let task = fit.task {
      rounds.append(task.name)
      #expect(task.measuredPeople == task.measuredPeople.sorted())
      let sent = try FitTask(bytes: task.bytes)
      #expect(sent == task)
      var sum: FitPart?
      for people in partitions {
        let part = try FitPart(bytes: sent.part(of: people).bytes)
        if sum == nil { sum = part } else { try sum?.add(part) }
      }
      try fit.advance(with: #require(sum))
    }
    return (try fit.model(), rounds)
  }

  private func expectEqual(_ one: Forecaster, _ other: Forecaster, _ people: [Person]) {
    #expect(one.recordCount == other.recordCount && one.rowCount == other.rowCount)
    #expect(one.detail == other.detail && one.map == other.map)
    // The features of a prior are correlated in few readings, which magnifies rounding.
    let tolerance = other.usesPrior ? 1e-6 : 1e-8
    #expect(one.measured == other.measured && one.measuredPersonal == other.measuredPersonal)
    for (_, recording) in people {
      for index in stride(from: 100, to: recording.series.count, by: 97) {
        let now = recording.series[index].time
        let ours = try? one.forecast(after: recording.prefix(through: now), at: now)
        let theirs = try? other.forecast(after: recording.prefix(through: now), at: now)
        #expect(ours?.points.count == theirs?.points.count)
        for (a, b) in zip(ours?.points ?? [], theirs?.points ?? []) {
          #expect(abs(a.glucose.mgdL - b.glucose.mgdL) < tolerance)
          #expect(abs(a.lower.mgdL - b.lower.mgdL) < tolerance)
          #expect(abs(a.upper.mgdL - b.upper.mgdL) < tolerance)
        }
      }
    }
  }

  @Test(arguments: [(3, FeatureDetail.lags), (6, .kernel)])
  func partitionsGiveTheModelOfOneMachine(_ count: Int, _ least: FeatureDetail) throws {
    let people = try people()
    var options = FitOptions()
    options.minimumDetail = least
    let whole = try Forecaster.fit(people.map(\.recording), options)
    var partitions = [[Person]](repeating: [], count: count)
    // Not in the order of the people.
    for (index, person) in people.reversed().enumerated() {
      partitions[index * 5 % count].append(person)
    }
    let (model, rounds) = try fitted(partitions, options)
    // The pretrained model is the prior of a fit to few readings, unless the options set its features.
    let landmarks = least == .lags ? [] : ["landmarks"]
    #expect(rounds == ["census"] + landmarks + ["sums", "errors", "coverage"])
    expectEqual(model, whole, people)
  }

  @Test(arguments: [1, 3])
  func aStreamedFitEqualsOneToAllRecordings(_ tasks: Int) async throws {
    let people = try people(4)
    var options = FitOptions()
    options.cadence = .fiveMinutes
    options.minimumDetail = .kernel
    let whole = try Forecaster.fit(people.map(\.recording), options)
    let reads = Lock([Int](repeating: 0, count: people.count))
    let streamed = try await Forecaster.fit(of: people.count, options, tasks: tasks) { person in
      reads.withLock { $0[person] += 1 }
      return people[person].recording
    }
    #expect(streamed == whole)
    #expect(reads.withLock { $0 } == [5, 5, 5, 5])
  }

  /// The parts of recordings that are read one by one are those of recordings in memory, and a
  /// recording that a round does not use is not read.
  @Test func partsOfRecordingsThatAreReadWhenNeeded() throws {
    let people = try people(3)
    var fit = try PartitionedFit(FitOptions())
    while let task = fit.task {
      var read: [Int] = []
      let part = try task.part(ofPeople: people.map(\.id)) {
        read.append($0)
        return people[$0].recording
      }
      // Missing numbers are not equal to themselves, and their bytes are.
      #expect(try part.bytes == task.part(of: people).bytes, "\(task.name)")
      #expect(read == [0, 1, 2])
      if task.round == .coverage {
        var one = task
        one.measuredPeople = [people[1].id]
        var measured: [Int] = []
        _ = try one.part(ofPeople: people.map(\.id)) {
          measured.append($0)
          return people[$0].recording
        }
        #expect(measured == [1])
      } else if task.round == .sums {
        // The error has the position of the person, whose readings come in another block.
        #expect {
          try task.part(ofPeople: ["a", "b"]) {
            $0 == 0 ? people[0].recording : Recording(series: GlucoseSeries())
          }
        } throws: {
          ($0 as? FitError)?.record == 1
        }
      }
      try fit.advance(with: part)
    }
  }

  /// The fraction of each round is added to those before.
  @Test func aStreamedFitReportsItsProgress() async throws {
    let people = try people(3)
    var options = FitOptions()
    options.minimumDetail = .kernel
    let progress = Lock<[Double]>([])
    _ = try await Forecaster.fit(of: 3, options, tasks: 2) { fraction in
      progress.withLock { $0.append(fraction) }
    } recording: {
      people[$0].recording
    }
    let fractions = progress.withLock { $0 }
    // Each person in four rounds, the sums of all, and the end.
    #expect(fractions.count == 14)
    #expect(zip(fractions, fractions.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 })
    // The shares of the rounds: census, landmarks, sums, errors, and coverage.
    let shares: KeyValuePairs = [2: 0.02, 5: 0.05, 6: 0.55, 9: 0.7, 12: 1, 13: 1]
    for (place, share) in shares {
      #expect(abs(fractions[place] - share) < 1e-12)
    }
  }

  /// Parts are ordered by the identifiers of their people, and coverage is measured on some of them.
  @Test func peopleOfACohortAreKnownByNumbersThatSort() throws {
    let ids = (0..<1100).map(PartitionedFit.id)
    #expect(ids == ids.sorted() && Set(ids).count == 1100)
    var task = FitTask(options: FitOptions(), round: .coverage)
    task.measuredPeople = [ids[1]]
    #expect(task.uses(ids[1]) && !task.uses(ids[0]))
    #expect(FitTask(options: FitOptions(), round: .errors).uses(ids[0]))
    let readings = Array(repeating: 14_000, count: 5)
    #expect(PartitionedFit.blocks(ofReadings: readings) == [0..<3, 3..<5])
  }

  /// Coverage is measured on all people, or on so many that they have about 300,000 of the readings.
  @Test(arguments: [
    (10, 0, 10), (10, 300_000, 10), (10, 300_001, 9), (10, 3_000_000, 1), (10, 3_000_001, 1),
    (1, 90_000_000, 1), (1000, 105_000_000, 2), (200, 1_200_000, 50), (0, 0, 0),
  ])
  func coverageIsMeasuredOnALimitedNumberOfPeople(people: Int, readings: Int, expected: Int) {
    #expect(PartitionedFit.measuredCount(ofPeople: people, readings: readings) == expected)
  }

  @Test func aStreamedFitNamesTheRecordingAtFault() async throws {
    let people = try people(3)
    let series = people[1].recording.series
    let hourly = try GlucoseSeries(stride(from: 0, to: 200, by: 12).map { series[$0] })
    let fault = FitError(.cadence(found: .seconds(3600), expected: .fiveMinutes), record: 1)
    // The first is a block of its own.
    let long = Recording(series: try Synthetic.autoregression(count: 33_000, seed: 245))
    var options = FitOptions()
    options.detail = .lags
    for first in [people[0].recording, long] {
      await #expect(throws: fault) {
        try await Forecaster.fit(of: 3, options) {
          $0 == 0 ? first : $0 == 1 ? Recording(series: hourly) : people[$0].recording
        }
      }
    }
    await #expect(throws: FitError(.noRecords)) {
      try await Forecaster.fit(of: 0) { people[$0].recording }
    }
  }

  @Test func aFitWithoutTestPartsMeasuresCoverageByFold() throws {
    let people = try people(3)
    var options = FitOptions()
    options.testPercentage = .zero
    options.detail = .interactions
    let (model, rounds) = try fitted([[people[1]], [people[2], people[0]]], options)
    #expect(rounds == ["census", "sums", "errors"])
    #expect(model.measured != nil)
    expectEqual(model, try Forecaster.fit(people.map(\.recording), options), people)
  }

  @Test func aPersonInTwoPartitionsIsRefused() throws {
    let people = try people(2)
    #expect(throws: FitError(.repeatedRecord(id: "p0"))) {
      try fitted([people, [people[0]]])
    }
  }

  @Test func otherRoundsAreRefused() throws {
    let people = try people(2)
    var fit = try PartitionedFit()
    #expect(throws: FitError(.incomplete)) { try fit.model() }
    let census = try #require(fit.task).part(of: people)
    try fit.advance(with: census)
    #expect(throws: FitError(.differentModels)) { try fit.advance(with: census) }
    var part = census
    let next = try #require(fit.task).part(of: people)
    #expect(throws: FitError(.differentModels)) { try part.add(next) }
    #expect(throws: FitError(.noRecords)) {
      var fit = try PartitionedFit()
      try fit.advance(with: try #require(fit.task).part(of: []))
    }
  }

  @Test func damagedBytesAreRefused() throws {
    let task = try #require(PartitionedFit().task)
    let bytes = try task.bytes
    #expect(throws: StoredModelError.self) { try FitTask(bytes: Array(bytes.dropLast())) }
    #expect(throws: StoredModelError.self) { try FitPart(bytes: bytes) }
  }
}
