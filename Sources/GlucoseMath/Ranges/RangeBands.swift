/// The edges that divide concentrations into very low, low, target, high and very high.
///
/// A concentration on an edge is in the band nearer the target: 70 and 180 mg/dL are in the
/// consensus target range, 54 is low and not very low, 250 is high and not very high.
///
/// Edges are exact in the unit in which they are written. Classify mmol/L with bands in mmol/L:
///
///     RangeBands.consensus(in: .mmolL).band(of: .mmolL(10.0))     // target
///     RangeBands.consensus(in: .mgdL).band(of: .mmolL(10.0))      // high: 180.16 mg/dL > 180
///
/// Indices with published edges, such as ``GlycemiaRiskIndex``, do not depend on these bands: they
/// use the consensus bands in ``unit``.
public struct RangeBands: Hashable, Sendable {
  /// The edge below which (`<`) concentrations are very low, or `nil` for bands without very low.
  public let veryLow: Glucose?
  /// The edge below which (`<`) concentrations are low.
  public let low: Glucose
  /// The edge above which (`>`) concentrations are high.
  public let high: Glucose
  /// The edge above which (`>`) concentrations are very high, or `nil` for bands without very high.
  public let veryHigh: Glucose?
  /// The unit of the readings to classify, which selects the exact consensus bands.
  public let unit: GlucoseUnit

  /// Creates bands with these edges.
  ///
  /// - Precondition: `veryLow` ≤ `low` ≤ `high` ≤ `veryHigh`, and all are finite.
  public init(
    veryLow: Glucose? = nil, low: Glucose, high: Glucose, veryHigh: Glucose? = nil,
    unit: GlucoseUnit
  ) {
    let edges = [veryLow, low, high, veryHigh].compactMap { $0 }
    precondition(Self.ascend(edges), Self.requirement)
    self.veryLow = veryLow
    self.low = low
    self.high = high
    self.veryHigh = veryHigh
    self.unit = unit
  }

  private static let requirement = "The edges of range bands must be finite and must ascend"

  private static func ascend(_ edges: [Glucose]) -> Bool {
    edges.allSatisfy(\.mgdL.isFinite) && zip(edges, edges.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// Returns the band that contains `glucose`.
  public func band(of glucose: Glucose) -> RangeBand {
    if glucose < low {
      if let veryLow, glucose < veryLow { return .veryLow }
      return .low
    }
    if glucose > high {
      if let veryHigh, glucose > veryHigh { return .veryHigh }
      return .high
    }
    return .target
  }

  /// The bands that are defined, from the lowest to the highest.
  public var bands: [RangeBand] {
    RangeBand.allCases.filter { band in
      switch band {
      case .veryLow: veryLow != nil
      case .veryHigh: veryHigh != nil
      case .low, .target, .high: true
      }
    }
  }

  /// Returns the edges below and above `band`, `nil` where the band is open or is not defined.
  public func edges(of band: RangeBand) -> (lower: Glucose?, upper: Glucose?) {
    switch band {
    case .veryLow: (nil, veryLow)
    case .low: (veryLow, low)
    case .target: (low, high)
    case .high: (high, veryHigh)
    case .veryHigh: (veryHigh, nil)
    }
  }
}

extension RangeBands: Codable {
  /// Decodes the edges in mg/dL and the unit.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let veryLow = try container.decodeIfPresent(Glucose.self, forKey: .veryLow)
    let low = try container.decode(Glucose.self, forKey: .low)
    let high = try container.decode(Glucose.self, forKey: .high)
    let veryHigh = try container.decodeIfPresent(Glucose.self, forKey: .veryHigh)
    let unit = try container.decode(GlucoseUnit.self, forKey: .unit)
    let edges = [veryLow, low, high, veryHigh].compactMap { $0 }
    try decoder.require(Self.ascend(edges), Self.requirement)
    self.init(veryLow: veryLow, low: low, high: high, veryHigh: veryHigh, unit: unit)
  }
}

extension String {
  /// The name of a case, such as `timeInRange`, in snake case.
  package var inSnakeCase: String {
    reduce(into: "") { result, letter in
      if letter.isUppercase { result += "_" }
      result += letter.lowercased()
    }
  }
}

/// One of the five bands into which a ``RangeBands`` divides concentrations.
public enum RangeBand: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
  /// Below the very-low edge: level 2 hypoglycemia in the consensus bands.
  case veryLow
  /// From the very-low edge up to, not including, the low edge: level 1 hypoglycemia.
  case low
  /// From the low edge to the high edge, both included.
  case target
  /// Above the high edge, up to and including the very-high edge: level 1 hyperglycemia.
  case high
  /// Above the very-high edge: level 2 hyperglycemia.
  case veryHigh

  /// Returns a Boolean value that indicates whether `lhs` is the lower band.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    allCases.prefix { $0 != rhs }.contains(lhs)
  }
}
