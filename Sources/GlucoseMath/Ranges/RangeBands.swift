// SPDX-License-Identifier: Apache-2.0

/// The edges that divide concentrations into very low, low, target, high and very high.
///
/// A concentration on an edge belongs to the band nearer the target: 70 and 180 mg/dL are in the
/// consensus target range, 54 is low and not very low, 250 high and not very high.
///
/// Edges are exact in the unit they are written in. Classify readings in mmol/L with bands in mmol/L:
///
///     RangeBands.consensus(in: .mmolL).band(of: .mmolL(10.0))    // target
///     RangeBands.consensus.band(of: .mmolL(10.0))                // high: 180.16 mg/dL > 180
public struct RangeBands: Hashable, Sendable {
  /// Concentrations below this (`<`) are very low; `nil` if these bands know no very low.
  public let veryLow: Glucose?
  /// Concentrations below this (`<`) are low.
  public let low: Glucose
  /// Concentrations above this (`>`) are high.
  public let high: Glucose
  /// Concentrations above this (`>`) are very high; `nil` if these bands know no very high.
  public let veryHigh: Glucose?

  /// Bands with these edges.
  ///
  /// - Precondition: `veryLow` ≤ `low` ≤ `high` ≤ `veryHigh`, and all are finite.
  public init(
    veryLow: Glucose? = nil, low: Glucose, high: Glucose, veryHigh: Glucose? = nil
  ) {
    let edges = [veryLow, low, high, veryHigh].compactMap { $0 }
    precondition(
      edges.allSatisfy(\.mgdL.isFinite) && zip(edges, edges.dropFirst()).allSatisfy { $0 <= $1 },
      "The edges of range bands are finite and ascend")
    self.veryLow = veryLow
    self.low = low
    self.high = high
    self.veryHigh = veryHigh
  }

  /// The band that holds `glucose`.
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

  /// The bands that exist, from the lowest to the highest.
  public var bands: [RangeBand] {
    RangeBand.allCases.filter { band in
      switch band {
      case .veryLow: veryLow != nil
      case .veryHigh: veryHigh != nil
      case .low, .target, .high: true
      }
    }
  }

  /// The edges below and above `band`; `nil` where it is open or does not exist.
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
  private enum CodingKeys: String, CodingKey { case veryLow, low, high, veryHigh }

  /// Decodes the edges in mg/dL.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let veryLow = try container.decodeIfPresent(Glucose.self, forKey: .veryLow)
    let low = try container.decode(Glucose.self, forKey: .low)
    let high = try container.decode(Glucose.self, forKey: .high)
    let veryHigh = try container.decodeIfPresent(Glucose.self, forKey: .veryHigh)
    let edges = [veryLow, low, high, veryHigh].compactMap { $0 }
    guard edges.allSatisfy(\.mgdL.isFinite), zip(edges, edges.dropFirst()).allSatisfy({ $0 <= $1 })
    else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "The edges of range bands are finite and ascend"))
    }
    self.init(veryLow: veryLow, low: low, high: high, veryHigh: veryHigh)
  }
}
