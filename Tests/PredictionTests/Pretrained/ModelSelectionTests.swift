import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseSimulation
import Testing

@testable import Prediction

struct ModelSelectionTests {
  private typealias Errors = ModelSelection.Errors

  /// Returns the errors of days with 100 origins each, whose squared errors are those of each day.
  private func errors(_ days: [Double]) -> Errors {
    Errors(
      times: days.indices.flatMap { day in (0..<100).map { Double(day) * 86_400 + Double($0) * 300 }
      },
      squares: days.flatMap { Array(repeating: $0, count: 100) })
  }

  private func selection(_ standard: [Double], _ other: [Double]) -> ModelSelection {
    ModelSelection([(.personalized, errors(standard)), (.personalFit, errors(other))])
  }

  private let fortnight = (0..<14).map { 100 + 10 * Double($0 % 3) }

  @Test func aCandidateThatIsBetterEveryDayIsChosen() {
    let selection = selection(fortnight, fortnight.map { $0 - 5 - Double(Int($0) % 2) })
    #expect(selection.chosen == .personalFit && selection.reason == .lessError)
    #expect(selection.originCount == 1400 && selection.blockCount == 14)
    #expect(abs((selection.trials[0].rootMeanSquareError ?? 0) - 10.4540) < 1e-3)
  }

  @Test func oneLuckyDayChoosesNothing() {
    var lucky = fortnight
    lucky[3] -= 90
    let selection = selection(fortnight, lucky)
    #expect(selection.chosen == .personalized && selection.reason == .noBetterCandidate)
    // The difference equals its standard error: one day out of fourteen.
    #expect(abs((selection.trials[1].score ?? 0) + 1) < 0.01)
  }

  @Test func aGainOfLessThanTwoPercentChoosesNothing() {
    let slight = fortnight.enumerated().map { $1 * ($0 % 2 == 0 ? 0.986 : 0.984) }
    #expect(selection(fortnight, slight).chosen == .personalized)
    let more = fortnight.enumerated().map { $1 * ($0 % 2 == 0 ? 0.976 : 0.974) }
    #expect(selection(fortnight, more).chosen == .personalFit)
  }

  @Test func noiseRarelyFlipsAChoice() {
    var generator = SeededGenerator(seed: 9)
    var flips = 0
    for _ in 0..<400 {
      let (one, other) = (0..<10).reduce(into: ([Double](), [Double]())) { days, _ in
        days.0.append(100 + 20 * generator.normal())
        days.1.append(100 + 20 * generator.normal())
      }
      flips += selection(one, other).chosen == .personalFit ? 1 : 0
    }
    #expect(flips < 12)
  }

  /// The 99th percentile of Student's t with 3, 4, 13 and 99 degrees of freedom, from tables.
  @Test(arguments: zip([4, 5, 14, 100], [4.5407, 3.7469, 2.6503, 2.3646]))
  func theCriticalScoreIsThatOfStudent(blocks: Int, score: Double) {
    #expect(abs(ModelSelection.criticalScore(blocks) - score) < 1e-4)
  }

  /// The mean difference of four quarters of a day is 4.2 of its standard errors, which is within
  /// the 99 percent of four blocks and beyond those of five.
  @Test func theFewerBlocksTheLargerTheScoreMustBe() {
    func chosen(_ differences: [Double]) -> ModelSelection.Candidate {
      func errors(_ squares: [Double]) -> Errors {
        Errors(times: squares.indices.map { Double($0) * 21_600 }, squares: squares)
      }
      return ModelSelection([
        (.personalized, errors(differences.map { _ in 100 })),
        (.personalFit, errors(differences.map { 100 - $0 })),
      ]).chosen
    }
    #expect(chosen([8.5, 20.4, 8.5, 20.4]) == .personalized)
    #expect(chosen([10, 18.9, 10, 18.9]) == .personalFit)
    #expect(chosen([8.5, 20.4, 8.5, 20.4, 14.45]) == .personalFit)
  }

  /// Four quarters of a day are enough to compare; from a week on, blocks are days.
  @Test(arguments: [(3, 3), (4, 4), (28, 28), (29, 8)])
  func blocksAreQuartersOfDaysUpToAWeek(quarters: Int, blocks: Int) {
    let errors = Errors(
      times: (0..<quarters).map { Double($0) * 21_600 },
      squares: Array(repeating: 100, count: quarters))
    let selection = ModelSelection([(.personalized, errors), (.personalFit, errors)])
    #expect(selection.blockCount == blocks && selection.trials[1].score == (blocks < 4 ? nil : 0))
    #expect(selection.reason == (blocks < 4 ? .tooFewReadings : .noBetterCandidate))
  }

