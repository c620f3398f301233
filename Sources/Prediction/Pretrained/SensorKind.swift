package import GlucoseMath

/// A kind of sensor by the properties of its readings, whoever made it, for each of which there is
/// a pretrained model.
package enum SensorKind: String, Codable, CodingKeyRepresentable, Sendable, CaseIterable,
  CustomStringConvertible
{
  /// A sensor with an unsmoothed reading every five minutes, such as a Dexcom.
  case unsmoothed = "current"
  /// A sensor with a reading every five minutes that was smoothed afterwards, such as an iPro: its
  /// slope hardly changes from one step to the next.
  case smoothed
  /// A sensor with a reading every 15 minutes, such as a FreeStyle Libre.
  case fifteenMinutes = "sparse"

  package var cadence: SensorCadence { self == .fifteenMinutes ? .fifteenMinutes : .fiveMinutes }

  package var description: String {
    switch self {
    case .unsmoothed: "a sensor that reads every 5 minutes"
    case .smoothed: "a sensor whose readings, every 5 minutes, were smoothed afterwards"
    case .fifteenMinutes: "a sensor that reads every 15 minutes"
    }
  }

  package var group: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Creates the kind of sensor that a record resembles, or `nil` if the median gap between
  /// readings is more than 22.5 minutes or there are fewer than two.
  ///
  /// A record with a reading every five minutes is smoothed if *V*₂²/*V*₁ is below 0.7 mg²/dL²,
  /// where *V*₁ and *V*₂ are the mean squares of the first and second differences of evenly spaced
  /// readings, over the last three days up to a reading at most 15 minutes after another, so that
  /// a single reading with a wrong date in the future has no effect. With fewer than 36 second
  /// differences it is ``unsmoothed``. This rule is correct for 98 to 100 percent of one-day parts
  /// of the recordings that the pretrained models were trained on.
  package init?(of series: GlucoseSeries) {
    guard let cadence = SensorCadence(of: series) else { return nil }
    self.init(of: series, at: cadence)
  }

  /// Creates the kind of sensor whose model is used for a record at a cadence, to whose steps a
  /// denser record is thinned; `nil` if the record is sparser, and its last hour too.
  init?(of series: GlucoseSeries, at cadence: SensorCadence) {
    guard
      [SensorCadence(of: series), SensorCadence(atEndOf: series)].contains(where: {
        $0.map { $0.rawValue <= cadence.rawValue } ?? false
      })
    else { return nil }
    self =
      cadence == .fifteenMinutes
      ? .fifteenMinutes : Self.looksSmoothed(series) ? .smoothed : .unsmoothed
  }

  private static func looksSmoothed(_ series: GlucoseSeries) -> Bool {
    // The longest time from the first to the last of three readings, in seconds.
    let longest = 900.0
    let (times, values) = (Array(series.times), Array(series.values))
    guard let end = series.lastPosition(following: longest) else { return false }
    var pace = SensorCadence.Sampler()
    let kept = (times.partitioningIndex { $0 >= times[end] - 3 * 86_400 }...end).filter {
      pace.takes(times[$0], step: SensorCadence.fiveMinutes.seconds)
    }
    var (count, first, second) = (0.0, 0.0, 0.0)
    for (earlier, (before, now)) in zip(kept, zip(kept.dropFirst(), kept.dropFirst(2)))
    where times[now] - times[earlier] <= longest
      && abs(times[now] + times[earlier] - 2 * times[before]) <= SensorCadence.tolerance
    {
      let change = values[now] - values[before]
      let bend = change - (values[before] - values[earlier])
      first += change * change
      second += bend * bend
      count += 1
    }
    // Rounding a straight line to whole mg/dL gives second differences of about the size of these
    // constants, in mg²/dL².
    return count >= 36 && (second / count) * (second / count) < 0.7 * (first / count + 1)
  }
}
