public import DaySummary
public import GlucoseMath

/// A picture of the differences of paired concentrations against their means, after Bland and
/// Altman (*The Lancet* 327:307, 1986).
///
///     if let comparison = SensorComparison(of: arm, with: belly) {
///       let svg = DifferencePicture(comparison.pairs.map(\.glucose), unit: .mmolL).svg
///     }
///
/// The lines are the mean difference and the limits between which 95 % of normally distributed
/// differences are: the mean ± 1.96 standard deviations. A point beyond the axes is drawn on their
/// edge and counts in the mean. Points that are too close to distinguish are drawn once, darker the
/// more there are.
public struct DifferencePicture: ChartPicture, SVGPicture {
  let pairs: [GlucosePair]
  let unit: GlucoseUnit
  package var style: ChartStyle

  /// Creates a picture of `pairs`, in any order, of at least 320 by 240 points. A difference is the
  /// measurement minus the reference. The default title is "Difference against mean".
  public init(
    _ pairs: [GlucosePair], unit: GlucoseUnit, size: PlotSize = PlotSize(width: 640, height: 400),
    palette: ChartPalette = .arises, strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    self.pairs = pairs
    self.unit = unit
    style = ChartStyle(
      size, atLeast: PlotSize(width: 320, height: 240), palette, strings,
      title ?? strings[.differences])
  }

  package var root: Markup { DifferenceDrawing(self).root }
}

struct DifferenceDrawing: PictureDrawing {
  private let picture: DifferencePicture
  private let left, right, top, bottom: Double
  private let extent: (mean: Double, meanStep: Double, difference: Double, differenceStep: Double)
  /// The lines with their labels from the upper to the lower, in the unit; empty without pairs.
  private let lines: [(value: Double, label: String)]
  private let points: [(mean: Double, difference: Double)]

  var style: ChartStyle { picture.style }

  init(_ picture: DifferencePicture) {
    self.picture = picture
    let (unit, strings) = (picture.unit, picture.strings)
    let points = picture.pairs.map { pair in
      let (a, b) = (pair.measured.mgdL, pair.reference.mgdL)
      return (mean: (a + b) / 2 / unit.mgdLPerUnit, difference: (a - b) / unit.mgdLPerUnit)
    }
    self.points = points
    lines = Self.lines(of: points.map(\.difference), unit, strings)
    let font = PictureFrame.font(for: picture.size)
    let labels = lines.map { $0.label.width(size: font * 0.95) }.max() ?? 0
    left = (font * 3.4).rounded()
    // The labels of the lines are in the plot if there is no room beside it.
    right = (picture.size.width - font * 1.2 - (picture.size.width < 560 ? 0 : labels)).rounded()
    top = (font * 3.7).rounded()
    bottom = (picture.size.height - font * 3.4).rounded()
    let sizes = points.map { abs($0.difference) }.sorted()
    // A few outliers do not determine the axis.
    let usual = sizes.isEmpty ? 0 : sizes[(sizes.count - 1) * 99 / 100]
    let reach = max(usual, lines.map { abs($0.value) }.max() ?? 0) * 1.15
    let differenceStep = Self.step(max(reach, unit == .mgdL ? 18 : 1) / 3)
    let means = points.map(\.mean).max() ?? 0
    let meanStep: Double = unit == .mgdL ? 100 : 5
    extent = (
      max(2, (means / meanStep).rounded(.up)) * meanStep, meanStep,
      (max(reach, unit == .mgdL ? 18 : 1) / differenceStep).rounded(.up) * differenceStep,
      differenceStep
    )
  }

  private static func lines(
    of differences: [Double], _ unit: GlucoseUnit, _ strings: ChartStrings
  ) -> [(value: Double, label: String)] {
    guard !differences.isEmpty else { return [] }
    let count = Double(differences.count)
    let mean = differences.reduce(0, +) / count
    let squares = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let half = count > 1 ? 1.96 * (squares / (count - 1)).squareRoot() : nil
    let values = half.map { [mean + $0, mean, mean - $0] } ?? [mean]
    return values.enumerated().map { index, value in
      (
        value,
        (values.count == 1 || index == 1
          ? strings[.mean] : strings[.limits].replacing("{percent}", with: strings.percent("95")))
          + " " + strings.signed(value, places: unit == .mmolL ? 1 : 0)
      )
    }
  }

