internal import GlucoseMath

extension NightEvaluation {
  /// A measure with its interval of 95 percent over people.
  package struct Estimate: Equatable, Sendable {
    package let value: Double
    package let interval: ClosedRange<Double>?
  }

  package struct Result: Sendable {
    package let predictor: Predictor
    /// The area under the receiver operating characteristic.
    package let area: Estimate
    /// The sensitivity at a specificity of 91.6 percent.
    package let sensitivity: Estimate
    /// The measures of the model minus those of the predictor, or `nil` for the model.
    package let areaGain, sensitivityGain: Estimate?
  }

  package struct Comparison: Sendable {
    package let people, nights, lows: Int
    package let results: [Result]
  }

  /// Returns the measures on nights that start at `bedtime`, of one study or of all, or `nil`
  /// unless there are nights with and without a reading below the threshold.
  package func comparison(
    _ design: Design, below threshold: Double, study: Int? = nil, bedtime: Int = bedtime
  ) -> Comparison? {
    let nights = nights(design, threshold, study: study, bedtime: bedtime)
    let rankings = Predictor.allCases.map { predictor in
      RankedNights(
        nights.map {
          ($0.scores[threshold]?[predictor] ?? 0, $0.person, $0.hours(to: threshold) != nil)
        })
    }
    typealias Measure = (RankedNights.Measures) -> Double
    func own(_ index: Int, _ measure: Measure) -> Estimate? {
      estimate(nights) { rankings[index].measures(counting: $0).map(measure) }
    }
    func gain(_ index: Int, _ measure: Measure) -> Estimate? {
      index == 0
        ? nil
        : estimate(nights) { counts in
          guard let model = rankings[0].measures(counting: counts),
            let other = rankings[index].measures(counting: counts)
          else { return nil }
          return measure(model) - measure(other)
        }
    }
    let results = Predictor.allCases.indices.compactMap { index -> Result? in
      guard let area = own(index, \.area), let sensitivity = own(index, \.sensitivity) else {
        return nil
      }
      return Result(
        predictor: Predictor.allCases[index], area: area, sensitivity: sensitivity,
        areaGain: gain(index, \.area), sensitivityGain: gain(index, \.sensitivity))
    }
    guard !results.isEmpty else { return nil }
    return Comparison(
      people: Set(nights.map(\.person)).count, nights: nights.count,
      lows: nights.count { $0.hours(to: threshold) != nil }, results: results)
  }

  /// The mean probability in a tenth of the nights, in ascending order of it, and the observed
  /// fraction with a low.
  package struct Tenth: Sendable {
    package let expected: Double
    package let observed: Estimate
  }

  package func reliability(_ design: Design, below threshold: Double) -> [Tenth] {
    func probability(_ night: ScoredNight) -> Double { night.scores[threshold]?[.model] ?? 0 }
    let nights = nights(design, threshold).ordered { probability($0) < probability($1) }
    return (0..<10).compactMap { tenth in
      let part = Array(nights[tenth * nights.count / 10..<(tenth + 1) * nights.count / 10])
      let observed = estimate(part) { counts in
        let all = part.reduce(0) { $0 + counts[$1.person] }
        let lows = part.reduce(0) {
          $0 + ($1.hours(to: threshold) != nil ? counts[$1.person] : 0)
        }
        return all > 0 ? Double(lows) / Double(all) : nil
      }
      return observed.map {
        Tenth(
          expected: part.reduce(0) { $0 + probability($1) } / Double(part.count), observed: $0)
      }
    }
  }

  /// The mean absolute errors in hours, over nights with a reading below 70 mg/dL, of the likely
  /// time of the first one and of a constant, its median in the fit.
  package struct TimeErrors: Sendable {
    package let nights: Int
    package let model, constant: Double
    /// The error of the constant minus that of the model.
    package let gain: Estimate
  }

  /// Returns the errors of the likely time, or `nil` if there is no night with a low.
  package func timeErrors(_ design: Design) -> TimeErrors? {
    let lows = nights(design, 70).compactMap { night in
      night.hours(to: 70).map { (night, abs(night.likelyHours - $0), abs(night.usualHours - $0)) }
    }
    func mean(_ error: ((ScoredNight, Double, Double)) -> Double) -> Double {
      lows.reduce(0) { $0 + error($1) } / Double(lows.count)
    }
    let gain = estimate(lows.map(\.0)) { counts in
      let all = lows.reduce(0) { $0 + counts[$1.0.person] }
      let sum = lows.reduce(0) { $0 + ($1.2 - $1.1) * Double(counts[$1.0.person]) }
      return all > 0 ? sum / Double(all) : nil
    }
    return gain.map {
      TimeErrors(nights: lows.count, model: mean(\.1), constant: mean(\.2), gain: $0)
    }
  }
}
