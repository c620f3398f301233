// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

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
