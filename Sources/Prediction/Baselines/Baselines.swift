// SPDX-License-Identifier: Apache-2.0

public import Diary
internal import GlucoseMath

/// The persistence forecast: glucose stays where it is.
public struct LastValue: Predictor {
  /// "last-value".
  public let id = "last-value"
  /// "last value".
  public let name = "last value"

  /// Creates the predictor.
  public init() {}

  /// Returns the last reading for every lead, or `nil` if there is none.
  public func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
    guard let last = history.series.values.last else { return nil }
    return leads.map { _ in PredictedGlucose(clipping: last) }
  }
}

/// The straight line through the readings of the last minutes, continued.
public struct LinearExtrapolation: Predictor {
  /// "linear-extrapolation" over 15 minutes, else followed by their number.
  public let id: String
  /// "linear extrapolation" over 15 minutes, else with their number.
  public let name: String
  /// The time that the readings of the line span.
  public let window: Duration

  /// Creates a line through the last 15 minutes, or through another window.
  ///
  /// - Precondition: `window` lasts at least five minutes.
  public init(over window: Duration = .seconds(900)) {
    precondition(window >= .seconds(300), "`window` must be at least five minutes")
    self.window = window
    let minutes = Int(window.inMinutes.rounded())
    id = "linear-extrapolation" + (minutes == 15 ? "" : "-\(minutes)")
    name = "linear extrapolation" + (minutes == 15 ? "" : " of \(minutes) minutes")
  }

  /// Returns the last reading plus the slope of the least-squares line times the lead, or `nil` if there are
  /// fewer than two readings in the window, which a jitter of two and a half minutes may lengthen.
  public func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
    guard let recent = RecentLine(history.series, window.inSeconds) else { return nil }
    return leads.map {
      PredictedGlucose(clipping: recent.level + recent.slope * $0.inMinutes)
    }
  }
}

/// The momentum effect of Loop, a do-it-yourself system, without its insulin and carbohydrates.
///
/// The slope of the last 15 minutes, at most 4 mg/dL per minute, fades out over the next 15: it counts
/// fully for the first five minutes, by two thirds for the next and one third for the last, so that
/// ten minutes of it remain.
public struct Momentum: Predictor {
  /// "momentum".
  public let id = "momentum"
  /// "momentum".
  public let name = "momentum"

  /// Creates the predictor.
  public init() {}

  /// Returns the last reading plus what the fading slope adds, or `nil` if there are fewer than two readings in
  /// the last 15 minutes.
  public func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
    guard let recent = RecentLine(history.series, 900) else { return nil }
    let slope = min(recent.slope, 4)
    return leads.map { lead in
      let minutes = lead.inMinutes
      let share = min(minutes, 5) + min(max(minutes - 5, 0), 5) * 2 / 3
      return PredictedGlucose(
        clipping: recent.level + slope * (share + min(max(minutes - 10, 0), 5) / 3))
    }
  }
}
