// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// A buffer for the bytes of a table or a document.
struct ByteBuilder {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func add(_ byte: UInt8) { bytes.append(byte) }

  mutating func add(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  /// Adds the shortest digits that are read back as the same number, without a fraction for a whole
  /// number.
  mutating func add(number: Double) {
    if number.magnitude < 1e15, number == number.rounded(.towardZero) {
      add("\(Int64(number))")
    } else {
      add("\(number)")
    }
  }

  /// Adds a time in ISO 8601 notation, to the nanosecond where necessary.
  mutating func add(time: Double, offset: Double) {
    // An offset with seconds, as before standard time, has no common notation.
    let offset = offset.truncatingRemainder(dividingBy: 60) == 0 ? offset : 0
    var whole = time.rounded(.down)
    var nanoseconds = Int(((time - whole) * 1e9).rounded())
    if nanoseconds == 1_000_000_000 { (whole, nanoseconds) = (whole + 1, 0) }
    let local = Int(whole) + Int(offset)
    let day = local >= 0 ? local / 86_400 : -((86_399 - local) / 86_400)
    let date = CivilDate(ordinal: day + CivilDate.referenceOrdinal)
    let second = local - day * 86_400
    add(date.year, digits: 4)
    add(Byte.minus)
    add(date.month, digits: 2)
    add(Byte.minus)
    add(date.day, digits: 2)
    add(UInt8(ascii: "T"))
    add(second / 3600, digits: 2)
    add(Byte.colon)
    add(second / 60 % 60, digits: 2)
    add(Byte.colon)
    add(second % 60, digits: 2)
    if nanoseconds != 0 {
      add(Byte.point)
      let isMilliseconds = nanoseconds % 1_000_000 == 0
      add(isMilliseconds ? nanoseconds / 1_000_000 : nanoseconds, digits: isMilliseconds ? 3 : 9)
    }
    guard offset != 0 else { return add(UInt8(ascii: "Z")) }
    add(offset < 0 ? Byte.minus : Byte.plus)
    let minutes = Int(offset.magnitude) / 60
    add(minutes / 60, digits: 2)
    add(Byte.colon)
    add(minutes % 60, digits: 2)
  }

  private mutating func add(_ number: Int, digits: Int) {
    var power = 1
    for _ in 1..<digits { power *= 10 }
    while power > 0 {
      bytes.append(Byte.zero + UInt8(number / power % 10))
      power /= 10
    }
  }

  /// Returns a cell in the notation of RFC 4180, in quotes if it contains characters with a special
  /// meaning.
  static func cell(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    let isPlain =
      bytes.allSatisfy {
        ![Byte.comma, Byte.quote, Byte.lineFeed, Byte.carriageReturn].contains($0)
      }
      && bytes.first != UInt8(ascii: "#") && bytes.first.map { $0 > Byte.blank } ?? true
      && bytes.last.map { $0 > Byte.blank } ?? true
    guard !isPlain else { return bytes }
    return [Byte.quote] + bytes.flatMap { $0 == Byte.quote ? [$0, $0] : [$0] } + [Byte.quote]
  }
}
