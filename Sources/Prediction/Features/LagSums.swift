// SPDX-License-Identifier: Apache-2.0

/// Sums of products of a record with itself at other times, over stretches in which readings come exactly a
/// step apart.
///
/// There the history of a reading is that of the one before, moved by one, so that of the products of all
/// lags with all lags only the first row has to be summed up: the others follow from it and the two
/// ends of the stretch (the covariance method of linear prediction: Makhoul, *Proceedings of the IEEE* 63,
/// 1975). That is some thirty times less work than writing rows.
struct LagSums {
  /// How many steps the history goes back, and how many outcomes lie ahead.
  private let lags, outcomes: Int
  private var rows = 0
  /// For each place of the window, from the last outcome to the oldest lag, the sum.
  private var sums: [Double]
  /// The products of each place with each.
  private var products: [Double]
  private var places: Int { outcomes + lags + 1 }

  init(lags: Int, outcomes: Int) {
    self.lags = lags
    self.outcomes = outcomes
    let places = outcomes + lags + 1
    sums = Array(repeating: 0, count: places)
    products = Array(repeating: 0, count: places * places)
  }

  /// Adds the rows of a stretch that lies in one regular run, with room for history and outcomes around
  /// it.
  ///
  /// - Parameter values: Concentrations less ``Shape/middle``.
  mutating func add(_ values: [Double], _ stretch: Range<Int>) {
    guard let last = stretch.last, stretch.lowerBound >= lags, last + outcomes < values.count else {
      return
    }
    let first = stretch.lowerBound
    let count = stretch.count
    rows += count
    let places = places
    // Place e of row i is values[i + outcomes − e].
    var own = [Double](repeating: 0, count: places * places)
    var sum = 0.0
    for index in stretch { sum += values[index + outcomes] }
    for place in 0..<places {
      own[place] = Linear.dot(
        values, from: first + outcomes, and: first + outcomes - place, count: count)
      sums[place] += sum
      guard place + 1 < places else { break }
      sum += values[first - 1 + outcomes - place] - values[last + outcomes - place]
    }
    for row in 0..<places - 1 {
      let (before, after) = (values[first - 1 + outcomes - row], values[last + outcomes - row])
      for column in row..<places - 1 {
        own[(row + 1) * places + column + 1] =
          own[row * places + column] + before * values[first - 1 + outcomes - column]
          - after * values[last + outcomes - column]
      }
    }
    for index in own.indices { products[index] += own[index] }
  }

  /// The same as sums of the features of a plain model: a constant, the level and the changes.
  func regressionSums(columns: Int) -> RegressionSums {
    var features = [LinearForm()]
    features[0].constant = 1
    features.append(LinearForm([(outcomes, 1.0 / 50)]))
    for lag in 0..<lags {
      features.append(LinearForm([(outcomes + lag, 0.1), (outcomes + lag + 1, -0.1)]))
    }
    precondition(features.count == columns, "Lags are the features of a plain model")
    let changes = (1...outcomes).map { LinearForm([(outcomes - $0, 1), (outcomes, -1)]) }
    var gram = SymmetricMatrix(size: columns)
    for row in 0..<columns {
      for column in row..<columns { gram[row, column] = product(features[row], features[column]) }
    }
    return RegressionSums(
      rows: rows, gram: gram,
      products: changes.flatMap { change in features.map { product(change, $0) } },
      squares: changes.map { product($0, $0) })
  }

  /// A sum of places of the window and a constant.
  private struct LinearForm {
    var constant = 0.0
    var terms: [(place: Int, factor: Double)] = []

    init(_ terms: [(place: Int, factor: Double)] = []) { self.terms = terms }
  }

  private func product(_ one: LinearForm, _ other: LinearForm) -> Double {
    var sum = one.constant * other.constant * Double(rows)
    for (place, factor) in one.terms {
      sum += factor * other.constant * sums[place]
      for (second, weight) in other.terms {
        sum += factor * weight * products[min(place, second) * places + max(place, second)]
      }
    }
    for (place, factor) in other.terms { sum += factor * one.constant * sums[place] }
    return sum
  }
}

extension Trace {
  /// The stretches of readings that have `lags` readings before and `outcomes` after them, all exactly
  /// `step` seconds apart.
  func regularStretches(step: Double, lags: Int, outcomes: Int) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    let times = times.span
    var start = 0
    for index in 0..<times.count {
      let end = index + 1
      if end < times.count, times[end] - times[index] == step { continue }
      if start + lags < end - outcomes { stretches.append(start + lags..<end - outcomes) }
      start = end
    }
    return stretches
  }
}
