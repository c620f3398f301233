public import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

extension GlucoseHistory {
  /// Returns the report of `day`.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - bands: The edges of the concentration bands, in the readings' unit.
  ///   - now: The current time, after which no readings are expected and at which ongoing
  ///     conditions end, or `nil` for the end of the day.
  ///   - cutoff: The time after which (`>`) events are plans, which do not count, or `nil` for
  ///     `now`; `.distantFuture` counts plans, too. Of an event that lasts beyond it, the time up
  ///     to it counts. Readings count regardless.
  public func report(
    of day: LocalDay, bands: RangeBands, now: Date? = nil,
    until cutoff: Date? = nil
  ) throws(Failure) -> DayReport {
    try reports(of: CollectionOfOne(day), bands: bands, now: now, until: cutoff)[0]
  }

  /// Returns the reports of `days`, a range or an array, in their order, from one read of the history;
  /// see ``report(of:bands:now:until:)``.
  ///
  ///     let week = try history.reports(of: today.advanced(by: -6)...today, bands: bands)
  ///
  /// The read covers everything between the first day and the last, so days that are far apart are
  /// expensive.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of readings and events, if few events
  ///   last for days.
  public func reports(
    of days: some Collection<LocalDay>, bands: RangeBands, now: Date? = nil,
    until cutoff: Date? = nil
  ) throws(Failure) -> [DayReport] {
    guard let start = days.map(\.start).min(), let end = days.map(\.end).max() else { return [] }
    let series = try series(around: start..<end)
    let events = DayEvents(try events(in: start..<end), until: cutoff ?? now)
    let expected = (start..<end).ending(by: now)
    return days.map { DayReport($0, series, events, bands, now, expected) }
  }
}

extension DayReport {
  /// Creates the report of `day` from a series that has a day more on both sides.
  init(
    _ day: LocalDay, _ series: GlucoseSeries, _ events: DayEvents, _ bands: RangeBands,
    _ now: Date?, _ expected: Range<Date>?
  ) {
    var meals: [Meal] = []
    var doses: [InsulinDose] = []
    var exercise: [ClosedRange<Date>] = []
    var conditions: [DiaryCondition.Kind: [ClosedRange<Date>]] = [:]
    for event in events.on(day, now: now) {
      guard let extent = events.extent(of: event, on: day, now: now) else { continue }
      switch event.content {
      case .meal(let meal): meals.append(meal)
      case .insulin(let dose): doses.append(dose)
      case .exercise: exercise.append(extent)
      case .condition(let condition): conditions[condition.kind, default: []].append(extent)
      case .entry: break
      }
    }
    self.init(
      day: day, bands: bands, statistics: series[day.interval].statistics(bands: bands),
      coverage: series.sensorCoverage(of: [day], expecting: expected)?.activePercentage ?? .zero,
      episodes: series.episodes(on: day, bands),
      nutrition: NutritionTotal(meals),
      insulin: InsulinTotal(doses),
      exercise: ExerciseTotal(count: exercise.count, duration: exercise.unionDuration),
      conditions: conditions.mapValues(\.unionDuration))
  }
}

extension GlucoseHistory {
  /// Returns the results of a laboratory for hemoglobin A1c that were logged in a range, each
  /// beside the glucose management indicator of the readings before it, in chronological order.
  ///
  ///     for result in try history.hemoglobinA1cComparisons(over: year, in: zone) {
  ///       print(result.laboratory.percent, result.glucoseManagementIndicator, result.difference)
  ///     }
  ///
  /// Results without readings before them, and amounts that are not plausible, are left out.
  ///
  /// The readings of the length `window` before a result, by default 84 days, are compared with it;
  /// the midnights of `zone` divide days.
  ///
  /// - Precondition: `window` is positive.
  /// - Complexity: O(*n* · *r*), where *n* is the number of readings in a window and *r* that of
  ///   results.
  public func hemoglobinA1cComparisons(
    over range: Range<Date>, in zone: TimeZone, window: Duration = .seconds(84 * 86_400)
  ) throws(Failure) -> [HemoglobinA1cComparison] {
    let results = try events(in: range).compactMap { event -> (Date, HemoglobinA1c)? in
      guard case .entry(let entry) = event.content, let result = entry.hemoglobinA1c else {
        return nil
      }
      return (event.time, result)
    }
    guard let first = results.first?.0, let last = results.last?.0 else { return [] }
    let series = try series(in: first.addingTimeInterval(-window.inSeconds)..<last)
    return results.compactMap { time, result in
      HemoglobinA1cComparison(result, at: time, series, in: zone, window: window)
    }
  }
}
