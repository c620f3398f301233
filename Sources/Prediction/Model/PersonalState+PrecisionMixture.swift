internal import GlucoseMath

extension PersonalState {
  /// A mixture of multiples of the prior precision, weighted by their errors on the person's days.
  /// Each complete day is predicted with the weights of the days before it under each multiple, and
  /// the differences in squared error from the population's weights are summed (prequential
  /// evidence: Dawid, *Journal of the Royal Statistical Society* A 147, 1984). The corrections are
  /// the mean of those under all multiples, weighted exponentially by these sums (Vovk,
  /// *Proceedings of COLT*, 1990); one of the multiples is infinite and corrects nothing.
  ///
  /// Days are counted from the person's first row, so that the sums depend neither on the date nor
  /// on the frequency of updates.
  struct PrecisionMixture: Equatable, Codable, Sendable {
    /// The multiples of the prior precision, without the infinite one.
    static let multiples = [1.0 / 16, 0.25, 1, 4, 16]
    /// The weights of the multiples before the first complete day, half of them for the infinite
    /// one, so that a short record has half of the corrections.
    private static let initialWeights = [0.01, 0.05, 0.18, 0.15, 0.11]
    private static let initialWeightOfNone = 0.5
    /// The number of leads for which errors of rows with overlapping targets count once.
    static let overlap = 2.5

    /// The instant in seconds from which days are counted, and the current day; `nil` before the
    /// first row.
    private var start: Double?
    private var day: Double?
    /// The numbers of rows of complete days, and of these with each target.
    private var rows = 0
    private var counts: [Int]
    /// XᵀX, with the rows without a target, and YᵀX of complete days.
    private var gram: SymmetricMatrix
    @DoubleBytes private var products: [Double]
    private var losses: [Double]
    /// For each target, the sum of squares over all rows.
    private var squares: [Double]

    init(columns: Int, outcomes: Int) {
      counts = Array(repeating: 0, count: outcomes)
      gram = SymmetricMatrix(size: columns)
      products = Array(repeating: 0, count: columns * outcomes)
      losses = Array(repeating: 0, count: Self.multiples.count * outcomes)
      squares = Array(repeating: 0, count: outcomes)
    }

    mutating func startOfDays(at time: Double) -> Double {
      let first = start ?? time - SensorCadence.dayMargin
      start = first
      return first
    }

    func isOver(for day: Double) -> Bool { self.day != day }

    /// Begins a day, and evaluates the multiples on the rows since the last day began, with the
    /// weights of the days before.
    mutating func begin(
      _ day: Double, after sums: NormalEquations, _ precision: SymmetricMatrix
    ) {
      defer { self.day = day }
      guard self.day != nil, sums.rows > rows else { return }
      if rows > 0 { judge(sums, precision) }
      rows = sums.rows
      counts = sums.counts
      gram = sums.gram
      products = sums.products
    }

    /// Adds the losses of the rows that are in `sums` but not in the sums of complete days.
    private mutating func judge(_ sums: NormalEquations, _ precision: SymmetricMatrix) {
      let newGram = sums.gram - gram
      let newRows = Double(sums.rows - rows)
      let columns = gram.size
      let before = completeDays
      for (number, multiple) in Self.multiples.enumerated() {
        guard let weights = before.weights(penalty: precision.scaled(by: multiple)) else {
          continue
        }
        let squares = newGram.quadratics(weights)
        for outcome in counts.indices {
          let base = outcome * columns
          var crossed = 0.0
          for column in base..<base + columns {
            crossed += weights[column] * (sums.products[column] - products[column])
          }
          let fraction = Double(sums.counts[outcome] - counts[outcome]) / newRows
          let loss = fraction * squares[outcome] - 2 * crossed
          if loss.isFinite { losses[number * counts.count + outcome] += loss }
        }
      }
    }

    /// The sums of complete days, scaled as if each row had every target.
    private var completeDays: NormalEquations {
      let columns = gram.size
      var scaled = products
      for outcome in counts.indices {
        let factor = Double(rows) / Double(max(counts[outcome], 1))
        for index in (outcome * columns)..<(outcome + 1) * columns { scaled[index] *= factor }
      }
      return NormalEquations(
        rows: rows, gram: gram, products: scaled,
        squares: Array(repeating: 0, count: counts.count))
    }

    /// Returns the mean of the corrections of `sums` over the multiples, or `nil` without a
    /// solution.
    func corrections(of sums: NormalEquations, _ precision: SymmetricMatrix) -> [Double]? {
      let shares = sums.counts.enumerated().map { weights(outcome: $0, count: $1) }
      var result = [Double](repeating: 0, count: sums.products.count)
      for (number, multiple) in Self.multiples.enumerated() {
        guard shares.contains(where: { $0[number] > 1e-6 }) else { continue }
        guard let weights = sums.weights(penalty: precision.scaled(by: multiple)) else {
          return nil
        }
        for index in result.indices {
          result[index] += shares[index / sums.columns][number] * weights[index]
        }
      }
      return result
    }

    func weights(outcome: Int, count: Int) -> [Double] {
      let square = squares[outcome] / Double(max(count, 1))
      let scale = Self.overlap * Double(outcome + 1) * max(square, 1e-9)
      let losses = Self.multiples.indices.map {
        self.losses[$0 * squares.count + outcome] / scale
      }
      return Self.weights(
        ofLosses: losses + [0], startingFrom: Self.initialWeights + [Self.initialWeightOfNone]
      ).dropLast()
    }

    /// Returns the weights of members with these losses, exponential in them; their sum is one.
    static func weights(ofLosses losses: [Double], startingFrom initial: [Double]) -> [Double] {
      let least = losses.min() ?? 0
      let weights = zip(losses, initial).map {
        $1 * MathFunctions.exponential(max(least - $0, -700))
      }
      let sum = weights.reduce(0, +)
      return weights.map { $0 / sum }
    }

    mutating func count(_ target: Double, outcome: Int) { squares[outcome] += target * target }

    func fits(columns: Int, outcomes: Int) -> Bool {
      gram.size == columns && products.count == columns * outcomes
        && counts.count == outcomes && losses.count == Self.multiples.count * outcomes
        && squares.count == outcomes
        && rows >= 0 && counts.allSatisfy { (0...rows).contains($0) }
        && (gram.elements + products + losses + squares).allSatisfy(\.isFinite)
        && day?.isFinite ?? true && start.isInstant && (start == nil) == (day == nil)
        && squares.allSatisfy { $0 >= 0 }
    }
  }
}
