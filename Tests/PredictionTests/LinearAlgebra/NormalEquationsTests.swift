import Foundation
import Testing

@testable import Prediction

struct RegressionSumsTests {
  /// Returns a block of rows with two outcomes, whose masks contain the known ones.
  private func block(_ rows: [[Double]], _ changes: [[Double]], known: [UInt64]? = nil)
    -> DesignBlock
  {
    var block = DesignBlock(columns: rows[0].count, outcomes: changes[0].count)
    for (row, (features, change)) in zip(rows, changes).enumerated() {
      let mask = known?[row] ?? 3
      block.writeRow { room, base in
        for (column, feature) in features.enumerated() { room[base + column] = feature }
      }
      for outcome in change.indices where mask & (1 << UInt64(outcome)) != 0 {
        block.targets[row * change.count + outcome] = change[outcome]
      }
      block.commit(level: 100, known: mask)
    }
    return block
  }

  private func data(_ count: Int, columns: Int, seed: UInt64) -> ([[Double]], [[Double]]) {
    var generator = SeededGenerator(seed: seed)
    let rows = (0..<count).map { _ in [1] + (1..<columns).map { _ in generator.normal() } }
    return (
      rows, rows.map { [3 * $0[1] + generator.normal(), $0[0] - $0[1] + generator.normal()] }
    )
  }

  @Test func fitsALineThroughThreePoints() throws {
    // The line through (0, 1), (1, 3), (2, 5) is 1 + 2x; the best line through (0, 0), (1, 0), (2,
    // 3) is −0.5 + 1.5x.
    var sums = NormalEquations(columns: 2, outcomes: 2)
    sums.add(block([[1, 0], [1, 1], [1, 2]], [[1, 0], [3, 0], [5, 3]]))
    let weights = try #require(sums.weights(penalty: SymmetricMatrix(size: 2)))
    for (weight, expected) in zip(weights, [1, 2, -0.5, 1.5]) {
      #expect(abs(weight - expected) < 1e-12)
    }
  }

  @Test func aPenaltyPullsTowardsZero() throws {
    // One feature that is always 1, outcome 4, n = 2, penalty 2: 2·4 / (2 + 2) = 2.
    var sums = NormalEquations(columns: 1, outcomes: 1)
    sums.add(block([[1], [1]], [[4], [4]], known: [1, 1]))
    var penalty = SymmetricMatrix(size: 1)
    penalty[0, 0] = 2
    let weights = try #require(sums.weights(penalty: penalty))
    #expect(abs(weights[0] - 2) < 1e-14)
  }

  @Test(arguments: [3, 40, 3300])
  func bufferedRowsAddAsThoseOfTheirBlocks(count: Int) {
    // Every combination of three outcomes is missing in some rows, and many in more rows than are
    // summed at once.
    let (rows, changes) = data(count, columns: 4, seed: 29)
    var gathered = NormalEquations(columns: 4, outcomes: 3)
    var expected = gathered
    var lacking = NormalEquations.MissingTargets(columns: 4, outcomes: 3)
    for start in stride(from: 0, to: count, by: 100) {
      let own = start..<min(start + 100, count)
      let block = block(
        Array(rows[own]), changes[own].map { $0 + [1] }, known: own.map { UInt64($0 % 8) })
      gathered.addIgnoringMissing(block)
      lacking.add(block, to: &gathered)
      expected.add(block)
    }
    lacking.flush(to: &gathered)
    lacking.flush(to: &gathered)  // no row is added twice
    #expect(gathered.counts == expected.counts)
    for outcome in 0..<3 {
      let (one, other) = (gathered.gram(of: outcome), expected.gram(of: outcome))
      #expect(zip(one.elements, other.elements).allSatisfy { abs($0 - $1) < 1e-10 })
      #expect(gathered.missingGrams[outcome] != nil)
    }
  }

