// SPDX-License-Identifier: Apache-2.0

public import DaySummary
public import GlucoseMath

/// A picture of the week, hour by hour: how high glucose was on average at each hour of each weekday.
///
///     let hours = series.grouped(by: .weekdayAndHour, in: zone)
///     let svg = HeatMapPicture(hours, unit: .mmolL).svg
///
/// The middle of the target is as light as the background. Color grows towards the edges of the
/// target by a third of its strength and beyond them to the whole, of which the bands' outer edges
/// have two thirds. An hour without readings has no cell.
public struct HeatMapPicture: Hashable, Sendable {
  /// The readings of each hour of each weekday; other slots are not drawn.
  public let hours: [SlotReadings]
  /// The unit in which numbers are written.
  public let unit: GlucoseUnit
  /// The edges that divide concentrations.
  public let bands: RangeBands
  /// The size of the picture in points.
  public let size: PlotSize
  /// The colors.
  public var palette: ChartPalette
  /// The words.
  public var strings: ChartStrings
  /// What stands at the upper left.
  public var title: String

  /// A picture of `hours`, which come from grouping by `TimeGrouping.weekdayAndHour`.
  ///
  /// - Parameters:
  ///   - hours: The readings of each hour of each weekday.
  ///   - unit: The unit in which numbers are written.
  ///   - bands: The edges that divide concentrations; the consensus bands in `unit` unless given.
  ///   - size: The size in points, at least 320 by 200.
  ///   - palette: The colors.
  ///   - words: The words.
  ///   - title: What stands at the upper left; the word for glucose unless given.
  /// - Precondition: `size` is at least 320 by 200 points.
  public init(
    _ hours: [SlotReadings], unit: GlucoseUnit, bands: RangeBands? = nil,
    size: PlotSize = PlotSize(width: 640, height: 300), palette: ChartPalette = .arises,
    words: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    precondition(
      size.width >= 320 && size.height >= 200, "A heat map is at least 320 by 200 points")
    self.hours = hours.filter { $0.slot.weekday != nil && $0.slot.endHour == $0.slot.startHour + 1 }
    self.unit = unit
    self.bands = bands ?? .consensus(in: unit)
    self.size = size
    self.palette = palette
    self.strings = words
    self.title = title ?? words.glucose
  }

  /// The picture as an SVG document that stands alone, with a title on each cell.
  public var svg: String { root.document }

  var root: Markup { HeatMapDrawing(self).root }
}
