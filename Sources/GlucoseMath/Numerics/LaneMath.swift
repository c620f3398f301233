// SPDX-License-Identifier: Apache-2.0

// Logarithm and power of eight numbers at a time: vectors of two, the width of the baseline
// instruction set, would each wait for their own last step. Reduction and coefficients are those of
// Sun's fdlibm (1993); results are accurate to about one unit in the last place, as the C library's
// are, and the same on every machine.
extension SIMD8<Double> {
  /// The natural logarithms of positive, normal, finite numbers.
  @inline(__always)
  var naturalLogarithms: Self {
    typealias Bits = SIMD8<UInt64>
    // Moves the boundary between exponents from 1 to √½, so that the significand is in √½…√2.
    let root = Bits(repeating: 0x3FE6_A09E_667F_3BCD)
    let moved = bits &+ (Bits(repeating: 0x3FF0_0000_0000_0000) &- root)
    let significand = Self(
      bits: (moved & Bits(repeating: 0x000F_FFFF_FFFF_FFFF)) &+ root)
    // The bits of 2⁵² + n are the bits of n and those of 2⁵².
    let exponent =
      Self(bits: (moved &>> Bits(repeating: 52)) | Bits(repeating: 0x4330_0000_0000_0000))
      - (0x1p52 + 1023)
    let f = significand - 1
    let s = f / (f + 2)
    let z = s * s
    let w = z * z
    var even: Self = w * 0.153_138_376_992_093_73 + 0.222_221_984_321_497_84
    even = (even * w + 0.399_999_999_994_094_2) * w
    var odd: Self = w * 0.147_981_986_051_165_86 + 0.181_835_721_616_180_5
    odd = odd * w + 0.285_714_287_436_623_9
    odd = (odd * w + 0.666_666_666_666_673_5) * z
    let half: Self = f * f * 0.5
    let low: Self = s * (half + (even + odd)) + exponent * 1.908_214_929_270_587_7e-10
    return exponent * 0.693_147_180_369_123_8 - ((half - low) - f)
  }

  /// *e* to the power of numbers between −700 and 700.
  @inline(__always)
  var exponentials: Self {
    // Adding 1.5 × 2⁵² leaves the rounded number in the low bits.
    let shifted = self * 1.442_695_040_888_963_4 + 0x1.8p52
    let exponent = shifted - 0x1.8p52
    let high = self - exponent * 0.693_147_180_369_123_8
    let low = exponent * 1.908_214_929_270_587_7e-10
    let r = high - low
    let z = r * r
    var tail: Self = z * 4.138_136_797_057_238_5e-08 - 1.653_390_220_546_525_2e-06
    tail = tail * z + 6.613_756_321_437_934e-05
    tail = tail * z - 0.002_777_777_777_701_559_3
    tail = (tail * z + 0.166_666_666_666_666_02) * z
    let c = r - tail
    let quotient: Self = (r * c) / (2 - c)
    let significand: Self = 1 - ((low - quotient) - high)
    return Self(bits: significand.bits &+ (shifted.bits &<< SIMD8<UInt64>(repeating: 52)))
  }

  /// Returns positive numbers to the power `exponent`.
  @inline(__always)
  func powers(_ exponent: Double) -> Self { (naturalLogarithms * exponent).exponentials }
}
