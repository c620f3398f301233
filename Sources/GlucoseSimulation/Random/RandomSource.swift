internal import GlucoseMath

/// A generator of the random numbers of a simulation. The same seed and stream produce the same
/// numbers on every platform.
///
/// The generator is PCG-XSH-RR with 64 bits of state and 32 of output (O'Neill, *Harvey Mudd
/// College* HMC-CS-2014-0905). Streams are sequences of one seed that do not overlap. Each purpose
/// has its own stream, so that one more meal does not change the noise of the sensor.
///
/// All draws use integer arithmetic and +, −, ×, and ÷ on `Double`, which IEEE 754 defines to the
/// last bit. No draw calls the mathematical library, whose last bits differ between platforms.
struct RandomSource: Sendable {
  private var state: UInt64 = 0
  private let increment: UInt64

  /// Creates the stream `stream` of `seed` without scrambling either.
  init(pcgSeed seed: UInt64, stream: UInt64) {
    increment = stream << 1 | 1
    _ = next()
    state &+= seed
    _ = next()
  }

  init(seed: UInt64, for purpose: Purpose) {
    self.init(pcgSeed: Self.scrambled(seed), stream: purpose.stream)
  }

  enum Purpose {
    case physiology, habits, sensor, reactions
    /// The plan of a day, counted from the first day of the recording, which is 0.
    case day(Int)
    /// The faults of a day, counted from the first day of the series, which is 0.
    case faults(Int)

    var stream: UInt64 {
      switch self {
      case .physiology: 1
      case .habits: 2
      case .sensor: 3
      case .reactions: 4
      case .day(let number): UInt64(1000 + number)
      case .faults(let number): UInt64(1_000_000_000 + number)
      }
    }
  }

  mutating func next() -> UInt32 {
    let old = state
    state = old &* 6_364_136_223_846_793_005 &+ increment
    let shifted = UInt32(truncatingIfNeeded: (old >> 18 ^ old) >> 27)
    let rotation = UInt32(truncatingIfNeeded: old >> 59)
    return shifted >> rotation | shifted << ((~rotation &+ 1) & 31)
  }

  /// Returns bits of which about half differ if one of `bits` differs.
  static func scrambled(_ bits: UInt64) -> UInt64 {
    var generator = SplitMix64(seed: bits)
    return generator.next()
  }
}
