import GlucoseDiary
import Foundation
import GlucoseMath
import PredictionEvaluation
import Testing

@testable import Prediction

struct PriorLeanTests {
  private static let prior = Result {
    var options = FitOptions()
    options.detail = .interactions
    options.minimumDetail = .interactions
    return try Forecaster.fit(
      (0..<4).map { try Synthetic.autoregression(count: 2000, seed: UInt64(500 + $0)) }, options)
  }

  private func rows(_ count: Int, columns: Int, outcomes: Int, seed: UInt64) -> DesignBlock {
    var generator = SeededGenerator(seed: seed)
    var block = DesignBlock(columns: columns, outcomes: outcomes, room: count)
    for row in 0..<count {
      for outcome in 0..<outcomes {
        block.targets[row * outcomes + outcome] = 10 * generator.normal()
      }
      let values = (0..<columns).map { $0 == 0 ? 1 : generator.normal() }
      block.writeRow { room, base in
        for column in 0..<columns { room[base + column] = values[column] }
      }
      block.commit(level: 100, known: (1 << UInt64(outcomes)) - 1)
    }
    return block
  }

  /// Returns the weights of a ridge regression towards the prior, (XᵀX + λP) w = Xᵀy + λP w₀.
  private func solution(
    _ sums: NormalEquations, _ multiple: Double, _ prior: Forecaster
  ) throws -> [Double] {
    let penalty = prior.priorPrecision.scaled(by: multiple)
    let pulls = (0..<prior.steps).flatMap { lead in
      penalty.times(
        Array(prior.populationWeights.dropFirst(lead * sums.columns).prefix(sums.columns)))
    }
    let pulled = sums.replacing(products: zip(sums.products, pulls).map { $0 + $1 })
    return try #require(pulled.weights(penalty: penalty))
  }

