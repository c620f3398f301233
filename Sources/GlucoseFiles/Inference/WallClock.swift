// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A conversion of local times to instants that is fast on days without a transition.
struct WallClock {
  /// The instants of a local time.
  enum Moment: Equatable {
    /// The time occurs at this instant.
    case once(Double)
    /// The time occurs at both instants, because clocks were set back in between.
    case twice(Double, Double)
    /// The time does not occur, because clocks skipped it.
    case never
  }

  private let table: ZoneTable
  private var day = Double.infinity
  private var offset: Double?

  /// Creates a clock of `zone` that is valid over `locals`, in seconds after 2001-01-01 00:00 local
  /// time.
  init(_ zone: TimeZone, covering locals: ClosedRange<Double>) {
    let reach = 86_400.0
    table = ZoneTable(zone, covering: (locals.lowerBound - reach)...(locals.upperBound + reach))
  }

  /// Returns the instants of a local time.
  mutating func moment(_ local: Double) -> Moment {
    let day = (local / 86_400).rounded(.down)
    if day != self.day {
      self.day = day
      // No zone is farther than 15 hours from UTC, so a relevant transition is between these
      // instants.
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
