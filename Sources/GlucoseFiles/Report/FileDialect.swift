public import GlucoseMath
public import GlucoseFoundation

/// The properties detected in a file, each with its evidence.
public struct FileDialect: Equatable, Sendable {
  /// The format.
  var format: DetectedValue<FileFormat>
  var encoding: DetectedValue<TextEncoding>
  var delimiter: DetectedValue<CellDelimiter>?
  /// The unit of the concentrations; `nil` if there are none, or if they state different units.
  public internal(set) var unit: DetectedValue<GlucoseUnit>?
  /// The time zone in which times without an offset were read; `nil` if every time states its
  /// instant.
  ///
  /// Use this zone for the days of the recording.
  public internal(set) var zone: DetectedValue<TimeZone>?
  /// The order of the dates; `nil` if there are none.
  var dateOrder: DetectedValue<DateOrder>?
  /// The decimal separator; `nil` if no number has a fraction.
  var decimalSeparator: DetectedValue<DecimalSeparator>?
}

/// A property of a file and the evidence for it.
public struct DetectedValue<Value: Equatable & Sendable>: Equatable, Sendable {
  /// The value of the property.
  public let value: Value
  let source: DetectionEvidence
  /// The evidence for the value, in English.
  public var evidence: String { source.description }

  init(_ value: Value, _ source: DetectionEvidence) { (self.value, self.source) = (value, source) }
}

struct DetectionEvidence: Hashable, Sendable, CustomStringConvertible {
  let description: String
  /// Whether the property was inferred from values.
  private(set) var isOfValues = false

  private init(_ description: String) { self.description = description }

  static let byteOrderMark = Self("byte order mark")
  static let validUTF8 = Self("valid UTF-8")
  static let zeroBytes = Self("every second byte is zero")
  static let notUnicode = Self("not valid Unicode")
  static let caller = Self("stated by the caller")

  static func header(_ text: String) -> Self { Self("header \"\(text)\"") }

  static func structure(_ text: String) -> Self { Self(text) }

  static func notation(_ text: String) -> Self { Self("written \"\(text)\"") }

  static func values(_ range: ClosedRange<Double>) -> Self {
    var evidence = Self(
      "not stated, inferred from values from \(range.lowerBound) to \(range.upperBound)")
    evidence.isOfValues = true
    return evidence
  }

  /// A date, which exists in the calendar in one order only.
  static func onlyPossible(_ text: String) -> Self {
    Self("\"\(text)\" is possible in one order only")
  }

  /// Adjacent dates, which are close in one order and weeks apart in the other.
  static func continuity(_ one: String, _ other: String) -> Self {
    Self("\"\(one)\" and \"\(other)\" are adjacent")
  }
}

enum CellDelimiter: UInt8, Hashable, Sendable, CaseIterable {
  case comma = 0x2C
  case semicolon = 0x3B
  case tab = 0x09
  case bar = 0x7C
}

enum DecimalSeparator: UInt8, Hashable, Sendable, CaseIterable {
  case point = 0x2E
  case comma = 0x2C
}
