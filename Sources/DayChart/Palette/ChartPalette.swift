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

  private enum CodingKeys: String, CodingKey {
    case background, text
    case secondaryText = "quietText"
    case guide, edge, veryLow, low, target, high, veryHigh, glucose, forecast, forecastRange
    case meal, insulin, exercise, condition
    case lowAccent = "farBelow"
    case highAccent = "farAbove"
    case targetAccent = "inTarget"
  }
}

extension ChartPalette {
  /// The colors of the ARISES display, which contrasts orange with blue and never red with green:
  /// white in the target range, peach above it, lavender below it.
  public static let arises: ChartPalette = {
    let white = ChartColor.gray(1)
    let peach = ChartColor(1, 0.578, 0)
    let lavender = ChartColor(0.6, 0.5, 1)
    return ChartPalette(
      background: white, text: ChartColor(0.13, 0.16, 0.22),
      secondaryText: ChartColor(0.34, 0.37, 0.43),
      guide: ChartColor.gray(0.8), edge: ChartColor(0.68, 0.7, 0.74),
      veryLow: lavender.blended(over: white, opacity: 0.3),
      low: lavender.blended(over: white, opacity: 0.15), target: white,
      high: peach.blended(over: white, opacity: 0.11),
      veryHigh: peach.blended(over: white, opacity: 0.22),
      glucose: ChartColor(0.05, 0.25, 0.8), forecast: ChartColor(0.85, 0.1, 0.15),
      forecastRange: lavender,
      meal: ChartColor(0.976, 0.624, 0.22), insulin: ChartColor(0.341, 0.624, 0.169),
      exercise: ChartColor(0, 0.638, 1), condition: ChartColor(0.573, 0.404, 0.714),
      lowAccent: lavender, highAccent: peach, targetAccent: ChartColor(0.345, 0.678, 0.816))
  }()

  /// Colors that are distinguishable with any of the common kinds of color blindness (Okabe and
  /// Ito, *Color Universal Design*, 2008).
  public static let colorBlindSafe: ChartPalette = {
    var palette = arises
    palette.glucose = ChartColor(0, 0.447, 0.698)
    palette.forecast = ChartColor(0.835, 0.369, 0)
    palette.forecastRange = ChartColor(0.8, 0.475, 0.655)
    palette.meal = ChartColor(0.902, 0.624, 0)
    palette.insulin = ChartColor(0, 0.62, 0.451)
    palette.exercise = ChartColor(0.337, 0.706, 0.914)
    palette.condition = ChartColor(0.8, 0.475, 0.655)
    palette.lowAccent = ChartColor(0, 0.447, 0.698)
    palette.highAccent = ChartColor(0.902, 0.624, 0)
    palette.targetAccent = ChartColor(0.337, 0.706, 0.914)
    return palette
  }()

  /// The hues of the ARISES palette on a dark background.
  public static let dark: ChartPalette = {
    let night = ChartColor(0.07, 0.08, 0.11)
    let peach = ChartColor(1, 0.578, 0)
    let lavender = ChartColor(0.6, 0.5, 1)
    return ChartPalette(
      background: night, text: ChartColor.gray(0.95), secondaryText: ChartColor(0.68, 0.71, 0.77),
      guide: ChartColor.gray(0.3), edge: ChartColor(0.36, 0.38, 0.43),
      veryLow: lavender.blended(over: night, opacity: 0.34),
      low: lavender.blended(over: night, opacity: 0.2),
      target: ChartColor(0.1, 0.115, 0.15), high: peach.blended(over: night, opacity: 0.12),
      veryHigh: peach.blended(over: night, opacity: 0.24),
      glucose: ChartColor(0.45, 0.67, 1), forecast: ChartColor(1, 0.48, 0.48),
      forecastRange: lavender,
      meal: ChartColor(0.976, 0.624, 0.22), insulin: ChartColor(0.45, 0.76, 0.26),
      exercise: ChartColor(0.16, 0.7, 1), condition: ChartColor(0.7, 0.56, 0.84),
      lowAccent: lavender, highAccent: peach, targetAccent: ChartColor(0.22, 0.5, 0.63))
  }()

  func color(of band: RangeBand) -> ChartColor {
    switch band {
    case .veryLow: veryLow
    case .low: low
    case .target: target
    case .high: high
    case .veryHigh: veryHigh
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
