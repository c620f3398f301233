public import GlucoseMath
public import GlucoseFoundation

/// The quality of a sensor's signal at the last reading, for use with an alarm or a forecast.
///
///     if let status = series.signalStatus(at: now, in: zone), status.isDoubtful { … }
///
/// A fault at its beginning is less certain than one in history: a compression low is certain only
/// after its recovery.
public struct SignalStatus: Equatable, Codable, Sendable {
  /// The time of the last reading.
  public let time: Date
  /// The faults that affect the last 20 minutes, in the order of their start.
  public let faults: [SignalFault]
  /// The score of the last hour, which begins with the first reading of a shorter series; see
  /// ``QualityInterval/score``.
  public let score: Percentage

  /// A Boolean value that indicates whether the last readings are affected by faults with a joint score
  /// of at least one half: 1 − ∏(1 − *s*ᵢ) of the scores *s*ᵢ of ``faults``.
  public var isDoubtful: Bool { 1 - faults.reduce(1) { $0 * (1 - $1.score) } >= 0.5 }
}

extension GlucoseSeries {
  /// Returns the quality of the signal at the last reading at or before a time, or `nil` without a
  /// reading in the hour before it.
  ///
  /// Only the readings of the last day are used.
  ///
  /// - Parameters:
  ///   - now: The time. Later readings are not used.
  ///   - zone: The zone of the night.
  ///   - options: The options. Learn their model from the history once; without one, the
  ///     standard model is used.
  public func signalStatus(
    at now: Date, in zone: TimeZone, options: SignalQualityOptions = SignalQualityOptions()
  ) -> SignalStatus? {
    let recent = prefix(through: now)
    let day = recent[positions: recent.index(atOrAfter: now - 86_400)..<recent.count]
    guard let last = day.last?.time, last > now - 3600 else { return nil }
    let trace = SignalTrace(day, options.model ?? .standard)
    let faults = SignalQuality.faults(of: trace, in: zone, options)
    let readings = RepresentedTime(day, faults)
    // A gap before the last readings counts, the time before the first reading does not.
    let first = Swift.max(day.first?.time ?? last, last - 3600)
    let range = first..<last + (readings.seconds.last ?? 0)
    var next = 0
    let usable = readings.sums(in: range, from: &next).usable
    return SignalStatus(
      time: last, faults: faults.filter { $0.end >= last - 1200 },
      score: Percentage(usable, of: range.upperBound.timeIntervalSince(first))
        .map { Swift.min(Percentage(100), $0) } ?? .zero)
  }
}
