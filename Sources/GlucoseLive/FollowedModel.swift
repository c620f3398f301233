// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import Diary
  internal import Foundation
  internal import GlucoseMath
  internal import Prediction

  /// A personal model whose ranges have followed what came, and what it last followed.
  struct FollowedModel {
    private(set) var model: Forecaster
    /// The readings of the last days, as they were then.
    private(set) var recent: GlucoseSeries
    /// What was logged in these days; none if the model does not look at it.
    private(set) var events: [Event]

    /// How far back in seconds a moment looks whose outcome is followed: eight days.
    private static let lookback = 8 * 86_400.0

    /// The same after newer readings and what was logged beside them, both from `start` on, or `nil` if it must
    /// be followed anew: older ones are not what they were, or too many are new for `start` to lie far enough
    /// back.
    func following(
      _ newer: GlucoseSeries, _ newerEvents: [Event], from start: Date
    ) -> FollowedModel? {
      guard let last = recent.last?.time, let adapted = model.calibratedUntil,
        recent[positions: recent.position(ofFirstAtOrAfter: start)..<recent.count]
          == newer.prefix(through: last),
        events.filter({ $0.time >= start && $0.time <= last })
          == newerEvents.filter({ $0.time >= start && $0.time <= last }),
        newer.last?.time == last || adapted.timeIntervalSince(start) >= Self.lookback
      else { return nil }
      var next = self
      next.model.recalibrate(with: Recording(series: newer, events: newerEvents))
      next.recent = newer
      next.events = newerEvents
      return next
    }
  }
#endif
