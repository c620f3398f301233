package import DaySummary

package struct PictureFrame: Sendable {
  let size: PlotSize
  /// The size of labels in points: 11 on a phone, 16 from a width of 736 points.
  let font: Double
  let headline: Double
  let dotRadius: Double
  /// The width of each side with the surrounding days; 0 in a picture of one day.
  let side: Double
  let left, right, top, bottom: Double
  /// The height and number of the rows with conditions above the plot.
  let laneHeight: Double
  let laneCount: Int
  let laneTop: Double

  init(
    size: PlotSize, sideShare: Double = 0, laneCount: Int, legendRows: Int,
    hasCarbAxis: Bool = false
  ) {
    self.size = size
    side = (size.width * sideShare).rounded()
    self.laneCount = laneCount
    font = Self.font(for: size)
    headline = (font * 2.5).rounded() / 2
    dotRadius = (font * 0.45 * 4).rounded() / 4 + 0.5
    left = side + (font * 3.1).rounded()
    right = size.width - side - (font * (hasCarbAxis ? 3.3 : 3.1)).rounded()
    // The lanes take at most a fifth of the height.
    laneHeight =
      laneCount == 0 ? 0 : min(font * 1.5, size.height / 5 / Double(laneCount))
    // There is space below the lanes for the dot of a meal at the very top.
    let clearance = laneCount == 0 ? 0 : dotRadius
    top = (font * 3.7).rounded() + (laneHeight * Double(laneCount) + clearance).rounded()
    laneTop = top - clearance - laneHeight * Double(laneCount)
    bottom = size.height - (font * (2.2 + 1.6 * Double(legendRows))).rounded()
  }

  /// The height that a legend leaves to the plot, in points.
  static let leastPlotHeight = 20.0

  package static func font(for size: PlotSize) -> Double {
    (min(max(size.width / 46, 11), 16) * 2).rounded() / 2
  }

  var width: Double { right - left }
  var height: Double { bottom - top }
  var plotSize: PlotSize { PlotSize(width: width, height: height) }
  var area: PlotArea { PlotArea(left: left, right: right, top: top, bottom: bottom) }

  /// The middle of the last of the rows above the plot.
  var lastLane: Double { laneTop + laneHeight * (Double(laneCount) - 0.5) }

  func x(_ share: Double) -> Double { left + share * width }
  func y(_ share: Double) -> Double { bottom - share * height }
  func place(_ point: PlotPoint) -> PicturePoint { PicturePoint(x: x(point.x), y: y(point.y)) }
}
