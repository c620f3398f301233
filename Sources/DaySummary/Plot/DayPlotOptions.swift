// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// How a day is to be plotted.
public struct DayPlotOptions: Hashable, Codable, Sendable {
  /// The unit of the glucose axis.
  public var unit: GlucoseUnit
  /// The edges that divide concentrations.
  public var bands: RangeBands
  /// The size of the plot in points, without room for labels.
  public var size: PlotSize
  /// The radius of a dot in points.
  public var dotRadius: Double
  /// How events are placed.
  public var style: EventLayout.Style
  /// Whether the axis grows by whole steps to hold the highest reading. If it does not, so that days
  /// look alike, readings above the axis are drawn at its top and marked as clipped.
  public var extendsAxis: Bool
  /// The time between two readings above which (`>`) the line is broken; `nil` for three times the
  /// cadence, at least 15 minutes.
  public var maximumGap: Duration?
  /// The age above which (`>`) the last reading is too old to be called current.
  public var maximumAge: Duration

  /// Options; `bands` are the consensus bands in `unit` unless given.
  ///
  /// - Precondition: `dotRadius` is finite and positive.
  public init(
    unit: GlucoseUnit = .mmolL, bands: RangeBands? = nil,
    size: PlotSize = PlotSize(width: 600, height: 300), dotRadius: Double = 6,
    style: EventLayout.Style = .separated, extendsAxis: Bool = false, maximumGap: Duration? = nil,
    maximumAge: Duration = .seconds(900)
  ) {
    precondition(dotRadius.isFinite && dotRadius > 0, "A dot has a finite, positive radius")
    self.unit = unit
    self.bands = bands ?? .consensus(in: unit)
    self.size = size
    self.dotRadius = dotRadius
    self.style = style
    self.extendsAxis = extendsAxis
    self.maximumGap = maximumGap
    self.maximumAge = maximumAge
  }

  private enum CodingKeys: String, CodingKey {
    case unit, bands, size, dotRadius, style, extendsAxis, maximumGap
    case maximumAge = "staleAfter"
  }
}

extension DayPlotOptions {
  /// Decodes options whose dot radius and maximum gap are positive.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    unit = try container.decode(GlucoseUnit.self, forKey: .unit)
    bands = try container.decode(RangeBands.self, forKey: .bands)
    size = try container.decode(PlotSize.self, forKey: .size)
    dotRadius = try container.decode(Double.self, forKey: .dotRadius)
    style = try container.decode(EventLayout.Style.self, forKey: .style)
    extendsAxis = try container.decode(Bool.self, forKey: .extendsAxis)
    maximumGap = try container.decodeIfPresent(Duration.self, forKey: .maximumGap)
    maximumAge = try container.decode(Duration.self, forKey: .maximumAge)
    try decoder.require(
      dotRadius.isFinite && dotRadius > 0, "A dot must have a finite, positive radius")
    try decoder.require(
      maximumGap.map { $0 > .zero } ?? true, "The gap at which a line breaks must be positive")
  }
}
