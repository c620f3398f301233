import GlucoseTestSupport

@testable import GlucoseFiles

extension [UInt8] {
  /// Replaces a byte by one of some harmful ones, or inserts it.
  mutating func damage(with harmful: [UInt8], _ random: inout SeededGenerator) {
    let place = Int.random(in: 0..<count, using: &random)
    let byte = harmful.randomElement(using: &random) ?? 0
    if Bool.random(using: &random) {
      self[place] = byte
    } else {
      insert(byte, at: place)
    }
  }
}