  private static func step(_ least: Double) -> Double {
    var step = 0.1
    while step < 1e4 {
      for factor in [1.0, 2, 5] where step * factor >= least { return step * factor }
      step *= 10
    }
    return step
  }

  var root: Markup {
    root(
      summary,
      [
        ("axes", axes), ("points", dots), ("lines", lineElements),
        ("header", [heading, label(axisTitle(strings[.difference]), x: font * 0.9, y: font * 3)]),
      ])
  }

  private func place(_ mean: Double, _ difference: Double) -> PicturePoint {
    let height = (min(max(difference / extent.difference, -1), 1) + 1) / 2
    return PicturePoint(
      x: left + min(mean / extent.mean, 1) * (right - left), y: bottom - height * (bottom - top))
  }

  private var axes: [Markup] {
    var guides = SVGPath()
    var labels: [Markup] = []
    for value in stride(from: 0, through: extent.mean, by: extent.meanStep) {
      let foot = place(value, -extent.difference)
      guides.append(line: [foot, place(value, extent.difference)])
      labels.append(
        label(strings.amount(value), x: foot.x, y: foot.y + font * 1.35, anchor: "middle"))
    }
    let count = Int((extent.difference / extent.differenceStep).rounded())
    for number in -count...count {
      let value = Double(number) * extent.differenceStep
      let start = place(0, value)
      guides.append(line: [start, place(extent.mean, value)])
      labels.append(
        label(
          strings.signed(value, places: nil), x: left - font * 0.6, y: start.y + small * 0.35,
          anchor: "end"))
    }
    labels.append(
      label(
        axisTitle(strings[.meanOfBoth]), x: (left + right) / 2, y: bottom + font * 2.75,
        anchor: "middle"))
    return [
      .stroke(guides, palette.guide, dashes: "1 3"),
      .stroke(SVGPath(line: [place(0, 0), place(extent.mean, 0)]), palette.edge),
    ] + labels
  }

  private func axisTitle(_ word: String) -> String {
    "\(word), \(strings.name(of: picture.unit))".fitted(to: right - left, size: small)
  }

  private var dots: [Markup] {
    let places = points.lazy.map { (place($0.mean, $0.difference), ErrorGridZone.a) }
    return Markup.dots(places, font: font, palette, hasZones: false)
  }

  private var lineElements: [Markup] {
    let isBeside = size.width >= 560
    let wanted = lines.map { place(0, $0.value).y }
    let places = wanted.spread(distance: small * 1.2, in: (top + small)...(bottom - small * 0.2))
    return zip(lines, places).enumerated().flatMap { index, found -> [Markup] in
      let ((value, label), y) = found
      let isMean = lines.count == 1 || index == 1
      let text = self.label(
        label, x: isBeside ? right + font * 0.4 : right - font * 0.3,
        y: isBeside ? y + small * 0.35 : y - font * 0.3, anchor: isBeside ? "start" : "end",
        fill: palette.text)
      return [
        .stroke(
          SVGPath(line: [place(0, value), place(extent.mean, value)]),
          isMean ? palette.text : palette.secondaryText, width: 1.5, dashes: isMean ? nil : "5 4"),
        // Points may be under a label that is in the plot.
        isBeside ? text : text.outlined(in: palette.background, width: font * 0.3),
      ]
    }
  }

  private var summary: String {
    let labels = lines.map(\.label)
    return (["\(strings[.pairs]): \(points.count)"] + labels).joined(separator: "; ") + ", "
      + strings.name(of: picture.unit) + "."
  }
}

extension ChartStrings {
  /// Returns a number with its sign, to `places` decimals or without trailing zeros; zero has none.
  func signed(_ number: Double, places: Int?) -> String {
    let text = places.map { decimal(abs(number), places: $0) } ?? amount(abs(number))
    guard text.contains(where: { ("1"..."9").contains($0) }) else { return text }
    return (number < 0 ? "−" : "+") + text
  }
}
