// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import Foundation

  /// Where readings come from: the name of a sensor, a meter or a file.
  ///
  ///     try log.add(readings, from: "Dexcom G7")
  public struct ReadingSource: RawRepresentable, ExpressibleByStringLiteral, Hashable, Codable,
    Sendable, CustomStringConvertible
  {
    /// What a source is.
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
      /// A continuous sensor, whose readings make the series of the logbook.
      case sensor
      /// A meter for single drops of blood, whose readings are kept apart from the series.
      case meter
    }

    /// The name of the source.
    public let rawValue: String

    /// The source called `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The source called by the literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name of the source.
    public var description: String { rawValue }
  }

  /// What a logbook holds of one source.
  public struct SourceSummary: Hashable, Sendable {
    /// The source.
    public let source: ReadingSource
    /// What it is.
    public let kind: ReadingSource.Kind
    /// How many readings it gave, excluded ones among them.
    public let count: Int
    /// The instants of its first and last readings, or `nil` if there are none.
    public let timeRange: ClosedRange<Date>?
  }

  /// What became of the readings or events that were handed to a logbook.
  public struct StoreResult: Hashable, Sendable {
    /// How many are new.
    public internal(set) var added = 0
    /// How many were there already, with the same content.
    public internal(set) var unchanged = 0
    /// How many took the place of one with other content.
    public internal(set) var replaced = 0
    /// How many were left out because one with other content was there and was kept.
    public internal(set) var conflicting = 0
    /// How many were left out because another of the same batch had their instant or identifier.
    public internal(set) var repeated = 0

    /// What became of nothing: all numbers are zero.
    public init() {}
  }
#endif
