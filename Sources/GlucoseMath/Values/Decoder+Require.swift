// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Decoder {
  /// Throws a data-corrupted error with the description `sentence` unless `condition` is true.
  ///
  /// Stored values may come from any source: decoding requires of the data the conditions that an
  /// initializer requires of its caller.
  ///
  /// - Throws: `DecodingError.dataCorrupted` at the decoder's path.
  package func require(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
    guard condition else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: sentence()))
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a number that must be finite. A property list can contain infinity and NaN, which no
  /// percentage, integer, or duration can represent.
  package func finiteNumber(forKey key: Key) throws -> Double {
    try finite(decode(Double.self, forKey: key), forKey: key)
  }

  /// Decodes a number that must be finite, or returns `nil` if there is none.
  package func finiteNumberIfPresent(forKey key: Key) throws -> Double? {
    try decodeIfPresent(Double.self, forKey: key).map { try finite($0, forKey: key) }
  }

  /// Decodes a time that must be within 30,000 years of 2001, as the days of a calendar are.
  package func calendarTime(forKey key: Key) throws -> Date {
    let time = try decode(Date.self, forKey: key)
    guard time.isInCalendar else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "A time must be within 30,000 years of 2001")
    }
    return time
  }

  private func finite(_ number: Double, forKey key: Key) throws -> Double {
    guard number.isFinite else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "A number must be finite")
    }
    return number
  }
}

extension Date {
  /// A Boolean value that indicates whether the time is within 30,000 years of 2001.
  package var isInCalendar: Bool { abs(timeIntervalSinceReferenceDate) < 1e12 }
}
