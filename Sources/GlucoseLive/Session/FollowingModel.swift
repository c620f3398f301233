// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import Foundation
internal import GlucoseMath
internal import Prediction

/// A model that follows a store: its intervals with each reading, its weights at a stated interval.
///
/// What it is at a reading depends on the model that it began with and on what the store holds, and
/// not on when a session asked: a session that starts again has the same model.
struct FollowingModel {
  /// The model that it began with.
  let base: Forecaster
  /// The model after ``time``.
  private(set) var model: Forecaster
  /// The latest reading that it followed.
  private(set) var time: Date?
  /// The time up to which the weights were updated.
  private var updated: Date
  /// The models at some times before, in order of time, about a day apart.
  private var checkpoints: [Checkpoint] = []

  private struct Checkpoint {
    let time, updated: Date
    let model: Forecaster
  }

  /// The time between updates, in seconds, or `nil` if there are none.
  private let interval: Double?

  /// The longest time in seconds that a model which has not learned from one person is personalized with.
  private static let personalizing = 90 * 86_400.0
  /// The least readings to personalize with, in seconds from the first to the last.
  private static let enough = 86_400.0
  /// The shortest time in seconds between two recalibrations.
  private static let step = 300.0
  /// How far back in seconds the features of a reading reach, with room for one that comes late.
  static let reach = 9 * 86_400.0

  init(_ base: Forecaster, updatingEvery interval: Duration?) {
    self.base = base
    self.interval = interval?.inSeconds
    model = base
    updated = base.calibratedUntil ?? .distantPast
  }

  /// Goes back to a state before `time`, if the model has followed anything since.
  mutating func rewind(before limit: Date) {
    guard let time, time >= limit else { return }
    checkpoints.removeAll { $0.time >= limit }
    if let last = checkpoints.last {
      (model, self.time, updated) = (last.model, last.time, last.updated)
    } else {
      (model, self.time, updated) = (base, nil, base.calibratedUntil ?? .distantPast)
    }
  }

  /// The time from which on ``advance(through:read:)`` needs readings.
  var needed: Date? { (time ?? base.calibratedUntil)?.addingTimeInterval(-Self.reach) }

  /// Follows the readings up to the last of `past`; of several within five minutes of the clock the first.
  ///
  /// A sensor that measures every minute then costs what one costs that measures every five.
  ///
  /// - Parameters:
  ///   - past: The readings up to the present and the events, from ``needed`` on at the latest.
  ///   - read: Reads more, to personalize with.
  mutating func advance(
    through past: Recording, read: (Range<Date>) throws -> Recording
  ) rethrows {
    guard let last = past.series.last?.time.timeIntervalSinceReferenceDate else { return }
    let step = Date(timeIntervalSinceReferenceDate: (last / Self.step).rounded(.down) * Self.step)
    let end = past.series[past.series.index(atOrAfter: step)].time
    guard time.map({ $0 < end }) ?? true else { return }
    for update in updates(through: end) {
      let known = Recording(series: past.series.prefix(through: update), events: past.events)
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
      with: Recording(series: past.series.prefix(through: end), events: past.events))
    time = end
    if checkpoints.last.map({ end.timeIntervalSince($0.time) >= 86_400 }) ?? true {
      checkpoints.append(Checkpoint(time: end, updated: updated, model: model))
      let old = end.addingTimeInterval(-Self.reach)
      while checkpoints.count > 1, checkpoints[1].time < old { checkpoints.removeFirst() }
    }
  }

  /// The times of updates after the last and up to `end`; of a model that is personalized anew each time,
  /// the last of them.
  private func updates(through end: Date) -> [Date] {
    guard let interval else { return [] }
    let last = (end.timeIntervalSinceReferenceDate / interval).rounded(.down) * interval
    let latest = Date(timeIntervalSinceReferenceDate: last)
    guard latest > updated else { return [] }
    guard base.isPersonal else { return [latest] }
    let first =
      ((updated.timeIntervalSinceReferenceDate / interval).rounded(.down) + 1) * interval
    return stride(from: first, through: last, by: interval).map {
      Date(timeIntervalSinceReferenceDate: $0)
    }
  }
}
