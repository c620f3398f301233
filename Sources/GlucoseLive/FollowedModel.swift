// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import Diary
  internal import GlucoseMath
  internal import Prediction

  /// A personal model whose ranges have followed what came, and what it last followed.
  struct FollowedModel {
    private(set) var model: Forecaster
    /// The readings of the last days, as they were then.
    private(set) var recent: GlucoseSeries
    /// What was logged in these days; none if the model does not look at it.
    private(set) var events: [Event]

    /// The same after newer readings and what was logged beside them, or `nil` if older ones are not what they
    /// were: then the model has followed what was not so.
    func following(_ newer: GlucoseSeries, _ newerEvents: [Event]) -> FollowedModel? {
      guard let first = newer.first?.time, let last = recent.last?.time,
        recent[positions: recent.position(ofFirstAtOrAfter: first)..<recent.count]
          == newer.prefix(through: last),
        events.filter({ $0.time >= first && $0.time <= last })
          == newerEvents.filter({ $0.time >= first && $0.time <= last })
      else { return nil }
      var next = self
      next.model.events = newerEvents
      next.model.adapt(to: newer)
      next.recent = newer
      next.events = newerEvents
      return next
    }
  }
#endif
