/// Exact upper-tail probabilities of counts.
enum CountTail {
  /// Returns the probability that at least `count` of independent events with these probabilities
  /// occur: the upper tail of the Poisson binomial distribution.
  static func poissonBinomial(_ probabilities: [Double], atLeast count: Int) -> Double {
    guard count > 0 else { return 1 }
    guard count <= probabilities.count else { return 0 }
    // The probability of each number of events; the last element is for `count` or more.
    var countProbabilities = [1.0] + [Double](repeating: 0, count: count)
    for probability in probabilities {
      countProbabilities[count] += countProbabilities[count - 1] * probability
      for number in stride(from: count - 1, through: 0, by: -1) {
        let from = number > 0 ? countProbabilities[number - 1] * probability : 0
        countProbabilities[number] = countProbabilities[number] * (1 - probability) + from
      }
    }
    return Swift.min(countProbabilities[count], 1)
  }

  /// Returns the probability of at least `count` marked items in a sample of `drawn` from `total`
  /// items, of which `marked` are marked: the upper tail of the hypergeometric distribution
  /// (Fisher's exact test).
  static func hypergeometric(drawn: Int, marked: Int, total: Int, atLeast count: Int) -> Double {
    let highest = Swift.min(drawn, marked)
    let lowest = Swift.max(drawn + marked - total, 0)
    guard count > lowest else { return 1 }
    guard count <= highest else { return 0 }
    // Each term follows from the previous one; relative to the first, no factorials are needed.
    var term = 1.0
    var whole = 1.0
    var tail = 0.0
    for number in (lowest + 1)...highest {
      let before = number - 1
      term *=
        Double(marked - before) * Double(drawn - before)
        / (Double(number) * Double(total - marked - drawn + number))
      whole += term
      if number >= count { tail += term }
      // Terms are scaled before they overflow, far beyond the number of days in a year.
      if whole > 1e200 { (term, whole, tail) = (term * 1e-200, whole * 1e-200, tail * 1e-200) }
    }
    return Swift.min(tail / whole, 1)
  }
}

/// Returns the false-discovery rates of the given *p*-values, in their order.
///
/// The method is by Benjamini and Yekutieli (*Annals of Statistics* 29, 2001). It is valid under
/// any dependence between the tests: lows that cluster in one slot are missing in the others.
func falseDiscoveryRates(_ probabilities: [Double]) -> [Double] {
  let count = probabilities.count
  let penalty = (1...max(count, 1)).reduce(0.0) { $0 + 1 / Double($1) } * Double(count)
  var rates = [Double](repeating: 1, count: count)
  var least = 1.0
  let order = probabilities.indices.sorted {
    (probabilities[$0], $0) < (probabilities[$1], $1)
  }
  for (rank, index) in order.enumerated().reversed() {
    least = min(least, probabilities[index] * penalty / Double(rank + 1))
    rates[index] = least
  }
  return rates
}
