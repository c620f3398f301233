internal import DaySummary
internal import GlucoseMath

/// The colors of a picture by role.
///
/// Drawings use roles only, so a different palette is sufficient for a dark picture or a picture
/// for people with color blindness.
public struct ChartPalette: Equatable, Sendable {
  /// The background.
  public var background: ChartColor
  /// Primary text.
  public var text: ChartColor
  /// The labels of the axes and the legend.
  public var secondaryText: ChartColor
  /// The dotted guides.
  public var guide: ChartColor
  /// The frame of the plot and the edges of the target range.
  public var edge: ChartColor
  /// The background of very low glucose.
  public var veryLow: ChartColor
  /// The background of low glucose.
  public var low: ChartColor
  /// The background of glucose in the target range.
  public var target: ChartColor
  /// The background of high glucose.
  public var high: ChartColor
  /// The background of very high glucose.
  public var veryHigh: ChartColor
  /// The glucose line.
  public var glucose: ChartColor
  /// The predicted path.
  public var forecast: ChartColor
  /// The prediction interval.
  public var forecastRange: ChartColor
  /// Meals.
  public var meal: ChartColor
  /// Insulin.
  public var insulin: ChartColor
  /// Exercise.
  public var exercise: ChartColor
  /// Illness, stress, and other conditions.
  public var condition: ChartColor
  /// Means far below the target range, in pictures without other marks of the level.
  public var lowAccent: ChartColor
  /// Means far above the target range, in pictures without other marks of the level.
  public var highAccent: ChartColor
  /// Time in the target range, in bars without other marks of the band.
  public var targetAccent: ChartColor
  /// Time very low, in bars without other marks of the band.
  public var veryLowAccent: ChartColor
  /// Time very high, in bars without other marks of the band.
  public var veryHighAccent: ChartColor
  /// The two lines at the edges of the target range in a profile.
  public var targetLine: ChartColor
  /// The outlines of meals, insulin, and exercise. Either the outline or the color of a mark has a
  /// contrast of 3 to 1 or more to each band.
  public var markOutline: ChartColor

  /// The names of the colors in CSS variables, after `--glucose-`.
  static let names:
    [(name: String, color: any WritableKeyPath<ChartPalette, ChartColor> & Sendable)] = [
      ("background", \.background), ("text", \.text), ("secondary-text", \.secondaryText),
      ("guide", \.guide), ("edge", \.edge), ("very-low", \.veryLow), ("low", \.low),
      ("target", \.target), ("high", \.high), ("very-high", \.veryHigh), ("line", \.glucose),
      ("forecast", \.forecast), ("forecast-range", \.forecastRange), ("meal", \.meal),
      ("insulin", \.insulin), ("exercise", \.exercise), ("condition", \.condition),
      ("low-accent", \.lowAccent), ("high-accent", \.highAccent),
      ("target-accent", \.targetAccent), ("very-low-accent", \.veryLowAccent),
      ("very-high-accent", \.veryHighAccent), ("target-line", \.targetLine),
      ("mark-outline", \.markOutline),
    ]

  /// The colors as declarations of the CSS variables of
  /// ``ChartPicture/svg(focusableMarks:colorVariables:)``, such as
  /// `--glucose-background: #ffffff; --glucose-text: #212938;`.
  ///
  ///     let style = """
  ///       @media (prefers-color-scheme: dark) { :root { \(ChartPalette.dark.cssVariables) } }
  ///       """
  ///
  /// The name of a variable is `--glucose-` and the name of the property in lowercase with hyphens,
  /// as in `--glucose-secondary-text`; the variable of ``glucose`` is `--glucose-line`.
  public var cssVariables: String {
    Self.names.map { "--glucose-\($0.name): \(self[keyPath: $0.color].hexadecimal);" }
      .joined(separator: " ")
  }

  package var withVariables: ChartPalette {
    Self.names.indices.reduce(into: self) { palette, index in
      palette[keyPath: Self.names[index].color].variable = UInt8(index)
    }
  }
}

extension ChartPalette {
  func color(of band: RangeBand) -> ChartColor {
    switch band {
    case .veryLow: veryLow
    case .low: low
    case .target: target
    case .high: high
    case .veryHigh: veryHigh
    }
  }

  /// Returns the color of a band where color is the only distinction between bands.
  func fullColor(of band: RangeBand) -> ChartColor {
    switch band {
    case .veryLow: veryLowAccent
    case .low: lowAccent
    case .target: targetAccent
    case .high: highAccent
    case .veryHigh: veryHighAccent
    }
  }

  func color(of role: EventMark.Role) -> ChartColor {
    switch role {
    case .meal: meal
    case .insulin: insulin
    case .exercise: exercise
    }
  }
}
