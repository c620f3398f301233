internal import GlucoseMath

extension NightEvaluation {
  /// A measure with its interval of 95 percent over people.
  package struct Estimate: Sendable {
    package let value: Double
    package let interval: ClosedRange<Double>?
  }

  /// The area under the receiver operating characteristic, the sensitivity at a specificity of 91.6
  /// percent, and those of the model minus those of the predictor, or `nil` for the model.
  package typealias Result = (
    predictor: Predictor, area: Estimate, areaGain: Estimate?, sensitivity: Estimate,
    sensitivityGain: Estimate?
  )

  /// Returns the measures on nights that start at `bedtime`, of one study or of all, or `nil`
  /// unless there are nights with and without a reading below the threshold.
  package func comparison(
    _ design: Design, below threshold: Double, study: Int? = nil, bedtime: Int = bedtime
  ) -> (people: Int, nights: Int, lows: Int, results: [Result])? {
    let nights = nights(design, threshold, study: study, bedtime: bedtime)
    let rankings = Predictor.allCases.map { predictor in
      RankedNights(
        nights.map {
          ($0.scores[threshold]?[predictor] ?? 0, $0.person, $0.night.hours(to: threshold) != nil)
        })
    }
    func estimates(
      _ index: Int, _ measure: (RankedNights.Measures) -> Double
    ) -> (own: Estimate, gain: Estimate?)? {
      let own = estimate(nights) { rankings[index].measures(counting: $0).map(measure) }
      let gain = estimate(nights) { counts in
        guard index > 0, let model = rankings[0].measures(counting: counts),
          let other = rankings[index].measures(counting: counts)
        else { return nil }
        return measure(model) - measure(other)
      }
      return own.map { ($0, gain) }
    }
    let results = Predictor.allCases.enumerated().compactMap { index, predictor -> Result? in
      guard let area = estimates(index, \.area), let sensitivity = estimates(index, \.sensitivity)
      else { return nil }
      return (predictor, area.own, area.gain, sensitivity.own, sensitivity.gain)
    }
    return results.isEmpty
      ? nil
      : (
        Set(nights.map(\.person)).count, nights.count,
        nights.count { $0.night.hours(to: threshold) != nil }, results
      )
  }

  /// Returns the mean probability in each tenth of the nights, in ascending order of it, and the
  /// observed fraction with a low.
  package func reliability(
    _ design: Design, below threshold: Double
  ) -> [(expected: Double, observed: Estimate)] {
    func probability(_ night: ScoredNight) -> Double { night.scores[threshold]?[.model] ?? 0 }
    let nights = nights(design, threshold).ordered { probability($0) < probability($1) }
    return (0..<10).compactMap { tenth in
      let part = Array(nights[tenth * nights.count / 10..<(tenth + 1) * nights.count / 10])
      let observed = estimate(part) { counts in
        let all = part.reduce(0) { $0 + counts[$1.person] }
        let lows = part.reduce(0) {
          $0 + ($1.night.hours(to: threshold) != nil ? counts[$1.person] : 0)
        }
        return all > 0 ? Double(lows) / Double(all) : nil
      }
      return observed.map { (part.reduce(0) { $0 + probability($1) } / Double(part.count), $0) }
    }
  }

  /// Returns the mean absolute errors in hours, over nights with a low, of the likely time of the
  /// first one and of a constant, its median in the fit, and the latter minus the former, or `nil`.
  package func timeErrors(
    _ design: Design
  ) -> (nights: Int, model: Double, constant: Double, gain: Estimate)? {
    let lows = nights(design, 70).compactMap { night in
      night.night.hours(to: 70).map {
        (night, abs(night.likelyHours - $0), abs(night.usualHours - $0))
      }
    }
    func mean(_ error: ((ScoredNight, Double, Double)) -> Double) -> Double {
      lows.reduce(0) { $0 + error($1) } / Double(lows.count)
    }
    let gain = estimate(lows.map(\.0)) { counts in
      let all = lows.reduce(0) { $0 + counts[$1.0.person] }
      let sum = lows.reduce(0) { $0 + ($1.2 - $1.1) * Double(counts[$1.0.person]) }
      return all > 0 ? sum / Double(all) : nil
    }
    return gain.map { (lows.count, mean(\.1), mean(\.2), $0) }
  }
}

/// Nights by descending score, from which measures of any sample of people take one pass.
struct RankedNights {
  /// The area under a receiver operating characteristic, and the sensitivity at ``specificity``.
  struct Measures {
    let area, sensitivity: Double
  }

  /// The specificity at which sensitivity is measured: that of a published product.
  static let specificity = 0.916

  private let rows: [(score: Double, person: Int, isLow: Bool)]

  init(_ nights: [(score: Double, person: Int, isLow: Bool)]) {
    rows = nights.ordered { $0.score > $1.score }
  }

  /// Returns the measures of the nights, each counted as often as its person, or `nil` unless there
  /// are nights with and without a low. Nights of equal scores are one step of the curve.
  func measures(counting people: [Int]) -> Measures? {
    let counts = rows.map { people[$0.person] }
    let lows = zip(rows, counts).reduce(0) { $0 + ($1.0.isLow ? $1.1 : 0) }
    let others = counts.reduce(0, +) - lows
    guard lows > 0, others > 0 else { return nil }
    let allowed = (1 - Self.specificity) * Double(others)
    var (hits, alarms, area) = (0.0, 0.0, 0.0)
    var sensitivity: Double?
    var index = 0
    while index < rows.count {
      let score = rows[index].score
      var (more, wrong) = (0.0, 0.0)
      while index < rows.count, rows[index].score == score {
        more += rows[index].isLow ? Double(counts[index]) : 0
        wrong += rows[index].isLow ? 0 : Double(counts[index])
        index += 1
      }
      if sensitivity == nil, alarms + wrong > allowed {
        sensitivity = (hits + more * (allowed - alarms) / wrong) / Double(lows)
      }
      area += wrong * (hits + more / 2)
      hits += more
      alarms += wrong
    }
    return Measures(
      area: area / (Double(lows) * Double(others)), sensitivity: sensitivity ?? 1)
  }
}
