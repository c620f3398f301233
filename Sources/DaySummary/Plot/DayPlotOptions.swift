package import GlucoseFoundation
public import GlucoseMath

/// Options for the plot of a day.
public struct DayPlotOptions: Equatable, Sendable {
  /// The unit of the glucose axis.
  public var unit: GlucoseUnit
  /// The edges of the concentration bands.
  public var bands: RangeBands
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
  /// The end of ongoing conditions, or `nil` for the current time.
  package var endOfOngoing: Date?

  /// Creates options. The default bands are the consensus bands in `unit`.
  public init(
    unit: GlucoseUnit, bands: RangeBands? = nil, style: EventLayout.Style = .separated,
    extendsAxis: Bool = false, maximumGap: Duration? = nil,
    maximumAge: Duration? = nil, eventClock: EventLayout.Clock = .day
  ) {
    self.unit = unit
    self.bands = bands ?? .consensus(in: unit)
    self.style = style
    self.eventClock = eventClock
    self.extendsAxis = extendsAxis
    self.maximumGap = maximumGap
    self.maximumAge = maximumAge
  }
}
