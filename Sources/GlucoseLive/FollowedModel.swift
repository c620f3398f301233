// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import GlucoseMath
  internal import Prediction

  /// A personal model whose ranges have followed what came, and the readings they last followed.
  struct FollowedModel {
    private(set) var model: Forecaster
    /// The readings of the last days, as they were then.
    private(set) var recent: GlucoseSeries

    /// The same after newer readings, or `nil` if older ones are not what they were: then the model has
    /// followed what was not so.
    func following(_ newer: GlucoseSeries) -> FollowedModel? {
      guard let first = newer.first?.time, let last = recent.last?.time,
        recent[positions: recent.position(ofFirstAtOrAfter: first)..<recent.count]
          == newer.prefix(through: last)
      else { return nil }
      var next = self
      next.model.adapt(to: newer)
      next.recent = newer
      return next
    }
  }
#endif
