public import GlucoseDiary
public import Foundation
public import GlucoseMath

/// A store to which a live session writes readings and from which it derives snapshots.
///
/// With the package trait `Logbook`, a session also keeps its readings in a logbook. An app with its
/// own store implements ``store(_:)`` and the requirements of `GlucoseHistory`; the other
/// requirements have defaults.
public protocol LiveStore: GlucoseHistory, Sendable {
  /// Stores readings of the session's sensor, in any order, in one step.
  ///
  /// Every reading is valid in a `GlucoseSeries`. When the call returns, the readings are stored
  /// durably. A reading that repeats a stored one is left out of the series; see
  /// `StoreResult.repeated`.
  func store(_ readings: [Reading]) async throws -> StoreResult

  /// Returns the readings and events of a range, from one state of the store; by default the series
  /// and then the events.
  func recording(in range: Range<Date>) throws(Failure) -> Recording

  /// Calls `body` with every change of the store, before the call that makes the change returns,
  /// until the returned object is released.
  ///
  /// The default implementation returns `nil`: the store cannot be observed. A session then reads
  /// all data for each snapshot, and its streams receive new snapshots only after its own readings.
  func observe(_ body: @escaping @Sendable (StoreChange) -> Void) -> (any AnyObject & Sendable)?
}

extension LiveStore {
  /// Returns the readings and events of a range, read one after the other.
  public func recording(in range: Range<Date>) throws(Failure) -> Recording {
    Recording(series: try series(in: range), events: try events(in: range))
  }

  /// Returns `nil`: the store cannot be observed.
  public func observe(
    _ body: @escaping @Sendable (StoreChange) -> Void
  ) -> (any AnyObject & Sendable)? {
    nil
  }
}

/// A change of a store.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum StoreChange: Equatable, Sendable {
  /// Readings were added, replaced, removed, excluded, or included. The value is a range that
  /// contains the times of all readings of the series that changed; the session reads it again.
  case readings(ClosedRange<Date>)
  /// Events were added, edited, or removed. The value is the earliest start of them.
  case events(from: Date)
  /// Anything may have changed.
  case everything
}

extension Sequence<Reading> {
  /// Returns the readings without repetitions of `known` readings, or of earlier ones, at a
  /// slightly different time.
  ///
  /// A sensor that delivers a reading again may change its time by seconds, because of the clock of
  /// a transmitter or a backfill. A reading less than `tolerance` from another is the same
  /// measurement. A reading at the exact instant of a known one is kept, so that a store can
  /// compare their content.
  ///
  /// - Complexity: O(*n* log *n* + *n* log *k*), where *n* is the number of readings and *k* the
  ///   number of known readings.
  public func removingRepetitions(
    of known: GlucoseSeries, tolerance: Duration = .seconds(30)
  ) -> [Reading] {
    let tolerance = tolerance.inSeconds
    var kept: [Reading] = []
    for reading in sorted(by: { $0.time < $1.time }) {
      if let last = kept.last, reading.time != last.time,
        reading.time.timeIntervalSince(last.time) < tolerance
      {
        continue
      }
      let time = reading.time.timeIntervalSinceReferenceDate
      let next = known.index(atOrAfter: reading.time)
      let neighbors = known.times.dropFirst(Swift.max(next - 1, 0)).prefix(2)
      if neighbors.contains(time) || neighbors.allSatisfy({ abs($0 - time) >= tolerance }) {
        kept.append(reading)
      }
    }
    return kept
  }
}
