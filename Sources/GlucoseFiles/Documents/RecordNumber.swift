// SPDX-License-Identifier: Apache-2.0

/// Numbers of records, held to what they can be.
enum RecordNumber {
  /// A concentration in whatever unit: above zero, and not too high for any.
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

  /// An amount or a duration: not negative, and at most `limit`, which nobody reaches.
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
  /// The concentration that a node gives, or `nil` if it gives nothing.
  func concentration(_ node: Int?) throws(RecordRejection) -> Double? {
    guard let node = filled(node) else { return nil }
    return try RecordNumber.concentration(number(node), excerpt(node))
  }

  /// The amount that a node gives, or `nil` if it gives nothing.
  func amount(_ node: Int?, upTo limit: Double = 1e6) throws(RecordRejection) -> Double? {
    guard let node = filled(node) else { return nil }
    return try RecordNumber.amount(number(node), upTo: limit, excerpt(node))
  }

  /// The value of a node, unless it is null or an empty text.
  func filled(_ node: Int?) -> Int? {
    guard let node = node.map({ unwrapped($0) }), nodes[node].kind != .null else { return nil }
    guard nodes[node].kind == .string else { return node }
    return nodes[node].range.allSatisfy { bytes[$0] == Byte.blank } ? nil : node
  }
}
