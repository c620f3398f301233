// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// Expects glucose to stay where it is.
public struct LastValue: Predictor {
  /// "last value".
  public let name = "last value"

  /// The predictor, which has nothing to set.
  public init() {}

  /// The last reading for every lead, or `nil` if there is none.
  public func outlooks(after history: GlucoseSeries, at leads: [Duration]) -> [Outlook]? {
    guard let last = history.values.last else { return nil }
    return leads.map { _ in Outlook(clipping: last) }
  }
}

/// Expects glucose to go on along the straight line through the last 15 minutes.
public struct LinearExtrapolation: Predictor {
  /// "linear extrapolation".
  public let name = "linear extrapolation"

  /// The predictor, which has nothing to set.
  public init() {}

  /// The last reading plus the slope of the least-squares line times the lead, or `nil` if there are
  /// fewer than two readings in the last 15 minutes.
  public func outlooks(after history: GlucoseSeries, at leads: [Duration]) -> [Outlook]? {
    guard let recent = RecentLine(history) else { return nil }
    return leads.map { Outlook(clipping: recent.level + recent.slope * ($0 / .seconds(60))) }
  }
}

/// The momentum effect of Loop, a do-it-yourself system, without its insulin and carbohydrates.
///
/// The slope of the last 15 minutes, at most 4 mg/dL per minute, fades out over the next 15: it counts
/// fully for the first five minutes, by two thirds for the next and one third for the last, so that
/// ten minutes of it remain.
public struct Momentum: Predictor {
  /// "momentum".
  public let name = "momentum"

  /// The predictor, which has nothing to set.
  public init() {}

  /// The last reading plus what the fading slope adds, or `nil` if there are fewer than two readings in
  /// the last 15 minutes.
  public func outlooks(after history: GlucoseSeries, at leads: [Duration]) -> [Outlook]? {
    guard let recent = RecentLine(history) else { return nil }
    let slope = min(recent.slope, 4)
    return leads.map { lead in
      let minutes = lead / .seconds(60)
      let share = min(minutes, 5) + min(max(minutes - 5, 0), 5) * 2 / 3
      return Outlook(clipping: recent.level + slope * (share + min(max(minutes - 10, 0), 5) / 3))
    }
  }
}

/// The second-order autoregression of Nightscout, a do-it-yourself remote monitor.
///
/// With *x* = ln(glucose / 140), the next *x* is 1.716 *x* − 0.723 times the one five minutes before;
/// repeated every five minutes and kept within 36 and 400 mg/dL.
public struct SecondOrderAutoregression: Predictor {
  /// "second-order autoregression".
  public let name = "second-order autoregression"

  /// The predictor, which has nothing to set.
  public init() {}

  /// The path, read at the leads rounded down to five minutes, or `nil` if there is no reading 2.5 to
  /// 7.5 minutes before the last.
  public func outlooks(after history: GlucoseSeries, at leads: [Duration]) -> [Outlook]? {
    guard let now = history.times.last, let last = history.values.last,
      let before = history.times.dropLast().lastIndex(where: { $0 <= now - 150 }),
      history.times[before] >= now - 450
    else { return nil }
    var previous = Elementary.logarithm(history.values[before] / 140)
    var current = Elementary.logarithm(last / 140)
    var path: [Double] = [last]
    let steps = leads.map { Int($0 / .seconds(300)) }
    for _ in 0..<(steps.max() ?? 0) {
      (previous, current) = (current, 1.716 * current - 0.723 * previous)
      path.append(min(max(140 * Elementary.exponential(current), 36), 400))
    }
    return steps.map { Outlook(clipping: path[max($0, 0)]) }
  }
}

/// The straight line through the readings of the last 15 minutes.
private struct RecentLine {
  /// The last reading, in mg/dL.
  let level: Double
  /// In mg/dL per minute.
  let slope: Double

  /// `nil` if there are fewer than two readings in the last 15 minutes and a jitter of two and a half.
  init?(_ history: GlucoseSeries) {
    guard let now = history.times.last, let last = history.values.last else { return nil }
    let begin = now - 900 - SensorCadence.tolerance
    var (count, times, values, squares, products) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (time, value) in zip(history.times.reversed(), history.values.reversed()) {
      guard time >= begin else { break }
      let minutes = (time - now) / 60
      count += 1
      times += minutes
      values += value - last
      squares += minutes * minutes
      products += minutes * (value - last)
    }
    let spread = squares - times * times / count
    guard count >= 2, spread > 0 else { return nil }
    level = last
    slope = (products - times * values / count) / spread
  }
}
