internal import GlucoseMath

extension SeasonalFeatures {
  /// The repeatability of a person's days: the fraction of the variance of hourly changes that
  /// recurs at the same hour, an intraclass correlation (Fisher, *Statistical Methods for Research
  /// Workers*, 1925, § 38). With few days it is close to a usual value; it is computed at each
  /// whole hour from the eight days before.
  struct DayRepeatability {
    private static let days = 8
    private static let hours = 24 * days
    static let reach = Double(hours + 1) * 3600
    /// The usual repeatability, and its pseudo-count in pairs of days' hours.
    private static let usual = (value: 0.08, pairs: 300.0)
    private static let fewestChanges = 25.0
    /// The bound of changes in mg/dL, which keeps a single jump of a sensor from dominating a week.
    private static let greatestChange = 80.0
    private static let greatest = 0.9

    private var hour = -Double.infinity
    private var hoursInView = 0
    private var value = 0.0
    /// The concentrations at the hours of eight days, the latest first; NaN where unknown.
    private var levels: [Double] = []
    private var latest = 0

    /// Returns the repeatability as of the last whole hour up to `now`, from 0 to 0.9.
    ///
    /// - Complexity: O(1) within an hour with the same view, O(*h*) from an hour to the next, and
    ///   otherwise O(log *n* + *h*), where *n* is the number of readings and *h* the number of
    ///   hours in eight days.
    mutating func value(of line: Line, at now: Double, from begin: Double) -> Double {
      let hour = (now / 3600).rounded(.down) * 3600
      let inView = begin <= hour ? Int(min((hour - begin) / 3600, Double(Self.hours - 1))) + 1 : 0
      if hour == self.hour, inView == hoursInView { return value }
      read(line, to: hour)
      hoursInView = inView
      // The latest first, as the levels; not a number where a change is unknown.
      var changes = [Double](repeating: .nan, count: Self.hours)
      for back in 0..<max(inView - 1, 0) {
        let change = levels[back] - levels[back + 1]
        changes[back] = min(max(change, -Self.greatestChange), Self.greatestChange)
      }
      value = Self.repeatability(of: changes)
      return value
    }

    private mutating func read(_ line: Line, to hour: Double) {
      let steps = (hour - self.hour) / 3600
      let follows = steps >= 0 && steps < Double(Self.hours)
      self.hour = hour
      let count = follows ? Int(steps) : Self.hours
      guard count > 0 else { return }
      if !follows { latest = 0 }
      levels = Array(repeating: .nan, count: count) + levels.dropLast(count)
      for back in (0..<count).reversed() {
        let instant = hour - Double(back) * 3600
        latest = line.place(of: instant, from: latest)
        levels[back] = line.value(instant, at: latest) ?? .nan
      }
    }

    static func repeatability(of changes: [Double]) -> Double {
      var (count, sum) = (0.0, 0.0)
      for change in changes where !change.isNaN {
        count += 1
        sum += change
      }
      guard count >= fewestChanges else { return usual.value }
      let mean = sum / count
      var (squares, products, pairs) = (0.0, 0.0, 0.0)
      for hour in 0..<24 {
        var (own, total, square) = (0.0, 0.0, 0.0)
        for place in stride(from: hour, to: changes.count, by: 24) where !changes[place].isNaN {
          let change = changes[place] - mean
          own += 1
          total += change
          square += change * change
        }
        squares += square
        products += (total * total - square) / 2
        pairs += own * (own - 1) / 2
      }
      let variance = squares / count
      guard variance > 0 else { return usual.value }
      let shrunken =
        (products + usual.pairs * usual.value * variance) / ((pairs + usual.pairs) * variance)
      return min(max(shrunken, 0), greatest)
    }
  }
}

extension SeasonalFeatures.DayRepeatability {
  /// A record as a piecewise linear function, interrupted at long gaps.
  struct Line {
    private let times, values: ArraySlice<Double>

    init(_ record: GlucoseSeries) {
      times = record.times
      values = record.values
    }

    /// Returns the position of the last reading up to `instant`, from a `hint` that is not after
    /// it, in O(log *d*), where *d* is the number of readings between the two.
    func place(of instant: Double, from hint: Int) -> Int {
      let times = times.span
      var low = hint
      var step = 1
      while low + step < times.count, times[low + step] <= instant {
        low += step
        step *= 2
      }
      var above = min(low + step, times.count)
      while above - low > 1 {
        let middle = low + (above - low) / 2
        if times[middle] <= instant { low = middle } else { above = middle }
      }
      return low
    }

    /// Returns the concentration in mg/dL between the reading at `place` and the next, or `nil` in
    /// a long gap or outside the record.
    func value(_ instant: Double, at place: Int) -> Double? {
      let (times, values) = (times.span, values.span)
      guard place < times.count, times[place] <= instant else { return nil }
      let before = min(values[place], PreparedSeries.greatest)
      if times[place] == instant { return before }
      guard place + 1 < times.count, times[place + 1] - times[place] <= SensorCadence.longestGap
      else { return nil }
      let share = (instant - times[place]) / (times[place + 1] - times[place])
      return before + share * (min(values[place + 1], PreparedSeries.greatest) - before)
    }
  }
}