  @Test func eachOutcomeIsFittedToTheRowsThatHaveIt() throws {
    let (rows, changes) = data(200, columns: 4, seed: 11)
    let known: [UInt64] = rows.indices.map { $0 % 5 == 0 ? 1 : $0 % 7 == 0 ? 2 : 3 }
    var sums = NormalEquations(columns: 4, outcomes: 2)
    sums.add(block(rows, changes, known: known))
    let weights = try #require(sums.weights(penalty: SymmetricMatrix(size: 4)))
    for outcome in 0..<2 {
      let having = rows.indices.filter { known[$0] & (1 << UInt64(outcome)) != 0 }
      #expect(sums.counts[outcome] == having.count)
      let expected = leastSquaresByQR(
        rows: having.map { rows[$0] }, outcomes: having.map { changes[$0][outcome] })
      for column in 0..<4 {
        #expect(abs(weights[outcome * 4 + column] - expected[column]) < 1e-11)
      }
    }
  }

  @Test func sumsOfPartsAddUpToTheSumsOfTheWhole() {
    let (rows, changes) = data(100, columns: 3, seed: 12)
    let known: [UInt64] = rows.indices.map { $0 == 3 ? 1 : $0 == 70 ? 2 : 3 }
    var whole = NormalEquations(columns: 3, outcomes: 2)
    whole.add(block(rows, changes, known: known))
    var first = NormalEquations(columns: 3, outcomes: 2)
    first.add(block(Array(rows[..<40]), Array(changes[..<40]), known: Array(known[..<40])))
    var second = NormalEquations(columns: 3, outcomes: 2)
    second.add(block(Array(rows[40...]), Array(changes[40...]), known: Array(known[40...])))
    first += second
    #expect(first.rows == whole.rows && first.counts == whole.counts)
    for outcome in 0..<2 {
      let ours = first.gram(of: outcome).elements
      for (one, other) in zip(ours, whole.gram(of: outcome).elements) {
        #expect(abs(one - other) < 1e-10)
      }
    }
    for (one, other) in zip(first.products, whole.products) { #expect(abs(one - other) < 1e-10) }
  }

  @Test func eachOutcomeHasThePenaltyThatSuitsItBest() throws {
    // The first outcome depends on the second feature, the second is noise: its best penalty is
    // large.
    var generator = SeededGenerator(seed: 16)
    func sums() -> NormalEquations {
      let rows = (0..<300).map { _ in [1] + (1..<20).map { _ in generator.normal() } }
      var sums = NormalEquations(columns: 20, outcomes: 2)
      sums.add(block(rows, rows.map { [10 * $0[1], generator.normal()] }))
      return sums
    }
    let early = sums()
    let shares = early.best(among: [1e-6, 1], judgedOn: sums()) { early.weights(ridge: $0) }
      .compactMap(\.self)
    #expect(shares == [1e-6, 1])
    let weights = try #require(early.weights(ridges: shares))
    let weak = try #require(early.weights(ridge: 1e-6))
    let strong = try #require(early.weights(ridge: 1))
    for (weight, expected) in zip(weights, weak[..<20] + strong[20...]) {
      #expect(abs(weight - expected) < 1e-9)
    }
  }

  @Test func relativeErrorIsThatOfTheResiduals() {
    let (rows, changes) = data(50, columns: 3, seed: 13)
    var sums = NormalEquations(columns: 3, outcomes: 2)
    sums.add(block(rows, changes))
    let weights = [0.1, 2, -1, 0.5, -0.5, 0.2]
    for outcome in 0..<2 {
      var (error, total) = (0.0, 0.0)
      for (row, change) in zip(rows, changes) {
        let fitted = (0..<3).reduce(0) { $0 + weights[outcome * 3 + $1] * row[$1] }
        error += (change[outcome] - fitted) * (change[outcome] - fitted)
        total += change[outcome] * change[outcome]
      }
      #expect(abs(sums.relativeError(of: weights, outcome: outcome) - error / total) < 1e-12)
    }
  }

  /// Lagged concentrations are smooth, and their Gram matrix is as ill-conditioned as any in this
  /// module; the forecasts of both methods must agree far beyond the resolution of a sensor.
  @Test func normalEquationsAgreeWithQR() throws {
    // Some rows have a shortened view, and two gaps are bridged, so that no feature is always zero.
    let series = try Synthetic.autoregression(count: 1100, seed: 14, noise: 3)
      .without(700..<704).without(400..<403)
    let map = FeatureMap(cadence: .fiveMinutes, detail: .daily, lags: 12, usesTimeOfDay: true)
    var stream = DesignRows(map: map, leads: [1800], zone: .gmt)
    stream.views = .calibration
    var sums = NormalEquations(columns: map.columns, outcomes: 1)
    var rows: [[Double]] = []
    var changes: [Double] = []
    var walk = DesignRows.OriginRange()
    stream.forEachBlock(of: PreparedSeries(series), in: &walk) { block in
      // The last rows have no outcome yet.
      sums.add(block)
      for row in 0..<block.rows {
        rows.append(Array(block.features[row * map.columns..<(row + 1) * map.columns]))
        changes.append(block.targets[row])
      }
    }
    let weights = try #require(sums.weights(penalty: SymmetricMatrix(size: map.columns)))
    let expected = leastSquaresByQR(rows: rows, outcomes: changes)
    let difference = rows.reduce(0.0) { greatest, row in
      var ours = 0.0
      var other = 0.0
      for column in row.indices {
        ours += weights[column] * row[column]
        other += expected[column] * row[column]
      }
      return max(greatest, abs(ours - other))
    }
    #expect(rows.count > 1000)
    #expect(difference < 1e-8)
  }

  @Test func survivesEncodingExactly() throws {
    let (rows, changes) = data(30, columns: 3, seed: 15)
    var sums = NormalEquations(columns: 3, outcomes: 2)
    sums.add(block(rows, changes, known: rows.indices.map { $0 == 5 ? 1 : 3 }))
    let decoded = try JSONDecoder().decode(
      NormalEquations.self, from: try JSONEncoder().encode(sums))
    #expect(decoded == sums)
  }

  @Test func theFirstFeaturesHaveTheSumsOfTheirOwn() {
    let (rows, changes) = data(40, columns: 5, seed: 17)
    let known = rows.indices.map { $0 % 7 == 0 ? 1 : 3 as UInt64 }
    var whole = NormalEquations(columns: 5, outcomes: 2)
    whole.add(block(rows, changes, known: known))
    var part = NormalEquations(columns: 3, outcomes: 2)
    part.add(block(rows.map { Array($0[..<3]) }, changes, known: known))
    let limited = whole.limited(to: 3)
    #expect(limited.rows == part.rows && limited.counts == part.counts)
    #expect(limited.squares == part.squares)
    for outcome in 0..<2 {
      let (ours, theirs) = (limited.gram(of: outcome), part.gram(of: outcome))
      for (one, other) in zip(ours.elements, theirs.elements) { #expect(abs(one - other) < 1e-9) }
      for (one, other) in zip(limited.products(of: outcome), part.products(of: outcome)) {
        #expect(abs(one - other) < 1e-9)
      }
    }
  }

  /// Two numbers are not a triangle; one is, and three are.
  @Test(arguments: [(8, true), (16, false), (12, false), (24, true)])
  func aTriangleOfWrongLengthIsRefused(bytes: Int, fits: Bool) throws {
    let data = try JSONEncoder().encode(Data([8]) + Data(count: bytes))
    if fits {
      #expect(
        try JSONDecoder().decode(SymmetricMatrix.self, from: data).size == (bytes == 8 ? 1 : 2))
    } else {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(SymmetricMatrix.self, from: data)
      }
    }
  }

  /// With G = ((2, 3), (3, 5)), (1, 2)·G·(1, 2) = 2 + 12 + 20 and (−1, 1)·G·(−1, 1) = 2 − 6 + 5.
  @Test func productsOnBothSidesOfSeveralVectorsAreThoseOfEach() {
    var gram = SymmetricMatrix(size: 2)
    (gram[0, 0], gram[0, 1], gram[1, 1]) = (2, 3, 5)
    #expect(gram.quadratics([1, 2, -1, 1]) == [34, 1])
    #expect(gram.quadratic([1, 2]) == 34 && gram.quadratic([-1, 1]) == 1)
  }
}
