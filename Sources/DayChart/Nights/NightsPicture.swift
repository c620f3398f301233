// SPDX-License-Identifier: Apache-2.0

public import DaySummary
public import GlucoseMath

/// A picture of nights: a line for each, the last one bold, with the readings of suspected
/// compression lows marked.
///
///     let nights = try history.nights(of: week, bands: bands)
///     let svg = NightsPicture(nights, unit: .mmolL).svg
///
/// The time axis is the local time of the night; on a night on which clocks change, times are
/// fractions of the night. The line of a suspected compression low is dotted, never left out. An
/// ongoing night ends at its last reading, and the legend names it as such.
public struct NightsPicture: Equatable, Sendable, SVGPicture {
  /// The nights, the last of which is bold.
  public let nights: [NightSummary]
  /// The unit of the numbers.
  public let unit: GlucoseUnit
  /// The size of the picture in points, at least ``minimumSize``.
  public let size: PlotSize
  /// The colors.
  public var palette: ChartPalette
  /// The text of the picture.
  public var strings: ChartStrings {
    get { sharedStrings.value }
    set { sharedStrings = Shared(newValue) }
  }
  private var sharedStrings: Shared<ChartStrings>
  /// The title at the upper left.
  public var title: String

  /// The size of the smallest picture: 320 by 240 points. Display a smaller one by scaling it.
  public static let minimumSize = PlotSize(width: 320, height: 240)

  /// Creates a picture of `nights`.
  ///
  /// - Parameters:
  ///   - nights: The nights with equal hours and bands, in chronological order.
  ///   - unit: The unit of the numbers.
  ///   - size: The size in points, enlarged to at least ``minimumSize``.
  ///   - palette: The colors.
  ///   - strings: The text of the picture.
  ///   - title: The title at the upper left, or `nil` for the dates of the first and last night.
  public init(
    _ nights: [NightSummary], unit: GlucoseUnit, size: PlotSize = PlotSize(width: 640, height: 400),
    palette: ChartPalette = .arises, strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    self.nights = nights
    self.unit = unit
    self.size = size.enlarged(to: Self.minimumSize)
    self.palette = palette
    sharedStrings = Shared(strings)
    self.title = title ?? strings.dates(nights.first?.day, nights.last?.day)
  }

  /// The picture as a self-contained SVG document.
  public var svg: String { root.document }

  /// Returns the picture as an SVG document with `options`.
  public func svg(options: SVGOptions) -> String { document(options) }

  package var root: Markup { NightsDrawing(self).root }
}
