// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The random numbers of a simulation: the same seed and stream give the same numbers on every
/// platform, today and later.
///
/// PCG-XSH-RR with 64 bits of state and 32 of output (O'Neill, *Harvey Mudd College* HMC-CS-2014-0905).
/// It has streams: sequences of one seed that do not overlap. Each purpose draws from a stream of its
/// own, so that one more meal does not change the noise of the sensor.
///
/// Every draw is made of integer arithmetic and of +, −, × and ÷ on `Double`, which IEEE 754 defines
/// to the last bit. No draw calls the mathematical library, whose last bits differ by platform.
struct RandomSource: Sendable {
  private var state: UInt64 = 0
  private let increment: UInt64

  /// The stream `stream` of `seed`, both taken as they are.
  init(pcgSeed seed: UInt64, stream: UInt64) {
    increment = stream << 1 | 1
    _ = next()
    state &+= seed
    _ = next()
  }

  /// The numbers for `purpose` in the life of the person `seed`.
  init(seed: UInt64, for purpose: Purpose) {
    self.init(pcgSeed: Self.scrambled(seed), stream: purpose.stream)
  }

  /// What numbers are drawn for.
  enum Purpose {
    case physiology, habits, sensor, reactions
    /// The plan of a day, counted from the first day of the recording, which is 0.
    case day(Int)

    var stream: UInt64 {
      switch self {
      case .physiology: 1
      case .habits: 2
      case .sensor: 3
      case .reactions: 4
      case .day(let number): UInt64(1000 + number)
      }
    }
  }

  /// The next 32 random bits.
  mutating func next() -> UInt32 {
    let old = state
    state = old &* 6_364_136_223_846_793_005 &+ increment
    let shifted = UInt32(truncatingIfNeeded: (old >> 18 ^ old) >> 27)
    let rotation = UInt32(truncatingIfNeeded: old >> 59)
    return shifted >> rotation | shifted << ((~rotation &+ 1) & 31)
  }

  /// Bits that differ in about half their places where `bits` differ in one.
  static func scrambled(_ bits: UInt64) -> UInt64 {
    var generator = SplitMix64(seed: bits)
    return generator.next()
  }
}
