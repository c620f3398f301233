public import GlucoseMath

extension AccuracyStudy {
  /// A criterion of accuracy, and the pairs that agree with it.
  public struct Criterion: Sendable {
    /// The letter of the criterion, such as "A".
    public let letter: String
    /// The pairs that agree with the criterion, such as "sensor < 70 mg/dL: within 15 mg/dL".
    public let meaning: String
    /// The pairs that agree, of those that the criterion is about, or `nil` if there are none.
    public let rate: Rate?
    /// The limit of the percentage of pairs that agree, or of its bound.
    public let limit: Percentage
    /// A Boolean value that indicates whether the lower one-sided 95 % confidence bound of the
    /// percentage must be above (`>`) ``limit``; otherwise the percentage must be at least it (`≥`).
    public let isOfLowerBound: Bool

    /// A Boolean value that indicates whether the criterion is met, or `nil` if it is about no pair.
    public var isMet: Bool? {
      rate.map { isOfLowerBound ? $0.lowerBound > limit : $0.percentage >= limit }
    }
  }

  /// The criteria of clinical performance of the special controls for integrated continuous glucose
  /// monitoring, (A) to (K) of 21 CFR 862.1355, applied to these pairs.
  ///
  /// Ranges are those of the reading of the sensor, not of the reference. Rates of change are those
  /// of ``trends``. <doc:DecisionAccuracyCriteria> has the sources, and what the regulation does not
  /// determine.
  ///
  /// The criteria are those for comparisons with a laboratory method, but all pairs count, whatever
  /// their ``Pair/comparator``. For one comparator of several, create a study of its pairs:
  ///
  ///     let pairs = study.pairs.filter { $0.comparator == .laboratory }
  ///     AccuracyStudy(pairs, unit: study.unit)?.specialControls
  ///
  /// A study for a regulator also has requirements of design and data that pairs do not show: a
  /// criterion that is met here is a number, not a clearance.
  public var specialControls: [Criterion] {
    let ranges = Dictionary(grouping: pairs) { bands.band(of: $0.glucose.measured) }
    let low = ranges[.low, default: []]
    let high = ranges[.high, default: []]
    let lowEdge = unit == .mgdL ? "70 mg/dL" : "3.9 mmol/L"
    let highEdge = unit == .mgdL ? "180 mg/dL" : "10.0 mmol/L"
    let names: [(RangeBand, String)] = [
      (.low, "sensor < \(lowEdge)"),
      (.target, unit == .mgdL ? "sensor 70 to 180 mg/dL" : "sensor 3.9 to 10.0 mmol/L"),
      (.high, "sensor > \(highEdge)"),
    ]
    func within(_ letter: String, _ range: Int, _ limit: Double, above bound: Double) -> Criterion {
      let (band, name) = names[range]
      let pairs = ranges[band, default: []]
      return Criterion(
        letter: letter,
        meaning: "\(name): within \(Int(limit)) \(band == .low ? "mg/dL" : "%")",
        rate: Rate(of: pairs) { $0.glucose.isWithin(limit, in: band) },
        limit: Percentage(bound), isOfLowerBound: true)
    }
    func least(_ letter: String, _ meaning: String, _ rate: Rate?, _ limit: Double) -> Criterion {
      Criterion(
        letter: letter, meaning: meaning, rate: rate, limit: Percentage(limit),
        isOfLowerBound: false)
    }
    return [
      within("A", 0, 15, above: 85), within("B", 1, 15, above: 70), within("C", 2, 15, above: 80),
      within("D", 0, 40, above: 98), within("E", 1, 40, above: 99), within("F", 2, 40, above: 99),
      Criterion(
        letter: "G", meaning: "all: within 20 %",
        rate: Rate(of: pairs) { $0.glucose.absoluteRelativeDifference <= 20 },
        limit: Percentage(87), isOfLowerBound: true),
      least(
        "H", "sensor < \(lowEdge): reference not > \(highEdge)",
        Rate(of: low) { bands.band(of: $0.glucose.reference) != .high }, 100),
      least(
        "I", "sensor > \(highEdge): reference not < \(lowEdge)",
        Rate(of: high) { bands.band(of: $0.glucose.reference) != .low }, 100),
    ] + rateCriteria.map { least($0, $1, $2, 99) }
  }

  private var rateCriteria: [(String, String, Rate?)] {
    let trends = trends
    let rising: [GlucoseTrend] = [.risingSlowly, .rising, .risingRapidly]
    let falling: [GlucoseTrend] = [.fallingRapidly, .falling, .fallingSlowly]
    func rate(_ measured: [GlucoseTrend], not reference: [GlucoseTrend]) -> Rate? {
      func count(_ references: [GlucoseTrend]) -> Int {
        measured.reduce(0) { sum, measured in
          references.reduce(sum) { $0 + trends.count(measured: measured, reference: $1) }
        }
      }
      let total = count(GlucoseTrend.allCases)
      return Rate([(total - count(reference), total)])
    }
    return [
      (
        "J", "sensor rising > 1 mg/dL/min: reference not falling > 2 mg/dL/min",
        rate(rising, not: [.falling, .fallingRapidly])
      ),
      (
        "K", "sensor falling > 1 mg/dL/min: reference not rising > 2 mg/dL/min",
        rate(falling, not: [.rising, .risingRapidly])
      ),
    ]
  }
}
