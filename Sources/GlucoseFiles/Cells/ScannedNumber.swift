/// A decimal number at the start of a range of bytes: a sign, digits, a separator and digits, an
/// exponent.
struct ScannedNumber {
  /// The number, rounded correctly to the nearest `Double`.
  let value: Double
  /// The decimal separator, if the number has one.
  let separator: DecimalSeparator?
  /// The position after the number.
  let end: Int

  /// Creates the number at the start of `range`, or `nil` if there is none.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>, allowingComma: Bool) {
    var index = range.lowerBound
    let limit = range.upperBound
    var isNegative = false
    if index < limit, bytes[index] == Byte.minus || bytes[index] == Byte.plus {
      isNegative = bytes[index] == Byte.minus
      index += 1
    }
    var digits: UInt64 = 0
    var digitCount = 0
    var fractionCount = 0
    var separator: DecimalSeparator?
    while index < limit {
      let byte = bytes[index]
      if Byte.zero <= byte, byte <= Byte.nine {
        if digitCount < 19 { digits = digits &* 10 &+ UInt64(byte &- Byte.zero) }
        digitCount += 1
        if separator != nil { fractionCount += 1 }
      } else if separator == nil, byte == Byte.point {
        separator = .point
      } else if separator == nil, allowingComma, byte == Byte.comma {
        separator = .comma
      } else {
        break
      }
      index += 1
    }
    guard digitCount > 0 else { return nil }
    var hasExponent = false
    if index < limit, bytes[index] | 0x20 == UInt8(ascii: "e") {
      var digit = index + 1
      if digit < limit, bytes[digit] == Byte.minus || bytes[digit] == Byte.plus { digit += 1 }
      let first = digit
      while digit < limit, Byte.zero <= bytes[digit], bytes[digit] <= Byte.nine { digit += 1 }
      if digit > first {
        hasExponent = true
        index = digit
      }
    }
    if !hasExponent, digitCount <= 19, fractionCount <= DecimalFraction.mostPlaces {
      let magnitude = Self.value(digits, places: fractionCount)
      value = isNegative ? -magnitude : magnitude
    } else {
      var text: [UInt8] = []
      for position in range.lowerBound..<index {
        text.append(bytes[position] == Byte.comma ? Byte.point : bytes[position])
      }
      if text.last == Byte.point { text.removeLast() }
      guard let exact = Double(String(decoding: text, as: UTF8.self)) else { return nil }
      value = exact
    }
    self.separator = separator
    end = index
  }

  /// Returns the number nearest to `digits` divided by ten to the power of `places`.
  ///
  /// - Precondition: `places` is from 0 to ``DecimalFraction/mostPlaces``.
  @inline(__always)
  static func value(_ digits: UInt64, places: Int) -> Double {
    if places == 0 { return Double(digits) }
    if digits <= 1 << 53, places < powers.count {
      // Both operands are exact, so the quotient is rounded once (Clinger 1990).
      return Double(digits) / powers[places]
    }
    return DecimalFraction.value(digits, places: places)
  }

  /// The powers of ten that are exact as a `Double`.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

/// A conversion of up to nineteen digits with decimal places to the nearest `Double`.
///
/// The digits are multiplied by a power of five to 128 bits, which determines the nearest number in
/// every case (Lemire, "Number parsing at a gigabyte per second", *Software: Practice and Experience*
/// 51, 2021; Mushtak and Lemire, "Fast number parsing without fallback", *Software: Practice and
/// Experience* 53, 2023).
enum DecimalFraction {
  /// The maximum number of decimal places.
  static var mostPlaces: Int { powers.count }

