public import DaySummary
public import GlucoseMath

/// A heat map of the week: the mean glucose at each hour of each weekday, from
/// ``ChartStrings/firstWeekday``.
///
///     let hours = series.grouped(by: .weekdayAndHour, in: zone)
///     let svg = HeatMapPicture(hours, unit: .mmolL).svg
///
/// A mean in the target range is neutral: it has the color of the target range. Outside of it, the
/// strength of the color increases from a third at the edges of the target range to two thirds at the
/// outer edges of the bands, and to its maximum at twice that distance. An hour without readings has
/// no cell.
public struct HeatMapPicture: ChartPicture, SVGPicture {
  let hours: [SlotReadings]
  let unit: GlucoseUnit
  let bands: RangeBands
  package var style: ChartStyle

  /// Creates a heat map of `hours`, grouped by `TimeGrouping.weekdayAndHour`, of at least 320 by 200
  /// points. Other slots are ignored.
  ///
  /// The default bands are the consensus bands in `unit`, and the default title is "Glucose".
  public init(
    _ hours: [SlotReadings], unit: GlucoseUnit, bands: RangeBands? = nil,
    size: PlotSize = PlotSize(width: 640, height: 300), palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    self.hours = hours.filter { $0.slot.weekday != nil && $0.slot.endHour == $0.slot.startHour + 1 }
    self.unit = unit
    self.bands = bands ?? .consensus(in: unit)
    style = ChartStyle(
      size, atLeast: PlotSize(width: 320, height: 200), palette, strings,
      title ?? strings[.glucose])
  }

  package var root: Markup { HeatMapDrawing(self).root }

  /// Returns the hour of a weekday at the position of a pointer, in the coordinates of the picture,
  /// or `nil` if no cell is there.
  ///
  ///     let slot = heatMap.hour(at: PicturePoint(x: 212, y: 140))?.slot
  public func hour(at point: PicturePoint) -> SlotReadings? { HeatMapDrawing(self).hour(at: point) }
}
