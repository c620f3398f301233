// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Glucose outside the target, on one of its two sides.
public enum Excursion: String, Hashable, Codable, Sendable, CaseIterable {
  /// Below the target (`<`).
  case low
  /// Above the target (`>`).
  case high
}

/// What identifies an episode of low or high glucose in a record: its side and when it began.
///
/// Episodes are found and never stored, so their identifiers come from what they are: the same record
/// gives the same ones, whoever looks and whichever days are looked at.
public struct EpisodeID: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
  /// Whether glucose was low or high.
  public let excursion: Excursion
  /// The instant at which the episode began.
  public let start: Date

  /// Whether `lhs` began first; of two that began together, low comes before high.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.start, lhs.excursion == .high ? 1 : 0) < (rhs.start, rhs.excursion == .high ? 1 : 0)
  }

  /// The side and the seconds from 2001-01-01 00:00 UTC, for instance "low@763441200".
  public var description: String {
    "\(excursion.rawValue)@\(Int(start.timeIntervalSinceReferenceDate.rounded()))"
  }
}

extension EpisodeID {
  /// Decodes the identifier of an episode.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    excursion = try container.decode(Excursion.self, forKey: .excursion)
    start = try container.decode(Date.self, forKey: .start)
    try decoder.require(
      abs(start.timeIntervalSinceReferenceDate) < 1e15,
      "The start of an episode must be a time within 30 million years")
  }
}