  @Test func theWeightsAreTheMeanOfRidgeRegressionsTowardsThePrior() throws {
    let prior = try Self.prior.get()
    var sums = NormalEquations(columns: prior.map.columns, outcomes: prior.steps)
    sums.add(rows(300, columns: prior.map.columns, outcomes: prior.steps, seed: 1))
    var expected = prior.populationWeights.map { 0.15 * $0 }
    for strength in PriorLean.strengths {
      let own = try solution(sums, strength.multiple, prior)
      for index in expected.indices { expected[index] += strength.initialWeight * own[index] }
    }
    let found = try #require(PriorLean(prior).weights(of: sums))
    for (one, other) in zip(found, expected) { #expect(abs(one - other) < 1e-6) }
  }

  /// With a kernel block: (XᵀX + λP + κnK) w = Xᵀy + (λP + κnK) w₀, or the same without the
  /// columns of the kernel block, which keep the prior's weights.
  @Test func theKernelBlockLeansOnThePriorByTheGramOfItsLandmarks() throws {
    var options = FitOptions()
    options.minimumDetail = .kernel
    options.zone = .gmt
    let prior = try Forecaster.fit(
      (0..<4).map { try Synthetic.autoregression(count: 2000, seed: UInt64(520 + $0)) }, options)
    let kernel = try #require(prior.map.kernel?.gram)
    let (columns, plain) = (prior.map.columns, prior.map.plainColumns)
    #expect(plain + kernel.size == columns)
    var sums = NormalEquations(columns: columns, outcomes: prior.steps)
    sums.add(rows(400, columns: columns, outcomes: prior.steps, seed: 2))
    var expected = prior.populationWeights
    for strength in PriorLean.strengths {
      let size = strength.kernel == nil ? plain : columns
      var penalty = SymmetricMatrix(size: size)
      for row in 0..<plain {
        for column in row..<plain {
          penalty[row, column] = strength.multiple * prior.priorPrecision[row, column]
        }
      }
      if let share = strength.kernel {
        for row in 0..<kernel.size {
          for column in row..<kernel.size {
            penalty[plain + row, plain + column] = share * 400 * kernel[row, column]
          }
        }
      }
      let residuals = (0..<prior.steps).flatMap { lead in
        let base = lead * columns
        let fitted = sums.gram.times(Array(prior.populationWeights[base..<base + columns]))
        return (0..<size).map { sums.products[base + $0] - fitted[$0] }
      }
      let own = try #require(
        sums.limited(to: size).replacing(products: residuals).weights(penalty: penalty))
      for lead in 0..<prior.steps {
        for column in 0..<size {
          expected[lead * columns + column] += strength.initialWeight * own[lead * size + column]
        }
      }
    }
    let found = try #require(PriorLean(prior).weights(of: sums))
    for (one, other) in zip(found, expected) { #expect(abs(one - other) < 1e-6) }
  }

  /// Each strength has its initial weight times e^(−*loss*/*scale*), where *loss* is the sum of the
  /// squared errors on the fold that was left out, less those of the prior, and *scale* is 2.5 times
  /// the number of the lead and the prior's mean squared error.
  @Test func strengthsAreWeightedByTheirErrorsOnFoldsThatWereLeftOut() throws {
    let prior = try Self.prior.get()
    let (columns, steps) = (prior.map.columns, prior.steps)
    let blocks = [3, 4].map { rows(200, columns: columns, outcomes: steps, seed: $0) }
    let folds = blocks.map { block in
      var sums = NormalEquations(columns: columns, outcomes: steps)
      sums.add(block)
      return sums
    }
    /// Returns the squared errors of the rows of a fold, a sum for each lead.
    func squares(_ fold: Int, _ weights: [Double]) -> [Double] {
      let errors = blocks[fold].errors(of: weights)
      return (0..<steps).map { lead in
        stride(from: lead, to: errors.count, by: steps).reduce(0) { $0 + errors[$1] * errors[$1] }
      }
    }
    let own = (0..<2).map { squares($0, prior.populationWeights) }
    var shares = PriorLean.strengths.map { Array(repeating: $0.initialWeight, count: steps) }
    shares.append(Array(repeating: 0.15, count: steps))
    for (number, strength) in PriorLean.strengths.enumerated() {
      let left = try (0..<2).map {
        squares($0, try solution(folds[1 - $0], strength.multiple, prior))
      }
      for lead in 0..<steps {
        let loss = left[0][lead] + left[1][lead] - own[0][lead] - own[1][lead]
        let scale = 2.5 * Double(lead + 1) * (own[0][lead] + own[1][lead]) / 400
        shares[number][lead] *= exp(-loss / scale)
      }
    }
    let lean = try #require(PriorLean(prior).chosen([(folds[1], folds[0]), (folds[0], folds[1])]))
    let found = try #require(lean.weights(of: folds[0]))
    let solutions =
      try PriorLean.strengths.map { try solution(folds[0], $0.multiple, prior) }
      + [prior.populationWeights]
    for lead in 0..<steps {
      let sum = shares.reduce(0) { $0 + $1[lead] }
      // No single strength has nearly all of the weight.
      #expect(shares.allSatisfy { $0[lead] < 0.9 * sum })
      for index in lead * columns..<(lead + 1) * columns {
        let expected = zip(shares, solutions).reduce(0) { $0 + $1.0[lead] / sum * $1.1[index] }
        #expect(abs(found[index] - expected) < 1e-5)
      }
    }
  }

  @Test func foldsThatThePriorExplainsKeepIt() throws {
    let prior = try Self.prior.get()
    let folds = try (0..<3).map { fold in
      try #require(
        prior.sums(of: Synthetic.autoregression(count: 600, seed: UInt64(600 + fold))))
    }
    let pairs = folds.indices.map { left in
      var others = NormalEquations(columns: prior.map.columns, outcomes: prior.steps)
      for fold in folds.indices where fold != left { others += folds[fold] }
      return (others, folds[left])
    }
    let lean = try #require(PriorLean(prior).chosen(pairs))
    // No fold has a lower error with a hundredth of the prior precision.
    #expect(lean.multiples.allSatisfy { $0 >= 0.1 })
    let weights = try #require(lean.weights(of: folds[0]))
    let unseen = try #require(
      prior.sums(of: Synthetic.autoregression(count: 4000, seed: 700)))
    for outcome in 0..<prior.steps {
      let own = unseen.relativeError(of: weights, outcome: outcome)
      let kept = unseen.relativeError(of: prior.populationWeights, outcome: outcome)
      #expect(own < 1.02 * kept)
    }
  }

  /// With 54,000 rows of nine targets, a fit without the prior must have an error that is 0.3
  /// percent lower.
  @Test(arguments: [(0.002, true), (0.004, false)])
  func aFitWithoutThePriorMustBeBetterByAMargin(difference: Double, leans: Bool) throws {
    let prior = try Self.prior.get()
    let (map, outcomes) = (prior.map, prior.steps)
    var options = prior.options
    (options.minimumDetail, options.ridgeCandidates) = (.interactions, [1e-6])
    var sums = FoldedSums(columns: map.columns, outcomes: outcomes, folds: 2)
    for fold in 0..<2 {
      let block = rows(300, columns: map.columns, outcomes: outcomes, seed: UInt64(10 + fold))
      sums.update(fold: fold) { $0.add(block) }
    }
    let training = sums.sum()
    /// Returns what is selected on uncorrelated rows that have the weights `aim` and the rest of
    /// the squares `rest`, per row.
    func selected(
      _ aim: [Double], rest: [Double], among prior: Forecaster?
    ) throws -> Hyperparameters {
      let count = 54_000
      var gram = SymmetricMatrix(size: map.columns)
      for column in 0..<map.columns { gram[column, column] = Double(count) }
      let squares = (0..<outcomes).map { outcome in
        let own = aim[(outcome * map.columns)..<(outcome + 1) * map.columns]
        return Double(count) * (own.reduce(0) { $0 + $1 * $1 } + rest[outcome])
      }
      let validation = NormalEquations(
        rows: count, gram: gram, products: aim.map { Double(count) * $0 }, squares: squares)
      return try #require(
        Hyperparameters(
          for: map, training: training, validation: validation, options, prior, sums))
    }
    let ones = [Double](repeating: 1, count: outcomes)
    let leaning = try selected(prior.populationWeights, rest: ones, among: prior)
    #expect(leaning.lean != nil)
    let alone = try #require(
      selected(prior.populationWeights, rest: ones, among: nil).weights(of: training))
    let leaned = try #require(leaning.weights(of: training))
    // The weights without the prior are right, and those with it have squared errors that are
    // larger by `difference`.
    var distances = [Double](repeating: 0, count: outcomes)
    for (index, (one, other)) in zip(alone, leaned).enumerated() {
      distances[index / map.columns] += (one - other) * (one - other)
    }
    let found = try selected(alone, rest: distances.map { $0 / difference }, among: prior)
    #expect((found.lean != nil) == leans)
  }

  @Test func aFitThatLeansIsNoWorseThanThePriorAndTheOwn() throws {
    let prior = try Self.prior.get()
    let people = try (0..<2).map {
      try Synthetic.autoregression(count: 700, seed: UInt64(800 + $0))
    }
    var options = FitOptions()
    options.detail = .interactions
    let own = try Forecaster.fit(people, options)
    let leaning = try Forecaster.fit(people, options, prior: prior)
    #expect(leaning.usesPrior && !own.usesPrior && leaning.hyperparametersAtLimits.isEmpty)
    let unseen = try #require(
      prior.sums(of: Synthetic.autoregression(count: 6000, seed: 900)))
    let last = 5
    let error = unseen.relativeError(of: leaning.populationWeights, outcome: last)
    #expect(error < 1.01 * unseen.relativeError(of: prior.populationWeights, outcome: last))
    if own.map == prior.map {
      #expect(error < unseen.relativeError(of: own.populationWeights, outcome: last))
    }
    let stored = try JSONEncoder().encode(leaning)
    #expect(String(decoding: stored, as: UTF8.self).contains("\"usesPrior\":true"))
    let decoded = try JSONDecoder().decode(Forecaster.self, from: stored)
    #expect(decoded == leaning)
  }

  /// A fit has the history of its prior, whatever the options' is.
  @Test func aHistoryThatTheCadenceDoesNotDivideIsThatOfThePrior() throws {
    let prior = try Self.prior.get()
    var options = FitOptions()
    options.history = .seconds(4230)
    let people = [try Synthetic.autoregression(count: 900, seed: 871)]
    let found = try Forecaster.fit(people, options, prior: prior)
    #expect(found.options.history == prior.options.history)
  }

  @Test func statisticsOfFitsThatLeanAddAndKeepThePrior() async throws {
    let prior = try Self.prior.get()
    let people = try (0..<3).map {
      try Synthetic.autoregression(count: 900, seed: UInt64(850 + $0))
    }
    let recordings = people.map { Recording(series: $0) }
    let together = try await Forecaster.fit(
      recordings, FitOptions(), prior: prior, tasks: 2
    ) { _ in }
    #expect(try Forecaster.fit(people, FitOptions(), prior: prior) == together)
    var one = try FitStatistics(prior: prior)
    try one.add([recordings[0]])
    let decoded = try JSONDecoder().decode(
      FitStatistics.self, from: JSONEncoder().encode(one))
    #expect(decoded == one)
    var alone = FitStatistics(cadence: .fiveMinutes)
    #expect(throws: FitError(.differentModels)) { try alone.add(one) }
  }

  @Test func aPriorThatDoesNotLookAsFarIsRefused() throws {
    var options = FitOptions()
    options.horizon = .seconds(5400)
    let people = [try Synthetic.autoregression(count: 900, seed: 870)]
    #expect(throws: FitError(.horizon(.seconds(5400), cadence: .fiveMinutes))) {
      try Forecaster.fit(people, options, prior: Self.prior.get())
    }
  }
}

extension Forecaster {
  fileprivate func sums(of series: GlucoseSeries) -> NormalEquations? {
    var sums = NormalEquations(columns: map.columns, outcomes: steps)
    var walk = DesignRows.OriginRange()
    rows.forEachBlock(of: prepared(series, [], from: nil), in: &walk) { sums.add($0) }
    return sums.rows > 0 ? sums : nil
  }
}

extension NormalEquations {
  fileprivate func replacing(products: [Double]) -> NormalEquations {
    var result = self
    result.products = products
    return result
  }
}
