import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import Prediction

struct FoldRuleTests {
  private let day = 86_400.0

  /// Returns forty days of a reading every five minutes: 22.4 of training, then 5.6 of validation,
  /// then 12 of test.
  private func months(_ phase: Int) throws -> GlucoseSeries {
    for first in 100..<200 {
      let series = try Synthetic.series((0..<11_523).map { $0 == 0 ? Double(first) : 120 })
      if series.foldPhase(of: 4) == phase { return series }
    }
    throw CancellationError()
  }

  @Test func partsAreThoseWorkedByHand() throws {
    let rule = FoldRule(try months(0), FitOptions())
    let start = Synthetic.start
    // 11,523 · 0.7 · 0.8 = 6,452.9 and 11,523 · 0.7 = 8,066.1 readings.
    #expect(rule.training.end == start + 6452 * 300)
    #expect(rule.validation.start == rule.training.end)
    #expect(rule.validation.end == start + 8066 * 300)
    #expect(rule.test.start == rule.validation.end && rule.test.end == .infinity)
  }

  @Test(arguments: 0..<4)
  func blocksOfDaysAlternateBetweenFoldsFromTheRecordsOwnPhase(phase: Int) throws {
    // Eighths of 22.4 days are 2.8 days, so that blocks have two whole days.
    let rule = FoldRule(try months(phase), FitOptions())
    let start = Synthetic.start
    let folds = (0..<22).map { rule.trainingFold(at: start + (Double($0) + 0.5) * day) }
    #expect(folds == (0..<22).map { ($0 / 2 + phase) % 4 })
    #expect(rule.fold(at: start + 30 * day) == FoldRule.validationFold)
    #expect(rule.fold(at: rule.validation.start) == FoldRule.validationFold)
    let before = rule.validation.start - 300
    #expect(rule.fold(at: before) == rule.trainingFold(at: before))
  }

  @Test func blocksHaveAtMostThreeDays() throws {
    // Eighths of 44.8 days of training are 5.6 days.
    let series = try Synthetic.series((0..<23_046).map { 100 + Double($0 % 50) })
    let rule = FoldRule(series, FitOptions())
    let phase = series.foldPhase(of: 4)
    let folds = (0..<44).map { rule.trainingFold(at: Synthetic.start + (Double($0) + 0.5) * day) }
    #expect(folds == (0..<44).map { ($0 / 3 + phase) % 4 })
  }

  @Test func phasesFollowFromTheFirstConcentrationsAlone() throws {
    let people = try (0..<200).map { try Synthetic.autoregression(count: 400, seed: 900 + $0) }
    let phases = people.map { $0.foldPhase(of: 4) }
    // Two hundred draws of four: each occurs.
    for phase in 0..<4 { #expect((25...75).contains(phases.count { $0 == phase })) }
    #expect(try people.map { try $0.shifted(by: 12_345).foldPhase(of: 4) } == phases)
    #expect(people.map { $0[positions: 0..<300].foldPhase(of: 4) } == phases)
  }

  /// Intervals of some people are those of the errors of models that were not fitted to the
  /// forecast days.
  @Test func errorsOfSomeArePartOfTheErrorsOfAll() throws {
    let people = try (0..<4).map {
      Recording(series: try Synthetic.autoregression(count: 900, seed: 920 + $0))
    }
    var options = FitOptions()
    options.detail = .lags
    for person in people {
      let rule = FoldRule(person.series, options)
      let alone = FitStatistics(cadence: .fiveMinutes, options)
      var folds: Set<Int> = []
      alone.rows.forEachFoldedBlock(of: person, options) { fold, block in
        folds.insert(fold)
        for row in 0..<block.rows { #expect(rule.fold(at: block.times[row]) == fold) }
      }
      #expect(folds == Set(0..<FoldRule.count))
    }
  }
}

struct FoldedSumsTests {
  /// Returns rows with one feature and one target, each the number of its fold and group plus one.
  private func sums() -> FoldedSums {
    var sums = FoldedSums(columns: 1, outcomes: 1, folds: 3, groups: 2)
    for fold in 0..<3 {
      for group in 0..<2 {
        let value = Double(2 * fold + group + 1)
        var block = DesignBlock(columns: 1, outcomes: 1)
        block.writeRow { row, base in row[base] = value }
        block.targets[0] = 10 * value
        block.commit(level: 100, known: 1)
        sums.update(fold: fold, group: group) { $0.add(block) }
      }
    }
    return sums
  }

  @Test func leavingAFoldOutLeavesOutItsRowsAndNoOthers() {
    let sums = sums()
    // 1² + 2² + 3² + 4² + 5² + 6² = 91; the second fold contains 3² + 4² = 25.
    #expect(sums.sum().gram[0, 0] == 91 && sums.sum().rows == 6)
    #expect(sums.sum(leaving: 1).gram[0, 0] == 66 && sums.sum(leaving: 1).rows == 4)
    #expect(sums.sum(leaving: 1).products == [660])
    #expect(sums[1, 0].gram[0, 0] == 9 && sums.rowCount(ofFold: 1, group: 1) == 1)
  }

  @Test func groupsAreWeighed() {
    // 1 + 9 + 25 = 35 of the first group, and a tenth of 4 + 16 + 36 = 56.
    let sum = sums().sum(weights: [1, 0.1])
    #expect(abs(sum.gram[0, 0] - 40.6) < 1e-12)
    // Targets are ten times the feature.
    #expect(abs(sum.products[0] - 406) < 1e-9 && abs(sum.squares[0] - 4060) < 1e-9)
  }

  /// One of three rows has the second target, so that its product, 1, counts three times.
  @Test func aSharedGramIsThatOfEachFold() {
    var sums = FoldedSums(columns: 1, outcomes: 2, folds: 2)
    for fold in 0..<2 {
      var block = DesignBlock(columns: 1, outcomes: 2)
      for (feature, known) in [(1.0, 0b11), (2, 0b01), (3, 0b01)] {
        block.writeRow { row, base in row[base] = feature }
        block.targets[2 * block.rows] = feature
        block.targets[2 * block.rows + 1] = known == 0b11 ? feature : 0
        block.commit(level: 100, known: UInt64(known))
      }
      sums.update(fold: fold) { $0.add(block) }
    }
    #expect(sums.sum().products == [28, 2] && sums.sum().gram(of: 1)[0, 0] == 2)
    let shared = sums.sum(sharingGram: true)
    #expect(shared.products == [28, 6] && shared.gram(of: 1)[0, 0] == 28)
  }

  @Test func foldsAddFoldByFold() {
    var twice = sums()
    twice += sums()
    #expect(twice[2, 1].gram[0, 0] == 72 && twice.rowCount == 12)
    #expect(twice.sum(leaving: 2).gram[0, 0] == 2 * (1 + 4 + 9 + 16))
  }
}
