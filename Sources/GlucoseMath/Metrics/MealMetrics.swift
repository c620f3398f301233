public import GlucoseFoundation

/// The response of glucose to a meal.
///
///     let grid = series.dayGrid(in: zone)
///     grid?.mealMetrics(at: breakfast)?.rise
///
/// The values are the cells of a ``DayGrid``, or readings without interpolation. A value that the
/// record does not have is `nil`: a missing hour before the meal leaves the baseline undefined, and
/// only the metrics that are measured from it.
public struct MealMetrics: Equatable, Sendable {
  /// The time of the meal, moved to the nearest value if requested.
  public let time: Date
  /// The mean of the hour before the meal: of the values at or after one hour before (`≥`) and
  /// before the meal (`<`), or `nil` if there are none.
  public let baseline: Glucose?
  /// The highest concentration after the meal (`>`) and at most three hours (`≤`) after it, the
  /// first of equal values.
  public let peak: Glucose
  /// The peak minus the baseline, ΔG, or `nil` without a baseline; negative for a fall.
  public let rise: Glucose?
  let minutesToPeak: Double
  /// The concentration one hour after the peak, or `nil` if there is no value at that instant.
  public let hourAfterPeak: Glucose?
  /// The part of the rise that is gone one hour after the peak, or `nil` if that value or the
  /// baseline is missing or there was no rise. Above 100 % where glucose fell below the baseline.
  public let recovery: Percentage?
  /// The incremental area under the curve (iAUC) in the three hours after the meal, in mg/dL × min,
  /// or `nil` without a baseline or where those hours are not covered; see
  /// ``GlucoseSeries/incrementalArea(above:from:over:maximumGap:)``.
  public let incrementalArea3Hours: Double?

  /// The time from the meal to the peak, ΔT.
  public var timeToPeak: Duration { Duration(limitedSeconds: 60 * minutesToPeak) }
}

extension DayGrid {
  /// Returns the response to a meal from the cells of the grid, or `nil` if the meal has no cell or
  /// none of the three hours after it has a value.
  ///
  /// Cells inside a gap longer than the grid's maximum are missing. A missing cell in the three
  /// hours after the meal leaves the incremental area undefined.
  ///
  /// - Parameters:
  ///   - meal: The time of the meal.
  ///   - adjustingTime: A Boolean value that indicates whether the meal is moved to the
  ///     nearest cell that has a value, at most one interval (`≤`) away; of two, to the earlier.
  ///     Otherwise the meal's cell is the one with a value at exactly its instant.
  public func mealMetrics(at meal: Date, adjustingTime: Bool = true) -> MealMetrics? {
    guard let start = cell(ofMeal: meal, adjustingTime: adjustingTime) else { return nil }
    // Cells are whole intervals apart, however far the sensor's clock drifts.
    return MealValues(around: start, in: cells.indices, { cells[$0] }, at: scheduledSeconds)
      .metrics(at: seconds(ofCell: start), maximumGap: seconds)
  }

  /// Returns the cell with a value that is nearest to a meal, or at its instant.
  private func cell(ofMeal meal: Date, adjustingTime: Bool) -> Int? {
    let time = meal.timeIntervalSinceReferenceDate
    let row = Swift.max(0, origins.partitioningIndex { $0 > time } - 1)
    let position = ((time - origins[row]) / seconds).rounded()
    guard position >= -1, position <= Double(columnCount + columnCount / 12) else { return nil }
    let guess = starts[row] + Int(position)
    func distance(_ index: Int) -> Double { Swift.abs(self.seconds(ofCell: index) - time) }
    let reach = adjustingTime ? seconds : 0
    // A change of clocks moves a cell by up to an hour.
    let slack = irregular.isEmpty ? 2 : cellsPerHour + 2
    return (guess - slack...guess + slack)
      .filter { cells.indices.contains($0) && !cells[$0].isNaN && distance($0) <= reach }
      .min { distance($0) < distance($1) }
  }
}

