/// The FNV-1a hash of 64 bits (Fowler, Noll and Vo, 1991), the same on every machine.
package struct FNVHash {
  @usableFromInline var sum: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  @inlinable
  package var value: UInt64 { sum }

  @inlinable
  package mutating func add(_ byte: UInt8) { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// The hash as 16 hexadecimal digits.
  package var digits: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
