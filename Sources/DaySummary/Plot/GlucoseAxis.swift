// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// The glucose axis of a plot: from 0 to a maximum, with a tick at every step.
public struct GlucoseAxis: Hashable, Codable, Sendable {
  /// A labelled place on the axis.
  public struct Tick: Hashable, Codable, Sendable {
    /// The number to write, in the axis' unit.
    public let value: Double
    /// The height in the plot, from 0 to 1.
    public let y: Double
  }

  /// The unit in which ticks are written.
  public let unit: GlucoseUnit
  /// The distance between ticks in ``unit``.
  public let step: Double
  /// The number at the top of the axis in ``unit``: a whole number of steps.
  public let top: Double

  /// The axis of the ARISES display, 0 to 20 mmol/L in steps of 4, or its round twin in mg/dL, 0 to
  /// 400 in steps of 100, extended by whole steps to hold `maximum` if that is given, at most to
  /// twice its length, which no sensor exceeds.
  ///
  /// - Precondition: `maximum` is finite.
  public init(_ unit: GlucoseUnit, holding maximum: Glucose? = nil) {
    self.unit = unit
    switch unit {
    case .mmolL: (step, top) = (4, Self.top(20, 4, maximum?.mmolL))
    case .mgdL: (step, top) = (100, Self.top(400, 100, maximum?.mgdL))
    }
  }

  private static func top(_ top: Double, _ step: Double, _ maximum: Double?) -> Double {
    guard let maximum else { return top }
    precondition(maximum.isFinite, "An axis holds finite concentrations")
    return min(max(top, (maximum / step).rounded(.up) * step), 2 * top)
  }

  /// The concentration at the top.
  public var maximum: Glucose { Glucose(top, unit) }

  /// The ticks from the bottom to the top.
  public var ticks: [Tick] {
    stride(from: 0, through: top, by: step).map { Tick(value: $0, y: $0 / top) }
  }

  /// The height of `glucose` in the plot: 0 at the bottom, 1 at the top, outside that where the axis
  /// does not reach.
  public func y(of glucose: Glucose) -> Double { glucose.mgdL / maximum.mgdL }
}

extension GlucoseAxis {
  /// Decodes an axis of at least one step.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    unit = try container.decode(GlucoseUnit.self, forKey: .unit)
    step = try container.decode(Double.self, forKey: .step)
    top = try container.decode(Double.self, forKey: .top)
    try decoder.require(
      step > 0 && top >= step && top <= 1000 * step && top.isFinite,
      "An axis must reach from 0 to between one and 1000 steps")
  }
}
