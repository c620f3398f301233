// Loads and stores of eight contiguous values, for loops that the compiler does not vectorize.
extension Span where Element == Double {
  /// Returns the eight values from `index`, which must be in the span.
  @inline(__always)
  func lanes(at index: Int) -> SIMD8<Double> {
    // Checked against the span's end, and every bit pattern is a valid Double.
    unsafe bytes.unsafeLoadUnaligned(
      fromByteOffset: index &* MemoryLayout<Double>.stride, as: SIMD8<Double>.self)
  }
}

extension MutableSpan where Element == Double {
  /// Stores eight values from `index`, which must be in the span.
  @inline(__always)
  mutating func setLanes(at index: Int, to values: SIMD8<Double>) {
    // Checked against the span's end, and every bit pattern is a valid Double.
    var bytes = unsafe mutableBytes
    bytes.storeBytes(
      of: values, toByteOffset: index &* MemoryLayout<Double>.stride, as: SIMD8<Double>.self)
  }
}

// The operators of the standard library may be resolved to their generic form, which is evaluated
// lane by lane; these are not.
extension SIMD8<Double> {
  typealias Mask = SIMDMask<SIMD8<Int64>>

  static var width: Int { 8 }

  @inline(__always)
  func isBelow(_ other: Self) -> Mask { self .< other }

  @inline(__always)
  func isBelow(_ number: Double) -> Mask { isBelow(Self(repeating: number)) }

  @inline(__always)
  func isAbove(_ other: Self) -> Mask { other .< self }

  @inline(__always)
  func isAbove(_ number: Double) -> Mask { isAbove(Self(repeating: number)) }

  @inline(__always)
  func isAtMost(_ other: Self) -> Mask { self .<= other }

  /// The lanes that are not NaN.
  @inline(__always)
  var isKnown: Mask { self .== self }

  @inline(__always)
  var magnitudes: Self {
    Self(bits: bits & SIMD8<UInt64>(repeating: 0x7FFF_FFFF_FFFF_FFFF))
  }

  /// Returns the lesser of the lanes and the other's; the other's where this one is NaN.
  @inline(__always)
  func lesser(_ other: Self) -> Self {
    byPairs(other) { $1.replacing(with: $0, where: $0 .< $1) }
  }

  /// Returns the greater of the lanes and the other's; the other's where this one is NaN.
  @inline(__always)
  func greater(_ other: Self) -> Self {
    byPairs(other) { $1.replacing(with: $0, where: $0 .> $1) }
  }

  /// Operates on two lanes at a time, for which the baseline instruction set has an instruction.
  @inline(__always)
  private func byPairs(
    _ other: Self, _ operation: (SIMD2<Double>, SIMD2<Double>) -> SIMD2<Double>
  ) -> Self {
    Self(
      lowHalf: SIMD4(
        lowHalf: operation(lowHalf.lowHalf, other.lowHalf.lowHalf),
        highHalf: operation(lowHalf.highHalf, other.lowHalf.highHalf)),
      highHalf: SIMD4(
        lowHalf: operation(highHalf.lowHalf, other.highHalf.lowHalf),
        highHalf: operation(highHalf.highHalf, other.highHalf.highHalf)))
  }

  @inline(__always)
  var bits: SIMD8<UInt64> {
    // Both types are eight lanes of 64 bits, and every bit pattern is a value.
    unsafe unsafeBitCast(self, to: SIMD8<UInt64>.self)
  }

  @inline(__always)
  init(bits: SIMD8<UInt64>) {
    // As above.
    self = unsafe unsafeBitCast(bits, to: SIMD8<Double>.self)
  }

  @inline(__always)
  func only(where mask: Mask) -> Self { Self.zero.replacing(with: self, where: mask) }
}

extension SIMDMask<SIMD8<Int64>> {
  /// The lanes as bits: all ones where the mask is set.
  @inline(__always)
  private var bits: SIMD8<Int64> {
    // Both types are the same eight lanes of 64 bits.
    unsafe unsafeBitCast(self, to: SIMD8<Int64>.self)
  }

  @inline(__always)
  var isAnywhere: Bool {
    let four = bits.lowHalf | bits.highHalf
    let two = four.lowHalf | four.highHalf
    return two.x | two.y != 0
  }

  @inline(__always)
  var isEverywhere: Bool {
    let four = bits.lowHalf & bits.highHalf
    let two = four.lowHalf & four.highHalf
    return two.x & two.y != 0
  }
}
