// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import GlucoseMath

/// The colours of a picture, by what they stand for.
///
/// The drawing knows roles and never colours, so a palette is all that it takes to make a dark picture
/// or one for other eyes.
public struct Palette: Hashable, Codable, Sendable {
  /// Behind everything.
  public var background: Colour
  /// Words and numbers that are to be read first.
  public var text: Colour
  /// Labels of the axes and the legend.
  public var quietText: Colour
  /// Dotted guides.
  public var guide: Colour
  /// The frame of the plot and the edges of the target.
  public var edge: Colour
  /// Behind very low glucose.
  public var veryLow: Colour
  /// Behind low glucose.
  public var low: Colour
  /// Behind glucose in the target.
  public var target: Colour
  /// Behind high glucose.
  public var high: Colour
  /// Behind very high glucose.
  public var veryHigh: Colour
  /// The glucose line.
  public var glucose: Colour
  /// The expected path.
  public var forecast: Colour
  /// The range around the expected path.
  public var forecastRange: Colour
  /// Meals.
  public var meal: Colour
  /// Insulin.
  public var insulin: Colour
  /// Exercise.
  public var exercise: Colour
  /// Illness, stress and other conditions.
  public var condition: Colour
  /// Means far below the target, in pictures where colour alone says how much.
  public var farBelow: Colour
  /// Means far above the target, in pictures where colour alone says how much.
  public var farAbove: Colour
  /// Time in the target, in bars where colour alone says which range it is.
  public var inTarget: Colour
}

extension Palette {
  /// The colours of the ARISES display, which sets orange against blue and never red against green:
  /// white behind the target, peach above it, lavender below.
  public static let arises: Palette = {
    let white = Colour.grey(1)
    let peach = Colour(1, 0.578, 0)
    let lavender = Colour(0.6, 0.5, 1)
    return Palette(
      background: white, text: Colour(0.13, 0.16, 0.22), quietText: Colour(0.34, 0.37, 0.43),
      guide: Colour.grey(0.8), edge: Colour(0.68, 0.7, 0.74),
      veryLow: lavender.over(white, 0.3), low: lavender.over(white, 0.15), target: white,
      high: peach.over(white, 0.11), veryHigh: peach.over(white, 0.22),
      glucose: Colour(0.05, 0.25, 0.8), forecast: Colour(0.85, 0.1, 0.15), forecastRange: lavender,
      meal: Colour(0.976, 0.624, 0.22), insulin: Colour(0.341, 0.624, 0.169),
      exercise: Colour(0, 0.638, 1), condition: Colour(0.573, 0.404, 0.714),
      farBelow: lavender, farAbove: peach, inTarget: Colour(0.345, 0.678, 0.816))
  }()

  /// Colours that stay apart for people with any of the common kinds of colour blindness, after Okabe
  /// and Ito, *Color Universal Design*, 2008.
  public static let colourBlindSafe: Palette = {
    var palette = arises
    palette.glucose = Colour(0, 0.447, 0.698)
    palette.forecast = Colour(0.835, 0.369, 0)
    palette.forecastRange = Colour(0.8, 0.475, 0.655)
    palette.meal = Colour(0.902, 0.624, 0)
    palette.insulin = Colour(0, 0.62, 0.451)
    palette.exercise = Colour(0.337, 0.706, 0.914)
    palette.condition = Colour(0.8, 0.475, 0.655)
    palette.farBelow = Colour(0, 0.447, 0.698)
    palette.farAbove = Colour(0.902, 0.624, 0)
    palette.inTarget = Colour(0.337, 0.706, 0.914)
    return palette
  }()

  /// The ARISES roles on a dark background.
  public static let dark: Palette = {
    let night = Colour(0.07, 0.08, 0.11)
    let peach = Colour(1, 0.578, 0)
    let lavender = Colour(0.6, 0.5, 1)
    return Palette(
      background: night, text: Colour.grey(0.95), quietText: Colour(0.68, 0.71, 0.77),
      guide: Colour.grey(0.3), edge: Colour(0.36, 0.38, 0.43),
      veryLow: lavender.over(night, 0.34), low: lavender.over(night, 0.2),
      target: Colour(0.1, 0.115, 0.15), high: peach.over(night, 0.12),
      veryHigh: peach.over(night, 0.24),
      glucose: Colour(0.45, 0.67, 1), forecast: Colour(1, 0.48, 0.48), forecastRange: lavender,
      meal: Colour(0.976, 0.624, 0.22), insulin: Colour(0.45, 0.76, 0.26),
      exercise: Colour(0.16, 0.7, 1), condition: Colour(0.7, 0.56, 0.84),
      farBelow: lavender, farAbove: peach, inTarget: Colour(0.22, 0.5, 0.63))
  }()

  func colour(of band: RangeBand) -> Colour {
    switch band {
    case .veryLow: veryLow
    case .low: low
    case .target: target
    case .high: high
    case .veryHigh: veryHigh
    }
  }

  func colour(of role: EventMark.Role) -> Colour {
    switch role {
    case .meal: meal
    case .insulin: insulin
    case .exercise: exercise
    }
  }
}
