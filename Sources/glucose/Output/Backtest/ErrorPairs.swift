// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import GlucoseKit

  /// What was forecast at moments spread evenly over the tests, and what came: the points of an error
  /// grid.
  struct ErrorPairs {
    /// About how many moments are looked at; more would hide each other.
    private static let enough = 6000

    private let share: Double
    private let horizon: Duration
    private let every: Int

    /// - Parameters:
    ///   - people: All records that are tested.
    ///   - share: The last share of each that is the test.
    ///   - horizon: How far ahead.
    init(of people: [GlucoseSeries], share: Double, horizon: Duration) {
      let tested = people.reduce(0) { $0 + Double($1.count) * share }
      every = max(Int(tested) / Self.enough, 1)
      self.share = share
      self.horizon = horizon
    }

    /// The moments of one person's test.
    ///
    /// A forecast is paired with the reading nearest to its last point, at most 150 seconds away.
    func pairs(of model: Forecaster, on series: GlucoseSeries) -> [GlucosePair] {
      let cut = Int(Double(series.count) * (1 - share))
      return stride(from: cut, to: series.count, by: every).compactMap { index in
        let past = series[positions: 0..<index + 1]
        guard let expected = model.predictions(after: past, at: [horizon])?.first?.expected,
          let came = series.reading(
            nearest: series[index].time.addingTimeInterval(horizon / .seconds(1)))
        else { return nil }
        return GlucosePair(reference: came.glucose, measured: expected)
      }
    }
  }

  extension GlucoseSeries {
    /// The reading nearest to an instant, at most 150 seconds away.
    func reading(nearest time: Date) -> Reading? {
      let nearby = self[time.addingTimeInterval(-150)..<time.addingTimeInterval(151)]
      return nearby.min { first, second in
        abs(first.time.timeIntervalSince(time)) < abs(second.time.timeIntervalSince(time))
      }
    }
  }
#endif
