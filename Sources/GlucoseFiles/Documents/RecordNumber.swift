// SPDX-License-Identifier: Apache-2.0

/// Checks of the numbers of records.
enum RecordNumber {
  /// Returns a concentration in any unit after checking that it is above zero and not too high for
  /// any unit.
  static func concentration(
    _ number: Double?, _ text: @autoclosure () -> String
  ) throws(RecordRejection) -> Double {
    guard let number else { throw RecordRejection(.unreadableNumber, text()) }
    guard number > 0 else { throw RecordRejection(.notPositive, text()) }
    guard number <= PlausibleGlucose.highestEvidence else {
      throw RecordRejection(.implausible, text())
    }
    return number
  }

  /// Returns an amount or a duration after checking that it is not negative and at most `limit`,
  /// which no actual value reaches.
  static func amount(
    _ number: Double?, upTo limit: Double = 1e6, _ text: @autoclosure () -> String
  ) throws(RecordRejection) -> Double {
    guard let number else { throw RecordRejection(.unreadableNumber, text()) }
    guard number >= 0 else { throw RecordRejection(.notPositive, text()) }
    guard number <= limit else { throw RecordRejection(.implausible, text()) }
    return number
  }
}

extension JSONScanner {
  /// Returns the concentration in a node, or `nil` if it is empty.
  func concentration(_ node: Int?) throws(RecordRejection) -> Double? {
    guard let node = filled(node) else { return nil }
    return try RecordNumber.concentration(number(node), excerpt(node))
  }

  /// Returns the limit of a sensor's range that a word such as `LOW` in a node means.
  func limit(_ node: Int) -> GlucoseCell? {
    guard number(node) == nil, let word = text(node)?.lowercased() else { return nil }
    if LimitWords.low.contains(word) { return .low(nil) }
    return LimitWords.high.contains(word) ? .high(nil) : nil
  }

  /// Returns the amount in a node, or `nil` if it is empty.
  func amount(_ node: Int?, upTo limit: Double = 1e6) throws(RecordRejection) -> Double? {
    guard let node = filled(node) else { return nil }
    return try RecordNumber.amount(number(node), upTo: limit, excerpt(node))
  }

  /// Returns the value of a node, or `nil` if it is null or an empty text.
  func filled(_ node: Int?) -> Int? {
    guard let node = node.map({ unwrapped($0) }), nodes[node].kind != .null else { return nil }
    guard nodes[node].kind == .string else { return node }
    return nodes[node].range.allSatisfy { bytes[$0] == Byte.blank } ? nil : node
  }
}
