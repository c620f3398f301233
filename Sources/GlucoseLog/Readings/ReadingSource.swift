// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import Foundation

  /// A source of readings: the name of a sensor, a meter, or a file.
  ///
  ///     try log.add(readings, from: "Dexcom G7")
  public struct ReadingSource: RawRepresentable, ExpressibleByStringLiteral, Hashable, Codable,
    Sendable, CustomStringConvertible
  {
    /// The kind of a source.
    #if hasAttribute(nonexhaustive)
      @nonexhaustive
    #endif
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
      /// A continuous glucose sensor. The series of the logbook contains its readings.
      case sensor
      /// A blood glucose meter. Its readings are not in the series of the logbook.
      case meter
    }

    /// The name of the source.
    public let rawValue: String

    /// Creates the source named `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates the source named by a string literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name of the source.
    public var description: String { rawValue }
  }

  /// A summary of the readings of one source.
  public struct SourceSummary: Hashable, Sendable {
    /// The source.
    public let source: ReadingSource
    /// The kind of the source.
    public let kind: ReadingSource.Kind
    /// The number of its readings, including excluded ones.
    public let count: Int
    /// The instants of its first and last reading, or `nil` if there are none.
    public let timeRange: ClosedRange<Date>?
  }

  /// The numbers of readings or events that a call added, left unchanged, or replaced.
  public struct StoreResult: Hashable, Sendable {
    /// The number of new items.
    public internal(set) var added = 0
    /// The number of items that equal an existing one.
    public internal(set) var unchanged = 0
    /// The number of items that replaced an existing one with other content.
    public internal(set) var replaced = 0
    /// The number of items that were dropped because an existing one with other content was kept.
    public internal(set) var conflicting = 0
    /// The number of items that were dropped because another item of the same call had their
    /// instant or identifier.
    public internal(set) var repeated = 0

    /// Creates the result of an empty call: all numbers are zero.
    public init() {}
  }
#endif
