internal import DaySummary
internal import GlucoseMath

/// The colors of a picture by role.
///
/// Drawings use roles only, so a different palette is sufficient for a dark picture or a picture
/// for people with color blindness.
public struct ChartPalette: Equatable, Sendable {
  /// The background.
  public var background: ChartColor {
    get { self[.background] }
    set { self[.background] = newValue }
  }
  /// Primary text.
  public var text: ChartColor {
    get { self[.text] }
    set { self[.text] = newValue }
  }
  /// The labels of the axes and the legend.
  public var secondaryText: ChartColor {
    get { self[.secondaryText] }
    set { self[.secondaryText] = newValue }
  }
  /// The dotted guides.
  public var guide: ChartColor {
    get { self[.guide] }
    set { self[.guide] = newValue }
  }
  /// The frame of the plot and the edges of the target range.
  public var edge: ChartColor {
    get { self[.edge] }
    set { self[.edge] = newValue }
  }
  /// The background of very low glucose.
  public var veryLow: ChartColor {
    get { self[.veryLow] }
    set { self[.veryLow] = newValue }
  }
  /// The background of low glucose.
  public var low: ChartColor {
    get { self[.low] }
    set { self[.low] = newValue }
  }
  /// The background of glucose in the target range.
  public var target: ChartColor {
    get { self[.target] }
    set { self[.target] = newValue }
  }
  /// The background of high glucose.
  public var high: ChartColor {
    get { self[.high] }
    set { self[.high] = newValue }
  }
  /// The background of very high glucose.
  public var veryHigh: ChartColor {
    get { self[.veryHigh] }
    set { self[.veryHigh] = newValue }
  }
  /// The glucose line.
  public var glucose: ChartColor {
    get { self[.glucose] }
    set { self[.glucose] = newValue }
  }
  /// The predicted path.
  public var forecast: ChartColor {
    get { self[.forecast] }
    set { self[.forecast] = newValue }
  }
  /// The prediction interval.
  public var forecastRange: ChartColor {
    get { self[.forecastRange] }
    set { self[.forecastRange] = newValue }
  }
  /// Meals.
  public var meal: ChartColor {
    get { self[.meal] }
    set { self[.meal] = newValue }
  }
  /// Insulin.
  public var insulin: ChartColor {
    get { self[.insulin] }
    set { self[.insulin] = newValue }
  }
  /// Exercise.
  public var exercise: ChartColor {
    get { self[.exercise] }
    set { self[.exercise] = newValue }
  }
  /// Illness, stress, and other conditions.
  public var condition: ChartColor {
    get { self[.condition] }
    set { self[.condition] = newValue }
  }
  /// Means far below the target range, in pictures without other marks of the level.
  public var lowAccent: ChartColor {
    get { self[.lowAccent] }
    set { self[.lowAccent] = newValue }
  }
  /// Means far above the target range, in pictures without other marks of the level.
  public var highAccent: ChartColor {
    get { self[.highAccent] }
    set { self[.highAccent] = newValue }
  }
  /// Time in the target range, in bars without other marks of the band.
  public var targetAccent: ChartColor {
    get { self[.targetAccent] }
    set { self[.targetAccent] = newValue }
  }
  /// Time very low, in bars without other marks of the band.
  public var veryLowAccent: ChartColor {
    get { self[.veryLowAccent] }
    set { self[.veryLowAccent] = newValue }
  }
  /// Time very high, in bars without other marks of the band.
  public var veryHighAccent: ChartColor {
    get { self[.veryHighAccent] }
    set { self[.veryHighAccent] = newValue }
  }
  /// The two lines at the edges of the target range in a profile.
  public var targetLine: ChartColor {
    get { self[.targetLine] }
    set { self[.targetLine] = newValue }
  }
  /// The outlines of meals, insulin, and exercise. Either the outline or the color of a mark has a
  /// contrast of 3 to 1 or more to each band.
  public var markOutline: ChartColor {
    get { self[.markOutline] }
    set { self[.markOutline] = newValue }
  }

  /// The colors in the order of roles: one reference, since most values of this module contain a
  /// palette.
  private var colors: [ChartColor]

  /// The roles of colors, whose names are those of the stored form.
  enum Role: Int, CaseIterable, CodingKey {
    case background, text, secondaryText, guide, edge, veryLow, low, target, high, veryHigh
    case glucose, forecast, forecastRange, meal, insulin, exercise, condition
    case lowAccent, highAccent, targetAccent, veryLowAccent, veryHighAccent, targetLine, markOutline
  }

  init(_ colors: KeyValuePairs<Role, ChartColor>) {
    precondition(colors.map(\.key) == Role.allCases, "A palette needs a color for each role")
    self.colors = colors.map(\.value)
  }

  subscript(role: Role) -> ChartColor {
    get { colors[role.rawValue] }
    set { colors[role.rawValue] = newValue }
  }
}

extension ChartPalette: Codable {
  /// Creates a palette by decoding its colors.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Role.self)
    colors = try Role.allCases.map { try container.decode(ChartColor.self, forKey: $0) }
  }

  /// Encodes the color of each role.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Role.self)
    for role in Role.allCases { try container.encode(self[role], forKey: role) }
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
