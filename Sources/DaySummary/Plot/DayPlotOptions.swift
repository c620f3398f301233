// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// Options for the plot of a day.
public struct DayPlotOptions: Hashable, Codable, Sendable {
  /// The unit of the glucose axis.
  public var unit: GlucoseUnit
  /// The edges of the concentration bands.
  public var bands: RangeBands
  /// The size of the plot in points, without labels.
  public var size: PlotSize
  /// The radius of dots in points; a layout clamps it to ``EventLayout/dotRadii``.
  public var dotRadius: Double
  /// The method of placing events.
  public var style: EventLayout.Style
  /// The clock by which events are placed.
  public var eventClock: EventLayout.Clock
  /// A Boolean value that indicates whether the axis is extended by whole steps to include the
  /// highest reading. Otherwise, all days have the same axis, and readings above it are drawn at
  /// its top and marked as clipped.
  public var extendsAxis: Bool
  /// The time between two readings above which (`>`) the line is broken, or `nil` for three times
  /// the cadence, at least 15 minutes.
  public var maximumGap: Duration?
  /// The age above which (`>`) the last reading is stale, or `nil` for 15 minutes, and up to 20 for a
  /// sensor that reads less often than every ten minutes. (default: `nil`)
  public var maximumAge: Duration?

  /// Creates options. The default bands are the consensus bands in `unit`.
  public init(
    unit: GlucoseUnit, bands: RangeBands? = nil,
    size: PlotSize = PlotSize(width: 600, height: 300), dotRadius: Double = 6,
    style: EventLayout.Style = .separated, extendsAxis: Bool = false, maximumGap: Duration? = nil,
    maximumAge: Duration? = nil, eventClock: EventLayout.Clock = .day
  ) {
    self.unit = unit
    self.bands = bands ?? .consensus(in: unit)
    self.size = size
    self.dotRadius = dotRadius
    self.style = style
    self.eventClock = eventClock
    self.extendsAxis = extendsAxis
    self.maximumGap = maximumGap
    self.maximumAge = maximumAge
  }

  private enum CodingKeys: String, CodingKey {
    case unit, bands, size, dotRadius, style, eventClock, extendsAxis, maximumGap
    case maximumAge = "staleAfter"
  }
}

extension DayPlotOptions {
  /// Creates options by decoding them; the dot radius and the maximum gap must be positive.
  /// Durations are in seconds. Without a stored clock, events are placed by that of the day.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    unit = try container.decode(GlucoseUnit.self, forKey: .unit)
    bands = try container.decode(RangeBands.self, forKey: .bands)
    size = try container.decode(PlotSize.self, forKey: .size)
    dotRadius = try container.decode(Double.self, forKey: .dotRadius)
    style = try container.decode(EventLayout.Style.self, forKey: .style)
    eventClock =
      try container.decodeIfPresent(EventLayout.Clock.self, forKey: .eventClock) ?? .day
    extendsAxis = try container.decode(Bool.self, forKey: .extendsAxis)
    maximumGap = try container.durationIfPresent(forKey: .maximumGap)
    maximumAge = try container.durationIfPresent(forKey: .maximumAge)
    try decoder.require(
      dotRadius.isFinite && dotRadius > 0, "The radius of a dot must be finite and positive")
    try decoder.require(
      maximumGap.map { $0 > .zero } ?? true, "The maximum gap of a line must be positive")
  }

  /// Encodes the options, with durations in seconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(unit, forKey: .unit)
    try container.encode(bands, forKey: .bands)
    try container.encode(size, forKey: .size)
    try container.encode(dotRadius, forKey: .dotRadius)
    try container.encode(style, forKey: .style)
    try container.encode(eventClock, forKey: .eventClock)
    try container.encode(extendsAxis, forKey: .extendsAxis)
    try container.encodeIfPresent(seconds: maximumGap, forKey: .maximumGap)
    try container.encodeIfPresent(seconds: maximumAge, forKey: .maximumAge)
  }
}
