// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import GlucoseMath

/// The colors of a picture by role.
///
/// Drawings use roles only, so a different palette is sufficient for a dark picture or a picture
/// for people with color blindness.
public struct ChartPalette: Hashable, Codable, Sendable {
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

  private enum CodingKeys: String, CodingKey {
    case background, text
    case secondaryText = "quietText"
    case guide, edge, veryLow, low, target, high, veryHigh, glucose, forecast, forecastRange
    case meal, insulin, exercise, condition
    case lowAccent = "farBelow"
    case highAccent = "farAbove"
    case targetAccent = "inTarget"
    case veryLowAccent, veryHighAccent, targetLine, markOutline
  }
}

extension ChartPalette {
  /// Creates a palette by decoding its colors. In a palette that was stored without them, the colors
  /// of very low and very high time are darker than the accents, target lines have the color of
  /// edges, and outlines that of text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func color(_ key: CodingKeys) throws -> ChartColor {
      try container.decode(ChartColor.self, forKey: key)
    }
    func color(_ key: CodingKeys, or other: ChartColor) throws -> ChartColor {
      try container.decodeIfPresent(ChartColor.self, forKey: key) ?? other
    }
    let (text, edge) = (try color(.text), try color(.edge))
    let (lowAccent, highAccent) = (try color(.lowAccent), try color(.highAccent))
    self.init(
      background: try color(.background), text: text, secondaryText: try color(.secondaryText),
      guide: try color(.guide), edge: edge, veryLow: try color(.veryLow), low: try color(.low),
      target: try color(.target), high: try color(.high), veryHigh: try color(.veryHigh),
      glucose: try color(.glucose), forecast: try color(.forecast),
      forecastRange: try color(.forecastRange), meal: try color(.meal),
      insulin: try color(.insulin), exercise: try color(.exercise),
      condition: try color(.condition), lowAccent: lowAccent, highAccent: highAccent,
      targetAccent: try color(.targetAccent),
      veryLowAccent: try color(
        .veryLowAccent, or: text.blended(over: lowAccent, opacity: 0.35)),
      veryHighAccent: try color(
        .veryHighAccent, or: text.blended(over: highAccent, opacity: 0.35)),
      targetLine: try color(.targetLine, or: edge),
      markOutline: try color(.markOutline, or: text))
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
