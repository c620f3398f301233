// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The glucose axis of a plot: from 0 to a maximum, with a tick at every step.
public struct GlucoseAxis: Hashable, Codable, Sendable {
  /// A labeled place on the axis.
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
  public init(_ unit: GlucoseUnit, including maximum: Glucose? = nil) {
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

/// A band of concentrations, cut to the axis of a plot.
public struct PlotBand: Hashable, Codable, Sendable {
  /// Which band it is.
  public let band: RangeBand
  /// The concentration at its lower edge, 0 or above.
  public let lower: Glucose
  /// The concentration at its upper edge, at most the maximum of the axis.
  public let upper: Glucose
  /// From which height to which it reaches in the plot.
  public let heights: ClosedRange<Double>
}

extension RangeBands {
  /// The bands that `axis` shows, from the lowest to the highest, without gap or overlap.
  package func cut(to axis: GlucoseAxis) -> [PlotBand] {
    bands.compactMap { band in
      let edges = edges(of: band)
      let lower = max(edges.lower ?? .mgdL(0), .mgdL(0))
      let upper = min(edges.upper ?? axis.maximum, axis.maximum)
      guard lower < upper else { return nil }
      return PlotBand(
        band: band, lower: lower, upper: upper, heights: axis.y(of: lower)...axis.y(of: upper))
    }
  }
}

/// A labeled place on the time axis of a day.
public struct TimeTick: Hashable, Codable, Sendable {
  /// What a clock shows there, in hours: 0 at the start of the day, 24 at its end.
  public let hour: Int
  /// The instant.
  public let time: Date
  /// The share of the width: 0 at the start of the day, 1 at its end.
  public let x: Double
}

extension LocalDay {
  /// The places where clocks show a multiple of `hours`, and the end of the day.
  ///
  /// On days on which clocks change the ticks stand where clocks show the hour, so that their
  /// distances differ. An hour that clocks skip is at the instant of the change, one that they show
  /// twice where they show it first.
  ///
  /// - Precondition: `hours` is a divisor of 24.
  public func ticks(every hours: Int = 6) -> [TimeTick] {
    precondition(hours > 0 && 24 % hours == 0, "The hours between ticks divide 24")
    return stride(from: 0, through: 24, by: hours).map { hour in
      let time = hour == 0 ? start : hour == 24 ? end : time(hour: hour)
      return TimeTick(hour: hour, time: time, x: fraction(of: time))
    }
  }
}
