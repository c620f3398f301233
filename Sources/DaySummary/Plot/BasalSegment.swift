// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A time during which a pump gave background insulin at a steady rate.
///
/// A record of events has none: they come from a pump's own log, as an optional series beside it.
public struct BasalSegment: Hashable, Codable, Sendable {
  /// When the rate began.
  public let start: Date
  /// When it ended.
  public let end: Date
  /// The rate in international units an hour.
  public let unitsPerHour: Double

  /// A rate from `start` to `end`.
  public init(from start: Date, to end: Date, unitsPerHour: Double) {
    self.start = start
    self.end = end
    self.unitsPerHour = unitsPerHour
  }
}

/// The part of a basal segment that lies on the day of a plot.
public struct BasalSpan: Hashable, Codable, Sendable {
  /// The segment.
  public let segment: BasalSegment
  /// From where to where it reaches across the plot, as shares of its width.
  public let span: ClosedRange<Double>
  /// The rate as a share of the highest one on the day: 0 where all are 0.
  public let heightFraction: Double

  private enum CodingKeys: String, CodingKey {
    case segment, span
    case heightFraction = "share"
  }
}

extension [BasalSegment] {
  /// The spans on `day` in order of time. A segment that ends before it begins, or whose rate is
  /// negative or not finite, has none.
  func spans(on day: LocalDay) -> [BasalSpan] {
    let segments = filter { segment in
      segment.unitsPerHour.quantity != nil && segment.start < segment.end
        && segment.start < day.end && segment.end > day.start
    }
    let highest = segments.map(\.unitsPerHour).max() ?? 0
    return segments.sorted { ($0.start, $0.end) < ($1.start, $1.end) }.map { segment in
      BasalSpan(
        segment: segment,
        span: day.fraction(
          of: Swift.max(segment.start, day.start))...day.fraction(
            of: Swift.min(segment.end, day.end)),
        heightFraction: highest > 0 ? segment.unitsPerHour / highest : 0)
    }
  }
}
