/// The level, slopes and acceleration of the last hour, scaled to about one and bounded: in
/// products, a single jump of a sensor would dominate the fit and distort a forecast.
struct TrendFeatures {
  private static let greatestLevel = 3.0
  private static let greatestSlope = 3.5

  /// The level: the difference from 130 mg/dL in units of 50, within ±3.
  let level: Double
  /// The changes over the short, middle and long steps of a cadence, in units of 10 mg/dL times the
  /// square root of the number of steps, within ±3.5.
  let short, middle, long: Double
  /// The change over the whole history, in the same units and bounds.
  let longest: Double
  /// The change of the short change, in units of 10 mg/dL, within ±3.5.
  let acceleration: Double

  init(
    _ history: borrowing MutableSpan<Double>, level mgdL: Double, _ cadence: SensorCadence,
    _ lags: Int
  ) {
    let steps = cadence.slopeSteps
    let now = history[0]
    func bounded(_ value: Double, _ bound: Double = Self.greatestSlope) -> Double {
      min(max(value, -bound), bound)
    }
    func slope(from before: Double, _ lag: Int) -> Double {
      bounded((now - before) / (10 * Double(lag).squareRoot()))
    }
    level = bounded(Self.level(mgdL), Self.greatestLevel)
    short = slope(from: history[steps.short], steps.short)
    middle = slope(from: history[steps.middle], steps.middle)
    long = slope(from: history[steps.long], steps.long)
    longest = slope(from: history[lags], lags)
    acceleration = bounded((now - 2 * history[steps.short] + history[2 * steps.short]) / 10)
  }

  static func level(_ mgdL: Double) -> Double { (mgdL - middle) / levelUnit }

  /// The origin and the unit of levels, and the unit of changes from step to step, in mg/dL.
  static let middle = 130.0
  static let levelUnit = 50.0
  static let changeUnit = 10.0

  static let count = 20
  /// The number of interactions that are powers of the level alone, which are the first.
  static let levelPowerCount = 2

  /// Writes the interactions, through which the response to a slope depends on level and slope.
  func write(to row: inout MutableSpan<Double>, at start: Int) {
    let above = max(level, 0)
    row[start] = level * level
    row[start + 1] = level * level * level
    row[start + 2] = level * short
    row[start + 3] = level * middle
    row[start + 4] = level * long
    row[start + 5] = level * acceleration
    row[start + 6] = short * short
    row[start + 7] = middle * middle
    row[start + 8] = long * long
    row[start + 9] = short * abs(short)
    row[start + 10] = middle * abs(middle)
    row[start + 11] = long * abs(long)
    row[start + 12] = short * middle
    row[start + 13] = middle * long
    row[start + 14] = level * level * middle
    row[start + 15] = level * level * short
    row[start + 16] = level * middle * middle
    row[start + 17] = above * middle
    row[start + 18] = above * short
    row[start + 19] = abs(middle)
  }
}
