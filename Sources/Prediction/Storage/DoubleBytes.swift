internal import GlucoseFoundation

/// A value that is stored as the bytes of its numbers: exactly, and in less space than as text.
///
/// The first byte is the width of each number: 4 if all of them are representable in single
/// precision, or 8. The numbers follow in little-endian order. They may be NaN or infinite.
package protocol NumberList: Codable {
  var numbers: [Double] { get }
  /// Creates a value from its numbers, or `nil` if their number is invalid.
  init?(numbers: [Double])
}

extension NumberList {
  package init(from decoder: any Decoder) throws {
    let bytes = [UInt8](try decoder.singleValueContainer().decode(Data.self))
    let width = Int(bytes.first ?? 0)
    guard width == 4 || width == 8, (bytes.count - 1) % width == 0,
      let value = Self(
        numbers: stride(from: 1, to: bytes.count, by: width).map { start in
          let pattern = bytes[start..<start + width].reversed()
            .reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
          return width == 8
            ? Double(bitPattern: pattern)
            : Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern)))
        })
    else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription:
            "There must be a width of 4 or 8 and that many bytes for each number, and in a "
            + "matrix the numbers of a triangle"))
    }
    self = value
  }

  package func encode(to encoder: any Encoder) throws {
    let numbers = numbers
    let width = numbers.allSatisfy { Double(Float($0)) == $0 } ? 4 : 8
    var bytes = [UInt8(width)]
    bytes.reserveCapacity(1 + width * numbers.count)
    for number in numbers {
      let pattern = width == 8 ? number.bitPattern : UInt64(Float(number).bitPattern)
      for byte in 0..<width { bytes.append(UInt8(truncatingIfNeeded: pattern >> UInt64(8 * byte))) }
    }
    var container = encoder.singleValueContainer()
    try container.encode(Data(bytes))
  }
}

@propertyWrapper
package struct DoubleBytes: Equatable, NumberList, Sendable {
  package var wrappedValue: [Double]

  package init(wrappedValue: [Double]) { self.wrappedValue = wrappedValue }

  package var numbers: [Double] { wrappedValue }

  package init(numbers: [Double]) { wrappedValue = numbers }
}
