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
      forecastRange: ChartColor(0.46, 0.34, 0.88),
      meal: ChartColor(0.976, 0.624, 0.22), insulin: ChartColor(0.341, 0.624, 0.169),
      exercise: ChartColor(0, 0.638, 1), condition: ChartColor(0.573, 0.404, 0.714),
      lowAccent: lavender, highAccent: peach, targetAccent: ChartColor(0.345, 0.678, 0.816),
      veryLowAccent: ChartColor(0.435, 0.381, 0.727),
      veryHighAccent: ChartColor(0.69, 0.43, 0.08),
      targetLine: ChartColor(0.12, 0.45, 0.6), markOutline: ChartColor(0.13, 0.16, 0.22))
  }()

  /// Colors that are distinguishable with any of the common kinds of color blindness (Okabe and
  /// Ito, *Color Universal Design*, 2008).
  public static let colorBlindSafe: ChartPalette = {
    var palette = arises
    palette.glucose = ChartColor(0, 0.447, 0.698)
    palette.forecast = ChartColor(0.835, 0.369, 0)
    palette.forecastRange = ChartColor(0.7, 0.35, 0.55)
    palette.meal = ChartColor(0.902, 0.624, 0)
    palette.insulin = ChartColor(0, 0.62, 0.451)
    palette.exercise = ChartColor(0.337, 0.706, 0.914)
    palette.condition = ChartColor(0.8, 0.475, 0.655)
    palette.lowAccent = ChartColor(0, 0.447, 0.698)
    palette.highAccent = ChartColor(0.902, 0.624, 0)
    palette.targetAccent = ChartColor(0.337, 0.706, 0.914)
    palette.veryLowAccent = ChartColor(0, 0.25, 0.42)
    palette.veryHighAccent = ChartColor(0.63, 0.4, 0.05)
    return palette
  }()

  /// The colors of the ambulatory glucose profile report: green in range, yellow and orange above
  /// it, red and dark red below it (Battelino et al., *Diabetes Care* 42, 2019; AGP report version
  /// 5). A printed ``ReportPage`` uses them by default.
  public static let agp: ChartPalette = {
    let white = ChartColor.gray(1)
    let (red, yellow, orange) = (
      ChartColor(0.8, 0.13, 0.13), ChartColor(1, 0.83, 0.2), ChartColor(0.88, 0.46, 0.08)
    )
    var palette = arises
    palette.veryLow = red.blended(over: white, opacity: 0.2)
    palette.low = red.blended(over: white, opacity: 0.1)
    palette.high = yellow.blended(over: white, opacity: 0.2)
    palette.veryHigh = orange.blended(over: white, opacity: 0.22)
    palette.glucose = ChartColor(0.1, 0.22, 0.45)
    palette.forecast = ChartColor(0.45, 0.2, 0.55)
    palette.forecastRange = ChartColor(0.5, 0.4, 0.68)
    palette.condition = ChartColor(0.45, 0.45, 0.5)
    palette.veryLowAccent = ChartColor(0.5, 0.05, 0.08)
    palette.lowAccent = red
    palette.targetAccent = ChartColor(0.28, 0.62, 0.27)
    palette.highAccent = yellow
    palette.veryHighAccent = orange
    palette.targetLine = ChartColor(0.1, 0.5, 0.2)
    return palette
  }()

  /// The hues of the ARISES palette on a dark background.
  public static let dark: ChartPalette = {
    let night = ChartColor(0.07, 0.08, 0.11)
    let peach = ChartColor(1, 0.578, 0)
    let lavender = ChartColor(0.6, 0.5, 1)
    return ChartPalette(
      background: night, text: ChartColor.gray(0.95),
      secondaryText: ChartColor(0.68, 0.71, 0.77),
      guide: ChartColor.gray(0.3), edge: ChartColor(0.36, 0.38, 0.43),
      veryLow: lavender.blended(over: night, opacity: 0.34),
      low: lavender.blended(over: night, opacity: 0.2),
      target: ChartColor(0.1, 0.115, 0.15), high: peach.blended(over: night, opacity: 0.12),
      veryHigh: peach.blended(over: night, opacity: 0.24),
      glucose: ChartColor(0.45, 0.67, 1), forecast: ChartColor(1, 0.48, 0.48),
      forecastRange: lavender,
      meal: ChartColor(0.976, 0.624, 0.22), insulin: ChartColor(0.45, 0.76, 0.26),
      exercise: ChartColor(0.16, 0.7, 1), condition: ChartColor(0.7, 0.56, 0.84),
      lowAccent: lavender, highAccent: peach, targetAccent: ChartColor(0.22, 0.5, 0.63),
      veryLowAccent: ChartColor(0.78, 0.72, 1), veryHighAccent: ChartColor(1, 0.76, 0.42),
      targetLine: ChartColor(0.35, 0.7, 0.85), markOutline: ChartColor(0.03, 0.035, 0.05))
  }()
}
