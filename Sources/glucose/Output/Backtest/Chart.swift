// SPDX-License-Identifier: Apache-2.0

/// A small chart as SVG text: axes with ticks, and marks laid over them. The same input gives the same
/// text.
struct Chart {
  /// The colours of lines: told apart by those who do not see all colours (Okabe and Ito, 2008).
  static let colours = [
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#6B6B6B", "#000000",
  ]

  /// An axis: the numbers it spans and where it is labelled.
  struct Axis {
    let range: ClosedRange<Double>
    let ticks: [(at: Double, text: String)]
    let title: String

    /// Ticks at whole multiples of `step`.
    init(_ range: ClosedRange<Double>, every step: Double, title: String) {
      self.range = range
      self.title = title
      let first = Int((range.lowerBound / step).rounded(.up))
      let last = Int((range.upperBound / step).rounded(.down))
      ticks = (first...max(first, last)).map {
        (Double($0) * step, (Double($0) * step).formatted(places: step < 1 ? 1 : 0))
      }
    }

    init(_ range: ClosedRange<Double>, ticks: [(at: Double, text: String)], title: String) {
      self.range = range
      self.ticks = ticks
      self.title = title
    }
  }

  let width, height: Double
  private let across, up: Axis
  private var marks = ""
  private var legend: [(name: String, colour: String)] = []
  private let margins = (left: 52.0, right: 14.0, top: 12.0, bottom: 44.0)

  init(width: Double = 460, height: Double = 300, across: Axis, up: Axis) {
    self.width = width
    self.height = height
    self.across = across
    self.up = up
  }

  func x(_ value: Double) -> Double {
    let span = across.range.upperBound - across.range.lowerBound
    let share = (value - across.range.lowerBound) / span
    return margins.left + share * (width - margins.left - margins.right)
  }

  func y(_ value: Double) -> Double {
    let share = (value - up.range.lowerBound) / (up.range.upperBound - up.range.lowerBound)
    return height - margins.bottom - share * (height - margins.top - margins.bottom)
  }

  /// A line through points, which a legend names.
  mutating func line(
    _ points: [(Double, Double)], colour: String, name: String? = nil, width: Double = 2,
    dashes: String? = nil
  ) {
    let path = points.map { pair($0.0, $0.1) }.joined(separator: " ")
    let style = dashes.map { " stroke-dasharray=\"\($0)\"" } ?? ""
    let breadth = Self.number(width)
    marks += """
      <polyline points="\(path)" fill="none" stroke="\(colour)" stroke-width="\(breadth)"\(style)/>

      """
    if let name { legend.append((name, colour)) }
  }

  /// A dot.
  mutating func dot(_ point: (Double, Double), colour: String, radius: Double = 3) {
    let (across, up) = (Self.number(x(point.0)), Self.number(y(point.1)))
    marks += """
      <circle cx="\(across)" cy="\(up)" r="\(Self.number(radius))" fill="\(colour)"/>

      """
  }

  /// An area between a lower and an upper line.
  mutating func area(_ points: [(Double, Double, Double)], colour: String) {
    let lower = points.map { pair($0.0, $0.1) }
    let upper = points.reversed().map { pair($0.0, $0.2) }
    let outline = (lower + upper).joined(separator: " ")
    marks += """
      <polygon points="\(outline)" fill="\(colour)" fill-opacity="0.14"/>

      """
  }

  /// A box with a number in it.
  mutating func cell(
    _ across: ClosedRange<Double>, _ up: ClosedRange<Double>, colour: String, text: String,
    isDark: Bool
  ) {
    let (left, right) = (x(across.lowerBound), x(across.upperBound))
    let (top, bottom) = (y(up.upperBound), y(up.lowerBound))
    let (wide, tall) = (Self.number(right - left), Self.number(bottom - top))
    let (middle, base) = (Self.number((left + right) / 2), Self.number((top + bottom) / 2 + 4))
    let ink = isDark ? "white" : "#222"
    marks += """
      <rect x="\(Self.number(left))" y="\(Self.number(top))" width="\(wide)" height="\(tall)" \
      fill="\(colour)" stroke="white"/>
      <text x="\(middle)" y="\(base)" text-anchor="middle" fill="\(ink)">\(text)</text>

      """
  }

  /// The chart.
  var svg: String {
    let (wide, tall) = (Self.number(width), Self.number(height))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(wide) \(tall)" width="\(wide)" \
      height="\(tall)" font-family="system-ui, sans-serif" font-size="11" fill="#444" role="img">
      \(axes)\(marks)\(key)</svg>
      """
  }

  /// Ticks and titles.
  private var axes: String {
    let (left, right) = (margins.left, width - margins.right)
    let (top, bottom) = (margins.top, height - margins.bottom)
    var text = ""
    for tick in up.ticks {
      let place = Self.number(y(tick.at))
      let base = Self.number(y(tick.at) + 4)
      text += """
        <line x1="\(Self.number(left))" x2="\(Self.number(right))" y1="\(place)" y2="\(place)" \
        stroke="#E4E4E4"/>
        <text x="\(Self.number(left - 6))" y="\(base)" text-anchor="end">\(tick.text)</text>

        """
    }
    for tick in across.ticks {
      let place = Self.number(x(tick.at))
      text += """
        <text x="\(place)" y="\(Self.number(bottom + 15))" text-anchor="middle">\(tick.text)</text>

        """
    }
    let (middle, base) = (Self.number((left + right) / 2), Self.number(height - 10))
    let centre = Self.number((top + bottom) / 2)
    text += """
      <text x="\(middle)" y="\(base)" text-anchor="middle">\(across.title)</text>
      <text transform="translate(13 \(centre)) rotate(-90)" text-anchor="middle">\(up.title)</text>

      """
    return text
  }

  /// The names of the lines.
  private var key: String {
    var text = ""
    for (row, entry) in legend.enumerated() {
      let place = Self.number(margins.top + 10 + 15 * Double(row))
      let base = Self.number(margins.top + 14 + 15 * Double(row))
      let (start, end) = (Self.number(margins.left + 8), Self.number(margins.left + 26))
      text += """
        <line x1="\(start)" x2="\(end)" y1="\(place)" y2="\(place)" stroke="\(entry.colour)" \
        stroke-width="3"/>
        <text x="\(Self.number(margins.left + 32))" y="\(base)" stroke="white" stroke-width="3" \
        paint-order="stroke">\(entry.name.escapedForHTML)</text>

        """
    }
    return text
  }

  private static func number(_ value: Double) -> String { value.formatted(places: 1) }

  private func pair(_ across: Double, _ up: Double) -> String {
    Self.number(x(across)) + "," + Self.number(y(up))
  }
}

extension String {
  /// The text as it may stand in HTML, in and between tags.
  var escapedForHTML: String {
    var safe = ""
    for character in self {
      switch character {
      case "&": safe += "&amp;"
      case "<": safe += "&lt;"
      case ">": safe += "&gt;"
      case "\"": safe += "&quot;"
      default: safe.append(character)
      }
    }
    return safe
  }
}
