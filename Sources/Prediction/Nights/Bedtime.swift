package import GlucoseMath
package import GlucoseFoundation

package struct Bedtime: Equatable, Sendable {
  static let featureCount = 9

  /// The least part of a night, and of the day before it, that readings must cover.
  static let leastCoverage = Percentage(70)

  package let time: Date
  /// The last reading in mg/dL.
  package let level: Double
  /// The level, its changes over 30 and 60 minutes, the variability, mean, and low blood glucose
  /// index of the last 24 hours, and the depth of the lows of the person's nights so far.
  package let features: [Double]

  /// Creates the features of the readings up to `time`, or throws if they are too few or too old.
  package init(_ series: GlucoseSeries, at time: Date) throws(ForecastUnavailable) {
    let (past, last) = try series.past(at: time)
    let range = time.addingTimeInterval(-86_400)..<time
    let day = past[positions: past.index(atOrAfter: range.lowerBound)..<past.count]
    let needed = Duration.seconds(86_400 * Self.leastCoverage.percent / 100)
    let coverage = past.sensorCoverage(in: range)
    guard let coverage, coverage.activePercentage >= Self.leastCoverage,
      let statistics = day.statistics(bands: .consensus(in: .mgdL)),
      let deviation = statistics.standardDeviation,
      let risk = day.riskIndices(in: .gmt)
    else {
      throw ForecastUnavailable(
        .historyTooShort(found: coverage?.recordedDuration ?? .zero, needed: needed))
    }
    self.time = time
    level = last.glucose.mgdL
    func scaled(_ minutes: Double) -> Double {
      let change = past.change(overLast: 60 * minutes) ?? 0
      return min(max(change / minutes, -2), 2)
    }
    let height = MathFunctions.logarithm(level / 120)
    let (half, hour) = (scaled(30), scaled(60))
    features = [
      height, min(height, 0), half, hour, height * hour,
      MathFunctions.logarithm(deviation.mgdL + 5) - 3.5,
      MathFunctions.logarithm(statistics.mean.mgdL / 120),
      risk.lowBloodGlucoseIndex.squareRoot(), Self.lowsOfNights(past, before: time),
    ]
  }

  /// The logarithm of the mean depth of the earlier nights, which is the logarithm of 90 mg/dL over
  /// the lowest reading, or zero if that is higher, with a pseudo-count of two nights of 0.06.
  private static func lowsOfNights(_ past: GlucoseSeries, before time: Date) -> Double {
    let depths = past.nights(before: time).map { night in
      max(MathFunctions.logarithm(90 / (night.values.min() ?? 90)), 0)
    }
    return MathFunctions.logarithm((depths.reduce(0, +) + 0.12) / Double(depths.count + 2))
  }
}

extension GlucoseSeries {
  /// Returns the readings of the seven hours after a time, `nil` if they cover below 70 percent.
  package func night(from start: Date) -> GlucoseSeries? {
    let end = start.addingTimeInterval(NightForecast.duration.inSeconds)
    guard let coverage = sensorCoverage(in: start..<end),
      coverage.activePercentage >= Bedtime.leastCoverage
    else { return nil }
    return self[positions: prefix(through: start).count..<prefix(through: end).count]
  }

  /// Returns the readings of the nights that started at the same time on each earlier day and are
  /// covered by readings, in chronological order. A day is 24 hours.
  package func nights(before time: Date) -> [GlucoseSeries] {
    guard let first else { return [] }
    let days = Int(time.timeIntervalSince(first.time) / 86_400)
    return days < 1
      ? []
      : (1...days).reversed().compactMap {
        night(from: time.addingTimeInterval(-86_400 * Double($0)))
      }
  }

  /// Returns the change from the reading nearest to `seconds` before the last, to the last, or
  /// `nil` if there is none within 7.5 minutes of that time.
  fileprivate func change(overLast seconds: Double) -> Double? {
    guard let last else { return nil }
    let before = last.time.addingTimeInterval(-seconds)
    let next = index(atOrAfter: before)
    let nearest = [next - 1, next].filter(indices.contains).min {
      abs(self[$0].time.timeIntervalSince(before)) < abs(self[$1].time.timeIntervalSince(before))
    }
    guard let nearest, abs(self[nearest].time.timeIntervalSince(before)) <= 450 else { return nil }
    return last.glucose.mgdL - self[nearest].glucose.mgdL
  }
}
