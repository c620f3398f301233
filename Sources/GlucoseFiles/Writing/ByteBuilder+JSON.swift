// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// JSON in the making.
extension ByteBuilder {
  /// A string of JSON in its quotes.
  mutating func add(quoted text: String) {
    add(Byte.quote)
    for byte in text.utf8 {
      switch byte {
      case Byte.quote, UInt8(ascii: "\\"):
        add(UInt8(ascii: "\\"))
        add(byte)
      case Byte.lineFeed: add("\\n")
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        add("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: add(byte)
      }
    }
    add(Byte.quote)
  }

  /// A member of an object, with a comma before it unless it is the first.
  mutating func add(member name: String, first: Bool = false) {
    if !first { add(Byte.comma) }
    add(quoted: name)
    add(Byte.colon)
  }

  /// A member that is a string, if there is one.
  mutating func add(member name: String, text: String?) {
    guard let text else { return }
    add(member: name)
    add(quoted: text)
  }

  /// A member that is a number, if there is one and JSON can write it.
  mutating func add(member name: String, number: Double?) {
    guard let number, number.isFinite else { return }
    add(member: name)
    add(number: number)
  }

  /// A time in seconds since the reference date as milliseconds since 1970, to the nanosecond where
  /// need be.
  ///
  /// - Precondition: The time lies in the years 1 to 9999.
  mutating func add(milliseconds time: Double) {
    precondition(
      CSVWriter.writableTimes.contains(time), "A document writes times of the years 1 to 9999")
    var whole = time.rounded(.down)
    var nanoseconds = Int(((time - whole) * 1e9).rounded())
    if nanoseconds == 1_000_000_000 { (whole, nanoseconds) = (whole + 1, 0) }
    let seconds = Int(whole) + Int(Date.timeIntervalBetween1970AndReferenceDate)
    add("\(seconds * 1000 + nanoseconds / 1_000_000)")
    let rest = nanoseconds % 1_000_000
    if rest != 0 {
      let digits = "\(rest)"
      add("." + String(repeating: "0", count: 6 - digits.count) + digits)
    }
  }

  /// A time as ISO 8601 writes it in UTC, in quotes.
  ///
  /// - Precondition: The time lies in the years 1 to 9999.
  mutating func add(quotedTime time: Double) {
    precondition(
      CSVWriter.writableTimes.contains(time), "A document writes times of the years 1 to 9999")
    add(Byte.quote)
    add(time: time, offset: 0)
    add(Byte.quote)
  }
}
