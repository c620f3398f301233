// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Turns what a wall clock shows into instants, quickly on all days without a change of clocks.
struct WallClock {
  /// When clocks show a local time.
  enum Moment: Equatable {
    /// At this instant.
    case once(Double)
    /// At both, for clocks went back in between.
    case twice(Double, Double)
    /// Not at all, for clocks skipped it.
    case never
  }

  private let table: ZoneTable
  private var day = Double.infinity
  private var offset: Double?

  /// A clock of `zone` that is right over `locals`, in seconds after 2001-01-01 00:00 local time.
  init(_ zone: TimeZone, covering locals: ClosedRange<Double>) {
    let reach = 86_400.0
    table = ZoneTable(zone, covering: (locals.lowerBound - reach)...(locals.upperBound + reach))
  }

  /// When the clock shows `local`.
  mutating func moment(_ local: Double) -> Moment {
    let day = (local / 86_400).rounded(.down)
    if day != self.day {
      self.day = day
      // No zone is further than 15 hours from UTC, so a change that matters lies between these.
      let before = table.offset(at: day * 86_400 - 16 * 3600)
      let after = table.offset(at: (day + 1) * 86_400 + 16 * 3600)
      offset = before == after ? before : nil
    }
    if let offset { return .once(local - offset) }
    let instants = table.instants(ofLocal: local)
    return switch instants.count {
    case 0: .never
    case 1: .once(instants[0])
    default: .twice(instants[0], instants[instants.count - 1])
    }
  }
}
