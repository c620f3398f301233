// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import Foundation
public import GlucoseMath

/// A store that a live session writes a sensor's readings to and reads its snapshots from.
///
/// With the trait `Logbook`, a source of a logbook is one. An app with a store of its own conforms to
/// this protocol; of its requirements only ``store(_:)`` and those of `GlucoseHistory` have no default.
public protocol LiveStore: GlucoseHistory, Sendable {
  /// Stores readings of the session's sensor, new or old, in any order, in one step.
  ///
  /// Every reading has a time within the years 1 to 9999 and a finite, positive concentration. When the
  /// call returns, the readings are stored for good. A reading that repeats one that is stored, see
  /// ``StoredReadings/repeated``, is left out of the series.
  func store(_ readings: [Reading]) async throws -> StoredReadings

  /// Returns the readings and events of a range, as they are at one moment.
  ///
  /// The default reads the two one after the other.
  func recording(_ range: Range<Date>) throws -> Recording

  /// Calls `body` with every change of the store, before the call that changes it returns, as long as
  /// the returned object exists.
  ///
  /// The default returns `nil`: the store cannot be observed. A session then reads all it needs for each
  /// snapshot, and makes new snapshots for its listeners only after readings of its own.
  func observe(_ body: @escaping @Sendable (StoreChange) -> Void) -> (any AnyObject & Sendable)?
}

extension LiveStore {
  /// Returns the readings and the events of a range, read one after the other.
  public func recording(_ range: Range<Date>) throws -> Recording {
    Recording(series: try series(in: range), events: try events(in: range))
  }

  /// Returns `nil`: the store cannot be observed.
  public func observe(
    _ body: @escaping @Sendable (StoreChange) -> Void
  ) -> (any AnyObject & Sendable)? {
    nil
  }
}

/// What changed in a store.
public enum StoreChange: Hashable, Sendable {
  /// Readings were added, replaced, removed, excluded or included, the first and last at these times.
  case readings(ClosedRange<Date>)
  /// Events were added, edited or removed, the earliest beginning at this time.
  case events(from: Date)
  /// Anything may have changed.
  case everything
}

/// The numbers of readings that a store added and left out.
public struct StoredReadings: Hashable, Codable, Sendable {
  /// The number of readings that are new.
  public var added: Int
  /// The number of readings that were stored already, with the same content.
  public var unchanged: Int
  /// The number of readings left out because one with other content is stored at their instant.
  public var conflicting: Int
  /// The number of readings left out of the series because they repeat another at a slightly different time: less
  /// (`<`) than 30 seconds away, half of the shortest interval at which sensors measure.
  public var repeated: Int

  /// Creates the numbers.
  public init(added: Int = 0, unchanged: Int = 0, conflicting: Int = 0, repeated: Int = 0) {
    self.added = added
    self.unchanged = unchanged
    self.conflicting = conflicting
    self.repeated = repeated
  }
}

extension Sequence<Reading> {
  /// Returns the readings without those that repeat one of `known`, or one that comes before in order of
  /// time, at a slightly different time.
  ///
  /// A sensor that hands in a reading again may give it a time that differs by seconds: its clock is that
  /// of a transmitter, or it back-fills what it kept. A reading less than `tolerance` from another is
  /// the same measurement. One at the very instant of a known reading stays, so that a store can compare
  /// their content.
  ///
  /// - Complexity: O(*n* log *n* + *n* log *k*), where *n* is the number of readings and *k* that of
  ///   known ones.
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
