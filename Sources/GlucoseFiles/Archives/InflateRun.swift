/// A run of symbols that are decoded without a check of each for the end of input or output.
struct InflateRun {
  var index: Int
  /// The buffered bits, the next one lowest; those above ``bitCount`` are undefined.
  var bits: UInt64
  var bitCount: Int
  var count: Int

  enum Result {
    /// The input has ended, or little room remains.
    case margin
    case endOfBlock
    case invalidCode
    case beyondStart
  }

  /// Decodes symbols until the output has `limit` bytes or the buffered bits are those of the last
  /// packed byte or later ones.
  ///
  /// The input ends in ``BitReader/padding`` bytes, at least 512 bytes of the output follow `limit`,
  /// and every index of the tables' widths and of a link's width is valid.
  @unsafe
  mutating func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, limit: Int,
    _ literals: UnsafeBufferPointer<UInt32>, _ distances: UnsafeBufferPointer<UInt32>
  ) -> Result {
    guard let source = input.baseAddress, let target = output.baseAddress,
      let literals = literals.baseAddress, let distances = distances.baseAddress
    else { return .margin }
    // Up to a word is buffered, and each of two refills reads another.
    let lastIndex = input.count - BitReader.padding + 8
    let (literalMask, distanceMask) = (
      UInt64(1 << DeflateCodes.literalWidth - 1), UInt64(1 << DeflateCodes.distanceWidth - 1)
    )
    // In registers during the loop.
    var (index, bits, bitCount, count) = (index, bits, bitCount, count)
    defer { (self.index, self.bits, self.bitCount, self.count) = (index, bits, bitCount, count) }

    while index <= lastIndex, count < limit {
      // At least 56 bits: three literals, or a literal and a length.
      unsafe Self.refill(source, &index, &bits, &bitCount)
      var entry = unsafe literals[Int(truncatingIfNeeded: bits & literalMask)]
      var left = 3
      while entry & HuffmanCode.isLiteral != 0, left > 0 {
        bits &>>= UInt64(entry & 63)
        bitCount &-= Int(entry & 63)
        unsafe target.storeBytes(
          of: UInt8(truncatingIfNeeded: entry >> 16), toByteOffset: count, as: UInt8.self)
        count &+= 1
        left &-= 1
        entry = unsafe literals[Int(truncatingIfNeeded: bits & literalMask)]
      }
      if left == 0 { continue }
      if entry & HuffmanCode.isSpecial != 0 {
        if entry & HuffmanCode.isLink != 0 {
          bits &>>= UInt64(entry & 63)
          bitCount &-= Int(entry & 63)
          let mask = UInt64(1) &<< UInt64(entry >> 8 & 63) &- 1
          entry = unsafe literals[HuffmanCode.value(entry) &+ Int(truncatingIfNeeded: bits & mask)]
        }
        if entry & HuffmanCode.isLiteral != 0 {
          bits &>>= UInt64(entry & 63)
          bitCount &-= Int(entry & 63)
          unsafe target.storeBytes(
            of: UInt8(truncatingIfNeeded: entry >> 16), toByteOffset: count, as: UInt8.self)
          count &+= 1
          continue
        }
        if entry & HuffmanCode.isSpecial != 0 {
          bits &>>= UInt64(entry & 63)
          bitCount &-= Int(entry & 63)
          let isEnd = HuffmanCode.value(entry) == HuffmanCode.value(HuffmanCode.end)
          return isEnd ? .endOfBlock : .invalidCode
        }
      }
      let length = Self.value(entry, &bits, &bitCount)
      // A distance has at most 28 bits.
      unsafe Self.refill(source, &index, &bits, &bitCount)
      var far = unsafe distances[Int(truncatingIfNeeded: bits & distanceMask)]
      if far & HuffmanCode.isSpecial != 0 {
        if far & HuffmanCode.isLink != 0 {
          bits &>>= UInt64(far & 63)
          bitCount &-= Int(far & 63)
          let mask = UInt64(1) &<< UInt64(far >> 8 & 63) &- 1
          far = unsafe distances[HuffmanCode.value(far) &+ Int(truncatingIfNeeded: bits & mask)]
        }
        if far & HuffmanCode.isSpecial != 0 { return .invalidCode }
      }
      let distance = Self.value(far, &bits, &bitCount)
      guard distance <= count else { return .beyondStart }
      unsafe Self.copy(length, from: distance, target + count)
      count &+= length
    }
    return .margin
  }

  /// Buffers at least 56 bits; eight bytes must follow `index`.
  @unsafe @inline(__always)
  private static func refill(
    _ source: UnsafeRawPointer, _ index: inout Int, _ bits: inout UInt64, _ bitCount: inout Int
  ) {
    let word = unsafe source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    // Bits that are shifted in beyond the counted ones are shifted in again by the next refill.
    bits |= UInt64(littleEndian: word) &<< UInt64(truncatingIfNeeded: bitCount)
    index &+= (63 &- bitCount) &>> 3
    bitCount |= 56
  }

  /// Returns the value of an entry with its extra bits, and drops them.
  @inline(__always)
  private static func value(
    _ entry: HuffmanCode.Entry, _ bits: inout UInt64, _ bitCount: inout Int
  ) -> Int {
    let total = UInt64(entry & 63)
    let extra = (bits & (1 &<< total &- 1)) &>> UInt64(entry >> 8 & 63)
    bits &>>= total
    bitCount &-= Int(truncatingIfNeeded: total)
    return Int(entry >> 16) &+ Int(truncatingIfNeeded: extra)
  }

  /// Repeats `length` bytes from `distance` bytes before `target`; writes at most 16 bytes more.
  @unsafe @inline(__always)
  private static func copy(_ length: Int, from distance: Int, _ target: UnsafeMutableRawPointer) {
    let source = unsafe UnsafeRawPointer(target - distance)
    var offset = 0
    if distance >= 16 {
      repeat {
        let part = unsafe source.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
        unsafe target.storeBytes(of: part, toByteOffset: offset, as: SIMD16<UInt8>.self)
        offset &+= 16
      } while offset < length
    } else if distance >= 8 {
      repeat {
        let part = unsafe source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        unsafe target.storeBytes(of: part, toByteOffset: offset, as: UInt64.self)
        offset &+= 8
      } while offset < length
    } else {
      while offset < length {
        let byte = unsafe source.load(fromByteOffset: offset, as: UInt8.self)
        unsafe target.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
        offset &+= 1
      }
    }
  }
}