extension GlucoseSeries {
  /// Returns the response to a meal from the readings without interpolation, or `nil` if no reading
  /// belongs to the meal or there is none in the three hours after it.
  ///
  /// The value one hour after the peak is the reading at exactly that instant.
  ///
  /// - Parameters:
  ///   - meal: The time of the meal.
  ///   - adjustingTime: A Boolean value that indicates whether the meal is moved to the nearest
  ///     reading, at most (`≤`) the median gap in whole minutes away; of two, to the earlier.
  ///     Otherwise there must be a reading at exactly its instant.
  ///   - maximumGap: The gap above which (`>`) the incremental area is undefined.
  public func mealMetrics(
    at meal: Date, adjustingTime: Bool = true, maximumGap: Duration = .seconds(1800)
  ) -> MealMetrics? {
    let reach = adjustingTime ? Double(medianGapInMinutes ?? 0) * 60 : 0
    let times = columns.times
    let wanted = meal.timeIntervalSinceReferenceDate
    let next = rows.lowerBound + index(atOrAfter: meal)
    func distance(_ row: Int) -> Double { Swift.abs(times[row] - wanted) }
    let found = [next - 1, next].filter { rows.contains($0) && distance($0) <= reach }
      .min { distance($0) < distance($1) }
    guard let start = found else { return nil }
    return MealValues(around: start, in: rows, { columns.values[$0] }, at: { times[$0] })
      .metrics(at: times[start], maximumGap: maximumGap.inSeconds)
  }
}

private struct MealValues {
  /// The length of the baseline before the meal, in seconds.
  static let before = 3600.0
  /// The time after the meal in which the peak is searched, in seconds.
  static let after = 3 * 3600.0
  /// The time after the meal in which the recovery is searched, in seconds.
  static let reach = 4 * 3600.0

  private var baseline = Moments()
  private var later: [(seconds: Double, value: Double)] = []
  private var peak: Int?

  /// Creates the values around that of a meal, of which `value` returns each, NaN if missing, and `instant` its
  /// time, NaN if clocks skip it.
  init(
    around meal: Int, in positions: Range<Int>, _ value: (Int) -> Double,
    at instant: (Int) -> Double
  ) {
    let time = instant(meal)
    for position in (positions.lowerBound..<meal).reversed() {
      if instant(position) < time - Self.before { break }
      let value = value(position)
      if !value.isNaN { baseline.add(value) }
    }
    for position in (meal + 1)..<positions.upperBound {
      let (value, seconds) = (value(position), instant(position) - time)
      if !value.isNaN, seconds > 0 {
        later.append((seconds, value))
        if seconds <= Self.after, peak.map({ value > later[$0].value }) ?? true {
          peak = later.count - 1
        }
      }
      // One value beyond the four hours extends the trace to the end.
      if seconds > Self.reach { break }
    }
  }

  func metrics(at meal: Double, maximumGap: Double) -> MealMetrics? {
    guard let peak else { return nil }
    let (peakSeconds, highest) = later[peak]
    // Instants on a whole second are equal or at least a second apart.
    let hourAfter = later.first { Swift.abs($0.seconds - peakSeconds - 3600) < 0.5 }?.value
    let rise = baseline.mean.map { highest - $0 }
    var recovery: Percentage?
    if let rise, let hourAfter, rise > 0 { recovery = Percentage(highest - hourAfter, of: rise) }
    return MealMetrics(
      time: Date(timeIntervalSinceReferenceDate: meal),
      baseline: baseline.mean.map { .mgdL($0) }, peak: .mgdL(highest),
      rise: rise.map { .mgdL($0) }, minutesToPeak: peakSeconds / 60,
      hourAfterPeak: hourAfter.map { .mgdL($0) }, recovery: recovery,
      incrementalArea3Hours: baseline.mean.flatMap { area(above: $0, maximumGap: maximumGap) })
  }

  private func area(above baseline: Double, maximumGap: Double) -> Double? {
    var area = IncrementalArea(seconds: Self.after)
    for (seconds, value) in later {
      guard seconds - area.lastSeconds <= maximumGap else { return nil }
      area.extend(to: value - baseline, at: seconds)
      if let value = area.value { return value }
    }
    return nil
  }
}
