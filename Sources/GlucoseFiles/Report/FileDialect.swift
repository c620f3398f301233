// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What was found out about a file, each with the evidence for it.
public struct FileDialect: Hashable, Sendable {
  /// The format.
  public internal(set) var format: DetectedValue<FileFormat>
  /// How the text was encoded.
  public internal(set) var encoding: DetectedValue<TextEncoding>
  /// What separates the cells, if the file is a table.
  public internal(set) var delimiter: DetectedValue<CellDelimiter>?
  /// The unit of the concentrations; `nil` if there were none, or they name different ones.
  public internal(set) var unit: DetectedValue<GlucoseUnit>?
  /// The zone on whose clock times without an offset were read; `nil` if there were none, for every
  /// time stated its instant.
  ///
  /// Days should be those of this zone.
  public internal(set) var zone: DetectedValue<TimeZone>?
  /// The order of the dates; `nil` if there were none.
  public internal(set) var dateOrder: DetectedValue<DateOrder>?
  /// The decimal separator; `nil` if no number has a fraction.
  public internal(set) var decimalSeparator: DetectedValue<DecimalSeparator>?
}

/// A fact about a file and the evidence for it.
public struct DetectedValue<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The fact.
  public var value: Value
  /// What it rests on.
  public var evidence: DetectionEvidence

  init(_ value: Value, _ evidence: DetectionEvidence) {
    self.value = value
    self.evidence = evidence
  }
}

/// What a fact about a file rests on.
public enum DetectionEvidence: Hashable, Sendable, CustomStringConvertible {
  /// The byte order mark at the start.
  case byteOrderMark
  /// The bytes are valid UTF-8.
  case validUTF8
  /// Every second byte is zero.
  case zeroBytes
  /// The bytes are valid in no encoding of Unicode.
  case notUnicode
  /// These words of the header.
  case header(String)
  /// The arrangement of columns and rows, described.
  case structure(String)
  /// The way this cell is written.
  case notation(String)
  /// What the caller stated, for the file is silent.
  case caller
  /// All values, which lie in this range.
  case values(ClosedRange<Double>)
  /// This date, which the calendar has in one order only.
  case onlyPossible(String)
  /// These neighbors, which lie close in one order and weeks apart in the other.
  case continuity(String, String)

  /// The evidence in words.
  public var description: String {
    switch self {
    case .byteOrderMark: "byte order mark"
    case .validUTF8: "valid UTF-8"
    case .zeroBytes: "every second byte is zero"
    case .notUnicode: "no valid Unicode"
    case .header(let text): "header \"\(text)\""
    case .structure(let text): text
    case .notation(let text): "written \"\(text)\""
    case .caller: "stated by the caller"
    case .values(let range): "values from \(range.lowerBound) to \(range.upperBound)"
    case .onlyPossible(let text): "\"\(text)\" has one reading only"
    case .continuity(let one, let other): "\"\(one)\" and \"\(other)\" are neighbors"
    }
  }
}

/// What separates the cells of a table.
public enum CellDelimiter: UInt8, Hashable, Sendable, CaseIterable {
  /// A comma.
  case comma = 0x2C
  /// A semicolon.
  case semicolon = 0x3B
  /// A tab.
  case tab = 0x09
  /// A vertical bar.
  case bar = 0x7C
}

/// What separates the whole part of a number from its fraction.
public enum DecimalSeparator: UInt8, Hashable, Sendable, CaseIterable {
  /// A point, as in 5.6.
  case point = 0x2E
  /// A comma, as in 5,6.
  case comma = 0x2C
}
