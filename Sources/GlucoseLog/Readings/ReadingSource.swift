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
      /// A sensor that is scanned by hand. Its readings are not in the series of the logbook, which would
      /// count the times of scanning twice.
      case scan
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
  public struct SourceSummary: Equatable, Sendable {
    /// The source.
    public let source: ReadingSource
    /// The kind of the source.
    public let kind: ReadingSource.Kind
    /// The number of its readings, including excluded ones, and without conflicting ones.
    public let count: Int
    /// The number of ``count`` that are excluded.
    public let excludedCount: Int
    /// The number of readings that conflict with another of the same instant.
    public let conflictingCount: Int
    /// The instants of its first and last reading, or `nil` if there are none.
    public let timeRange: ClosedRange<Date>?
  }
#endif
