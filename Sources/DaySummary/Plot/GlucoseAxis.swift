public import GlucoseMath
public import GlucoseFoundation

/// The glucose axis of a plot, from 0 to a maximum, with a tick at every step.
public struct GlucoseAxis: Equatable, Sendable {
  /// The unit of the ticks.
  public let unit: GlucoseUnit
  /// The distance between ticks in ``unit``.
  public let step: Double
  /// The number at the top of the axis in ``unit``, a multiple of ``step``.
  public let top: Double

  /// Creates the axis of the ARISES display: 0 to 20 mmol/L in steps of 4, or 0 to 400 mg/dL in
  /// steps of 100; extended by whole steps to include a finite `maximum`, to at most twice its
  /// length, a limit that no sensor exceeds.
  package init(_ unit: GlucoseUnit, including maximum: Glucose? = nil) {
    self.unit = unit
    let least: Double
    (step, least) = unit == .mmolL ? (4, 20) : (100, 400)
    let highest = maximum?.value(in: unit) ?? 0
    precondition(highest.isFinite, "`maximum` must be finite")
    top = min(max(least, (highest / step).rounded(.up) * step), 2 * least)
  }

  /// The concentration at the top.
  public var maximum: Glucose { Glucose(top, unit) }

  /// The numbers of the ticks in ``unit`` from the bottom to the top, each with its height in the plot, from 0
  /// to 1.
  public var ticks: [(value: Double, y: Double)] {
    stride(from: 0, through: top, by: step).map { ($0, $0 / top) }
  }

  /// Returns the height of `glucose` in the plot: 0 at the bottom, 1 at the top, above 1 beyond the
  /// top of the axis.
  public func y(of glucose: Glucose) -> Double { glucose.mgdL / maximum.mgdL }
}

/// A concentration band, clipped to the axis of a plot.
public struct PlotBand: Equatable, Sendable {
  /// The band.
  public let band: RangeBand
  /// The concentration at its lower edge, 0 or above.
  public let lower: Glucose
  /// The concentration at its upper edge, at most the maximum of the axis.
  public let upper: Glucose
  /// The vertical extent as fractions of the plot's height.
  public let heights: ClosedRange<Double>
}

extension RangeBands {
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

/// A labeled position on the time axis of a day.
public struct TimeTick: Equatable, Sendable {
  /// The hour on a local clock: 0 at the start of the day, 24 at its end.
  public let hour: Int
  /// The instant.
  public let time: Date
  /// The horizontal position as a fraction of the width: 0 at the start of the day, 1 at its end.
  public let x: Double
}

extension LocalDay {
  /// Returns the times at which clocks show a multiple of `hours`, a divisor of 24, and the end of
  /// the day. An hour that clocks skip is at the instant of the change, and one that occurs twice
  /// at its first occurrence.
  package func ticks(every hours: Int = 6) -> [TimeTick] {
    stride(from: 0, through: 24, by: hours).map { hour in
      let time = hour == 0 ? start : hour == 24 ? end : time(hour: hour)
      return TimeTick(hour: hour, time: time, x: fraction(of: time))
    }
  }
}