  @Test func withoutEnoughBlocksOrTheSameOriginsNothingIsCompared() {
    let short = ModelSelection([
      (.personalized, Errors(times: [0, 300], squares: [9, 9])),
      (.personalFit, Errors(times: [0, 300], squares: [1, 1])),
    ])
    #expect(short.chosen == .personalized && short.reason == .tooFewReadings)
    let other = ModelSelection([
      (.personalized, errors(fortnight)), (.personalFit, errors(Array(fortnight.dropLast()))),
      (.fitWithPrior, nil),
    ])
    #expect(other.chosen == .personalized)
    #expect(other.trials.map(\.rootMeanSquareError).map { $0 == nil } == [false, true, true])
  }

  /// The reason of a later version is not decoded, nor is the selection with it.
  @Test func anUnknownReasonIsNotDecoded() throws {
    let stored = try JSONEncoder().encode(selection(fortnight, fortnight))
    let text = String(decoding: stored, as: UTF8.self)
    let later = text.replacingOccurrences(of: "noBetterCandidate", with: "leastVariance")
    #expect(later != text)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ModelSelection.self, from: Data(later.utf8))
    }
  }

  private func person(_ seed: UInt64, days: Int) throws -> Recording {
    let first = try #require(LocalDay("2026-03-02", in: .gmt))
    return VirtualPatient(seed: seed).simulate(days: days, from: first)
  }

  @Test func bothDriversChooseTheSameModelWithItsEvidence() async throws {
    let recording = try person(5, days: 8)
    let alone = try Forecaster.best(for: recording, in: .gmt)
    let shares = Shares()
    let together = try await Forecaster.best(for: recording, in: .gmt, tasks: 2) { shares.add($0) }
    #expect(alone == together)
    let selection = try #require(together.selection)
    #expect(selection.candidates == [.personalized, .fitWithPrior])
    #expect(selection.originCount > 500)
    #expect(shares.values.last == 1 && zip(shares.values, shares.values.dropFirst()).allSatisfy(<))
    let decoded = try JSONDecoder().decode(Forecaster.self, from: JSONEncoder().encode(together))
    #expect(decoded.selection == selection)
  }

  @Test func aCancelledSearchEnds() async throws {
    let recording = try person(6, days: 6)
    let task = Task { try await Forecaster.best(for: recording, in: .gmt) { _ in } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// A fit to one person has all readings, and a coverage on days that were left out.
  @Test func aFitAloneHasAllReadings() throws {
    let recording = try person(7, days: 6)
    let alone = try Forecaster.fitAlone(to: recording, in: .gmt)
    #expect(Double(alone.rowCount) > 0.95 * Double(recording.series.count))
    let coverage = try #require(alone.empiricalCoverage(of: 0.9, lead: .seconds(1800)))
    #expect((0.8...0.97).contains(coverage))
  }

  /// The rows are enough for a fit without events, which follows one with events that failed.
  @Test func aFitWithoutEventsFollowsOneThatNeedsMoreReadings() throws {
    let series = try Synthetic.autoregression(count: 340, seed: 8)
    let meal = DiaryEvent(
      id: DiaryEvent.ID(rawValue: "meal"), at: series[100].time, in: .gmt,
      .meal(Meal(carbs: 60)))
    let recording = Recording(series: series, events: [meal])
    #expect(try !Forecaster.fitAlone(to: recording, in: .gmt).options.usesEvents)
  }

  /// The last 30 percent of 860 readings have 258 origins, and 249 outcomes of the longest lead,
  /// which is nine steps ahead; those of 863 readings have 250.
  @Test(arguments: [(860, false), (863, true)])
  func coverageIsMeasuredOn250Outcomes(readings: Int, isMeasured: Bool) throws {
    let recording = Recording(series: try Synthetic.autoregression(count: readings, seed: 11))
    let search = try ModelSelection.Search(for: recording, in: nil, .seconds(1800), nil)
    let model = try Forecaster.pretrained(for: recording.series)
      .personalized(to: recording.series[positions: 0..<600])
    let best = try search.model(search.candidates.map { _ in (model, errors(fortnight)) })
    #expect(best.selection?.chosen == .personalized)
    let coverage = best.empiricalCoverage(of: 0.9, lead: .seconds(1800))
    #expect((coverage != nil) == isMeasured)
  }

  private final class Shares: Sendable {
    private let storage = Lock([Double]())
    var values: [Double] { storage.withLock { $0 } }
    func add(_ share: Double) { storage.withLock { $0.append(share) } }
  }
}
