internal import GlucoseDiary
internal import Foundation
internal import GlucoseMath
internal import Prediction

/// A model that follows a store: each reading recalibrates its intervals, and its weights are
/// updated at a fixed interval.
///
/// Its state at a reading depends only on the base model and the content of the store, not on the
/// times of calls, so a restarted session has the same model, except for rounding: BLAS may add in
/// another order for several rows than for one.
struct FollowingModel {
  @Shared private(set) var base: Forecaster
  private(set) var model: Forecaster
  private(set) var time: Date?
  private var updated: Date
  /// Earlier models, in chronological order, about a day apart.
  private var checkpoints: [Checkpoint] = []

  private struct Checkpoint {
    let time, updated: Date
    @Shared private(set) var model: Forecaster
  }

  private let interval: Double?

  /// The time in seconds before an update whose readings personalize a general model, at most.
  private static let personalizing = 90 * 86_400.0
  /// The minimum time in seconds from the first to the last reading for personalization.
  private static let enough = 86_400.0
  /// The minimum time in seconds between two recalibrations.
  private static let step = 300.0
  /// The time in seconds that the features of a reading span, plus a margin for late readings.
  static let reach = 9 * 86_400.0

  init(_ base: Forecaster, updateInterval interval: Duration?) {
    self.base = base
    self.interval = interval?.inSeconds
    model = base
    updated = base.calibratedUntil ?? .distantPast
  }

  /// Restores the state before `limit`, if the model has followed a reading since.
  mutating func rewind(before limit: Date) {
    guard let time, time >= limit else { return }
    checkpoints.removeAll { $0.time >= limit }
    if let last = checkpoints.last {
      (model, self.time, updated) = (last.model, last.time, last.updated)
    } else {
      (model, self.time, updated) = (base, nil, base.calibratedUntil ?? .distantPast)
    }
  }

  /// Returns whether the state may depend on readings of a range before the recent readings.
  func depends(on times: ClosedRange<Date>) -> Bool {
    guard let time else { return false }
    if base.isPersonal {
      return times.upperBound >= (base.calibratedUntil ?? .distantPast) - Self.reach
    }
    return interval.map { times.upperBound >= time - Self.personalizing - $0 } ?? false
  }

  /// The start of the readings that ``advance(through:read:)`` needs.
  var needed: Date? { (time ?? base.calibratedUntil)?.addingTimeInterval(-Self.reach) }

  /// Follows the readings up to the last of `past`, which begins at ``needed`` or earlier: of several in
  /// the same five-minute step the first, so that a sensor with a reading every minute costs no more than
  /// one with a reading every five. Personalization reads a range of the store.
  mutating func advance(through past: Recording, read: (Range<Date>) throws -> Recording) rethrows {
    guard let last = past.series.last?.time.timeIntervalSinceReferenceDate else { return }
    let step = Date(timeIntervalSinceReferenceDate: (last / Self.step).rounded(.down) * Self.step)
    let end = past.series[past.series.index(atOrAfter: step)].time
    guard time.map({ $0 < end }) ?? true else { return }
    for update in updates(of: past.series, through: end) {
      let known = Recording(series: past.series.prefix(through: update), inOrder: past.events)
      if base.isPersonal {
        guard let last = known.series.last?.time, last > updated else { continue }
        model.update(with: known)
      } else {
        let record = try read(update.addingTimeInterval(-Self.personalizing)..<update)
        guard let range = record.series.timeRange,
          range.upperBound.timeIntervalSince(range.lowerBound) >= Self.enough
        else { continue }
        model = base.personalized(to: record)
      }
      updated = update
    }
    model.recalibrate(
      with: Recording(series: past.series.prefix(through: end), inOrder: past.events))
    time = end
    if checkpoints.last.map({ end.timeIntervalSince($0.time) >= 86_400 }) ?? true {
      checkpoints.append(Checkpoint(time: end, updated: updated, model: model))
      let old = end.addingTimeInterval(-Self.reach)
      while checkpoints.count > 1, checkpoints[1].time < old { checkpoints.removeFirst() }
    }
  }

  /// Returns the times of updates after the last one and up to `end`, from the first reading on. A
  /// model that is personalized again at each update needs only the last of them.
  func updates(of series: GlucoseSeries, through end: Date) -> [Date] {
    guard let interval else { return [] }
    let last = (end.timeIntervalSinceReferenceDate / interval).rounded(.down) * interval
    let latest = Date(timeIntervalSinceReferenceDate: last)
    guard latest > updated else { return [] }
    guard base.isPersonal else { return [latest] }
    // A model that was never calibrated was updated in the distant past.
    let start = series.first.map { max(updated, $0.time - interval) } ?? updated
    let first = ((start.timeIntervalSinceReferenceDate / interval).rounded(.down) + 1) * interval
    return stride(from: first, through: last, by: interval).map {
      Date(timeIntervalSinceReferenceDate: $0)
    }
  }
}
