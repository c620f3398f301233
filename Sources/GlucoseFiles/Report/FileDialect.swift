public import GlucoseMath
public import GlucoseFoundation

/// The properties detected in a file, each with its evidence.
public struct FileDialect: Equatable, Sendable {
  /// The format.
  public internal(set) var format: DetectedValue<FileFormat>
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
  public internal(set) var dateOrder: DetectedValue<DateOrder>?
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

enum DetectionEvidence: Hashable, Sendable, CustomStringConvertible {
  case byteOrderMark
  case validUTF8
  case zeroBytes
  case notUnicode
  /// This text of the header.
  case header(String)
  /// The arrangement of columns and rows, described.
  case structure(String)
  /// The notation of this cell.
  case notation(String)
  /// A statement of the caller, where the file states nothing.
  case caller
  /// All values, which are in this range.
  case values(ClosedRange<Double>)
  /// This date, which exists in the calendar in one order only.
  case onlyPossible(String)
  /// These adjacent dates, which are close in one order and weeks apart in the other.
  case continuity(String, String)

  var description: String {
    switch self {
    case .byteOrderMark: "byte order mark"
    case .validUTF8: "valid UTF-8"
    case .zeroBytes: "every second byte is zero"
    case .notUnicode: "not valid Unicode"
    case .header(let text): "header \"\(text)\""
    case .structure(let text): text
    case .notation(let text): "written \"\(text)\""
    case .caller: "stated by the caller"
    case .values(let range):
      "not stated, inferred from values from \(range.lowerBound) to \(range.upperBound)"
    case .onlyPossible(let text): "\"\(text)\" is possible in one order only"
    case .continuity(let one, let other): "\"\(one)\" and \"\(other)\" are adjacent"
    }
  }
}

/// The separator between the cells of a table.
enum CellDelimiter: UInt8, Hashable, Sendable, CaseIterable {
  case comma = 0x2C
  case semicolon = 0x3B
  case tab = 0x09
  case bar = 0x7C
}

/// The separator between the whole part of a number and its fraction.
enum DecimalSeparator: UInt8, Hashable, Sendable, CaseIterable {
  case point = 0x2E
  case comma = 0x2C
}
