// SPDX-License-Identifier: Apache-2.0

// Eight values at a time out of contiguous memory and into it, for loops that the compiler does not
// turn into vectors by itself.
extension Span where Element == Double {
  /// The eight values from `index` on.
  ///
  /// - Precondition: there are as many.
  @inline(__always)
  func lanes(at index: Int) -> SIMD8<Double> {
    // Checked against the span's end, and every pattern of bits is a Double.
    unsafe bytes.unsafeLoadUnaligned(
      fromByteOffset: index &* MemoryLayout<Double>.stride, as: SIMD8<Double>.self)
  }
}

extension MutableSpan where Element == Double {
  /// Puts eight values at the places from `index` on.
  ///
  /// - Precondition: there are as many.
  @inline(__always)
  mutating func setLanes(at index: Int, to values: SIMD8<Double>) {
    // Checked against the span's end, and every pattern of bits is a Double.
    var bytes = unsafe mutableBytes
    bytes.storeBytes(
      of: values, toByteOffset: index &* MemoryLayout<Double>.stride, as: SIMD8<Double>.self)
  }
}

// The operators of the standard library are at times resolved to their generic form, which goes lane by
// lane; these are not.
extension SIMD8<Double> {
  typealias Mask = SIMDMask<SIMD8<Int64>>

  /// The number of lanes: how many values a loop goes on at a time.
  static var width: Int { 8 }

  /// Where a lane is less (`<`) than the other.
  @inline(__always)
  func isBelow(_ other: Self) -> Mask { self .< other }

  /// Where a lane is less (`<`) than a number.
  @inline(__always)
  func isBelow(_ number: Double) -> Mask { isBelow(Self(repeating: number)) }

  /// Where a lane is greater (`>`) than the other.
  @inline(__always)
  func isAbove(_ other: Self) -> Mask { other .< self }

  /// Where a lane is greater (`>`) than a number.
  @inline(__always)
  func isAbove(_ number: Double) -> Mask { isAbove(Self(repeating: number)) }

  /// Where a lane is at most (`≤`) the other.
  @inline(__always)
  func isAtMost(_ other: Self) -> Mask { self .<= other }

  /// Where a lane is not NaN.
  @inline(__always)
  var isKnown: Mask { self .== self }

  /// The magnitudes.
  @inline(__always)
  var magnitudes: Self { replacing(with: -self, where: isBelow(0)) }

  /// These lanes where the mask is set, else zero.
  @inline(__always)
  func only(where mask: Mask) -> Self { Self.zero.replacing(with: self, where: mask) }
}

extension SIMDMask<SIMD8<Int64>> {
  /// The lanes, of which those that are set have all bits.
  @inline(__always)
  private var bits: SIMD8<Int64> {
    // Both types are the same eight lanes of 64 bits.
    unsafe unsafeBitCast(self, to: SIMD8<Int64>.self)
  }

  /// Whether any lane is set.
  @inline(__always)
  var isAnywhere: Bool {
    let four = bits.lowHalf | bits.highHalf
    let two = four.lowHalf | four.highHalf
    return two.x | two.y != 0
  }

  /// Whether all lanes are set.
  @inline(__always)
  var isEverywhere: Bool {
    let four = bits.lowHalf & bits.highHalf
    let two = four.lowHalf & four.highHalf
    return two.x & two.y != 0
  }
}
