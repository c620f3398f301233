import Foundation
import GlucoseMath
import GlucoseSignals

/// A series with values at minutes after the reference date.
func series(_ values: [Double], at minutes: [Double], flags: [ReadingFlags]? = nil) throws
  -> GlucoseSeries
{ try ValidatedReadings(times: minutes.map { $0 * 60 }, values: values, flags: flags).series }

/// A series with values every few minutes from a minute after the reference date, a midnight in GMT.
func series(
  _ values: [Double], every cadence: Double = 5, from start: Double = 0,
  flags: [ReadingFlags]? = nil
) throws -> GlucoseSeries {
  try series(values, at: values.indices.map { start + cadence * Double($0) }, flags: flags)
}

func minute(_ minutes: Double) -> Date { Date(timeIntervalSinceReferenceDate: 60 * minutes) }

/// Smooth glucose with a little noise of whole mg/dL, which repeats no value for long.
func quiet(_ count: Int, every cadence: Double = 5, level: Double = 130) -> [Double] {
  (0..<count).map { index in
    let minutes = Double(index) * cadence
    let noise = Double((index * 7919 + index * index * 31) % 5) - 2
    return (level + 25 * sin(minutes / 110) + noise).rounded()
  }
}

extension SignalQualityOptions {
  /// The options of a search for compression lows.
  static var searching: Self {
    var options = Self()
    options.findsCompressionLows = true
    return options
  }
}
