internal import GlucoseMath

enum GlucoseCell: Equatable {
  case missing
  case value(Double, GlucoseUnit?)
  /// A value below the device's range; the limit and its unit if the cell states them.
  case low(Double?, GlucoseUnit? = nil)
  case high(Double?, GlucoseUnit? = nil)

  var flags: ReadingFlags {
    switch self {
    case .missing, .value: []
    case .low: .belowDeviceLimit
    case .high: .aboveDeviceLimit
    }
  }
}

extension TableCursor {
  /// Returns the concentration in a cell, which is missing if there is no such column.
  mutating func glucose(_ column: Int?) throws(Rejection) -> GlucoseCell {
    guard let column else { return .missing }
    let range = range(column)
    guard let first = range.first.map({ bytes[$0] }) else { return .missing }
    if range.upperBound == bytes.count { try checkEnd(column, of: .concentration) }
    // "< 40", "<=40", "<40 mg/dL"
    let isLimit = first == UInt8(ascii: "<") || first == UInt8(ascii: ">")
    let start =
      isLimit ? range.dropFirst().first { !" =".utf8.contains(bytes[$0]) } : range.lowerBound
    if Byte.zero...Byte.nine ~= first || isLimit || first == Byte.minus && range.count > 1,
      let start, let number = number(in: start..<range.upperBound, of: column)
    {
      if number.end == range.upperBound, !isLimit { return try positive(number.value, nil, column) }
      let rest = String(decoding: bytes[number.end..<range.upperBound], as: UTF8.self).lowercased()
      let unit = GlucoseUnit(mentionedIn: rest)
      if unit != nil || rest.isEmpty {
        let value = try positive(number.value, unit, column)
        guard isLimit else { return value }
        return first == UInt8(ascii: "<") ? .low(number.value, unit) : .high(number.value, unit)
      }
      // "5٫6" has an Arabic decimal sign after a digit of ASCII.
      if !isLimit, let number = numberInOtherDigits(range) {
        return try positive(number, nil, column)
      }
      throw Rejection(.unreadableNumber, column: column)
    }
    guard let word = text(column)?.lowercased() else { return .missing }
    if LimitWords.low.contains(word) { return .low(nil) }
    if LimitWords.high.contains(word) { return .high(nil) }
    if LimitWords.missing.contains(word) { return .missing }
    if let number = numberInOtherDigits(range) { return try positive(number, nil, column) }
    throw Rejection(.unreadableNumber, column: column)
  }

  private func positive(
    _ value: Double, _ unit: GlucoseUnit?, _ column: Int
  ) throws(Rejection) -> GlucoseCell {
    guard value > 0 else { throw Rejection(.notPositive, column: column) }
    guard value <= PlausibleGlucose.highestEvidence
    else { throw Rejection(.implausible, column: column) }
    return .value(value, unit)
  }
}

enum LimitWords {
  static let low: Set<String> = [
    "low", "lo", "niedrig", "tief", "bajo", "baja", "bas", "basse", "faible", "basso", "bassa",
    "baixo", "baixa", "laag", "lav", "lavt", "låg", "lågt", "matala", "niski", "niskie", "nízká",
    "nízký", "nízka", "alacsony", "düşük", "nizka", "nisko", "низкий", "低",
  ]
  static let high: Set<String> = [
    "high", "hi", "hoch", "alto", "alta", "haut", "haute", "élevé", "élevée", "elevado", "elevada",
    "hoog", "høy", "høyt", "høj", "højt", "hög", "högt", "korkea", "wysoki", "wysokie", "vysoká",
    "vysoký", "magas", "yüksek", "visoka", "visoko", "высокий", "高",
  ]
  static let missing: Set<String> = [
    "na", "n/a", "#n/a", "nan", "null", "nil", "none", "missing", "-", "--", "---", ".",
  ]
}
