/// A target of the international consensus for one metric, such as more than 70 % of the time from
/// 70 to 180 mg/dL.
public struct GlycemicTarget: Equatable, Sendable {
  /// A metric with a target.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Measure: String, Hashable, Sendable, CaseIterable {
    /// The percentage of readings in the target range.
    case inRange
    /// The percentage of readings below the target range, those of level 2 included.
    case belowRange
    /// The percentage of readings below 54 mg/dL or 3.0 mmol/L.
    case veryLow
    /// The percentage of readings above the target range, those of level 2 included.
    case aboveRange
    /// The percentage of readings above 250 mg/dL or 13.9 mmol/L.
    case veryHigh
    /// The coefficient of variation in percent.
    case coefficientOfVariation
  }

  /// A comparison of a value with the limit.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Comparison: String, Hashable, Sendable {
    /// The value is above the limit (`>`).
    case above
    /// The value is below the limit (`<`).
    case below
    /// The value is at or below the limit (`≤`).
    case atMost
  }

  /// The metric of the target.
  public let measure: Measure
  /// The comparison with the limit.
  public let comparison: Comparison
  /// The limit. That of the coefficient of variation is a percentage of the mean.
  public let limit: Percentage

  /// Returns a Boolean value that indicates whether a value meets the target.
  ///
  /// - Parameter value: The value; the coefficient of variation as a percentage of the mean.
  public func isMet(by value: Percentage) -> Bool {
    switch comparison {
    case .above: value > limit
    case .below: value < limit
    case .atMost: value <= limit
    }
  }
}

/// A group of people for whom the international consensus recommends targets (Battelino et al.,
/// *Diabetes Care* 42, 2019).
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum TargetPopulation: String, Hashable, Sendable, CaseIterable {
  /// Adults with type 1 or type 2 diabetes.
  ///
  /// ISPAD recommends the same targets for children and young people; see <doc:DecisionTargets>.
  case adults
  /// Older people and people at high risk with type 1 or type 2 diabetes. There is no target for
  /// the time below 54 mg/dL, which is part of that below 70 and is shown without one.
  case olderOrHighRisk
  /// Pregnancy with type 1 diabetes. There are no targets for gestational and type 2 diabetes.
  case pregnancy

  /// The targets, in the order of ``GlycemicTarget/Measure``.
  public var targets: [GlycemicTarget] {
    let limits: [(GlycemicTarget.Measure, GlycemicTarget.Comparison, Double)] =
      switch self {
      case .adults:
        [
          (.inRange, .above, 70), (.belowRange, .below, 4), (.veryLow, .below, 1),
          (.aboveRange, .below, 25), (.veryHigh, .below, 5),
        ]
      case .olderOrHighRisk:
        [(.inRange, .above, 50), (.belowRange, .below, 1), (.veryHigh, .below, 10)]
      case .pregnancy:
        [
          (.inRange, .above, 70), (.belowRange, .below, 4), (.veryLow, .below, 1),
          (.aboveRange, .below, 25),
        ]
      }
    return (limits + [(.coefficientOfVariation, .atMost, 36)]).map {
      GlycemicTarget(measure: $0, comparison: $1, limit: Percentage($2))
    }
  }

  /// Creates the population whose targets are for the percentages in `bands`, or returns `nil` if
  /// the bands are those of no population. The consensus bands are those of ``adults``, although
  /// ``olderOrHighRisk`` has targets for the same bands.
  package init?(bands: RangeBands) {
    guard let found = Self.allCases.first(where: { $0.bands(in: bands.unit) == bands })
    else { return nil }
    self = found
  }

  /// Returns the bands whose percentages have targets, with edges exact in `unit`: 63–140 mg/dL or
  /// 3.5–7.8 mmol/L in pregnancy, otherwise 70–180 mg/dL or 3.9–10.0 mmol/L.
  public func bands(in unit: GlucoseUnit) -> RangeBands {
    self == .pregnancy ? .pregnancy(in: unit) : .consensus(in: unit)
  }
}

/// A target with the value of a record.
public struct GlycemicTargetResult: Equatable, Sendable {
  /// The target.
  public let target: GlycemicTarget
  /// The value, or `nil` where the record leaves it undefined. The coefficient of variation is a
  /// percentage of the mean.
  public let percentage: Percentage?

  /// A Boolean value that indicates whether the value meets the target, however few readings it is
  /// of, or `nil` where the record leaves the value undefined.
  ///
  /// ``GlucoseSeries/dataSufficiency(in:over:)`` returns whether there are enough.
  public var isMet: Bool? { percentage.map(target.isMet) }
}

extension TargetPopulation {
  /// Returns the targets with the values of a record: the time in the bands in ``bands(in:)``, or of
  /// others with the same target range, and the coefficient of variation in percent.
  func results(_ times: TimeInRanges, _ variation: Double?) -> [GlycemicTargetResult] {
    targets.map { target in
      let percentage: Percentage? =
        switch target.measure {
        case .inRange: times.inRange
        case .belowRange: times.belowRange
        case .veryLow: times[.veryLow]
        case .aboveRange: times.aboveRange
        case .veryHigh: times[.veryHigh]
        case .coefficientOfVariation: variation.map { Percentage($0) }
        }
      return GlycemicTargetResult(target: target, percentage: percentage)
    }
  }
}

extension GlucoseSeries {
  /// Returns the targets of a population with the values of the record, or none without readings.
  ///
  /// - Parameters:
  ///   - population: The population.
  ///   - unit: The unit of the readings, in which the edges of the ranges are exact.
  public func targetResults(
    for population: TargetPopulation, in unit: GlucoseUnit
  ) -> [GlycemicTargetResult] {
    statistics(bands: population.bands(in: unit)).map {
      population.results($0.timeInRanges, $0.coefficientOfVariation)
    } ?? []
  }
}