  /// Returns the number nearest to `digits` divided by ten to the power of `places`, to the even one
  /// of two.
  ///
  /// - Precondition: `places` is from 1 to ``mostPlaces``.
  static func value(_ digits: UInt64, places: Int) -> Double {
    guard digits > 0 else { return 0 }
    let zeros = digits.leadingZeroBitCount
    let digits = digits << UInt64(zeros)
    let power = powers[places - 1]
    var (high, low) = digits.multipliedFullWidth(by: power.high)
    // The lower half of the power matters only if the bits below the mantissa are all ones.
    if high & 0x1FF == 0x1FF {
      let more = digits.multipliedFullWidth(by: power.low).high
      let (sum, isOver) = low.addingReportingOverflow(more)
      low = sum
      if isOver { high &+= 1 }
    }
    let upper = high >> 63
    // Three bits more than the mantissa: a leading one and two that decide how it is rounded.
    let shift = upper + 9
    var mantissa = high >> shift
    // The exponent of two of ten to the power of −`places`, and of the digits.
    let exponent = (217_706 * -places) >> 16 + 63 + Int(upper) - zeros + 1023
    // Half way between two numbers, which only a few decimal places allow.
    if low <= 1, places <= 4, mantissa & 3 == 1, mantissa << shift == high { mantissa &= ~1 }
    mantissa = (mantissa + mantissa & 1) >> 1
    if mantissa >> 53 != 0 {
      return Double(sign: .plus, exponentBitPattern: UInt(exponent + 1), significandBitPattern: 0)
    }
    return Double(
      sign: .plus, exponentBitPattern: UInt(exponent), significandBitPattern: mantissa & ~(1 << 52))
  }

  /// The first 128 bits of 1/5, 1/25, and so on, rounded up.
  private static let powers: [(high: UInt64, low: UInt64)] = [
    (0xCCCC_CCCC_CCCC_CCCC, 0xCCCC_CCCC_CCCC_CCCD),
    (0xA3D7_0A3D_70A3_D70A, 0x3D70_A3D7_0A3D_70A4),
    (0x8312_6E97_8D4F_DF3B, 0x645A_1CAC_0831_26EA),
    (0xD1B7_1758_E219_652B, 0xD3C3_6113_404E_A4A9),
    (0xA7C5_AC47_1B47_8423, 0x0FCF_80DC_3372_1D54),
    (0x8637_BD05_AF6C_69B5, 0xA63F_9A49_C2C1_B110),
    (0xD6BF_94D5_E57A_42BC, 0x3D32_9076_0469_1B4D),
    (0xABCC_7711_8461_CEFC, 0xFDC2_0D2B_36BA_7C3E),
    (0x8970_5F41_36B4_A597, 0x3168_0A88_F895_3031),
    (0xDBE6_FECE_BDED_D5BE, 0xB573_440E_5A88_4D1C),
    (0xAFEB_FF0B_CB24_AAFE, 0xF78F_69A5_1539_D749),
    (0x8CBC_CC09_6F50_88CB, 0xF93F_87B7_442E_45D4),
    (0xE12E_1342_4BB4_0E13, 0x2865_A5F2_06B0_6FBA),
    (0xB424_DC35_095C_D80F, 0x5384_84C1_9EF3_8C95),
    (0x901D_7CF7_3AB0_ACD9, 0x0F9D_3701_4BF6_0A11),
    (0xE695_94BE_C44D_E15B, 0x4C2E_BE68_7989_A9B4),
    (0xB877_AA32_36A4_B449, 0x09BE_FEB9_FAD4_87C3),
    (0x9392_EE8E_921D_5D07, 0x3AFF_322E_6243_9FD0),
    (0xEC1E_4A7D_B695_61A5, 0x2B31_E9E3_D06C_32E6),
    (0xBCE5_0864_9211_1AEA, 0x88F4_BB1C_A6BC_F585),
    (0x971D_A050_74DA_7BEE, 0xD3F6_FC16_EBCA_5E04),
    (0xF1C9_0080_BAF7_2CB1, 0x5324_C68B_12DD_6339),
    (0xC16D_9A00_9592_8A27, 0x75B7_053C_0F17_8294),
    (0x9ABE_14CD_4475_3B52, 0xC492_6A96_7279_3543),
    (0xF796_87AE_D3EE_C551, 0x3A83_DDBD_83F5_2205),
    (0xC612_0625_7658_9DDA, 0x9536_4AFE_032A_819E),
    (0x9E74_D1B7_91E0_7E48, 0x775E_A264_CF55_347E),
  ]
}
