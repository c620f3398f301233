// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary

/// The insulin taken on a day, in international units.
///
/// An amount is `nil` if no such dose was logged. A dose that is negative or not finite is counted in
/// ``doseCount`` and in no amount.
public struct InsulinTotal: Hashable, Codable, Sendable {
  /// The number of doses.
  public let doseCount: Int
  /// Units of rapid-acting insulin.
  public let rapidActing: Double?
  /// Units of long-acting insulin.
  public let longActing: Double?
  /// Units of mixed insulin.
  public let premixed: Double?
  /// Units of insulin whose action was not stated.
  public let unspecified: Double?

  /// The total of `doses`.
  public init(_ doses: [InsulinDose]) {
    func total(_ action: InsulinDose.Action?) -> Double? {
      doses.compactMap { $0.action == action ? $0.units.quantity : nil }.total
    }
    doseCount = doses.count
    rapidActing = total(.rapidActing)
    longActing = total(.longActing)
    premixed = total(.premixed)
    unspecified = total(nil)
  }

  /// Units of all doses together.
  public var units: Double? {
    [rapidActing, longActing, premixed, unspecified].compactMap { $0 }.total
  }

  /// Units of the doses that act as `action`; `nil` asks for those whose action was not stated.
  public func units(of action: InsulinDose.Action?) -> Double? {
    switch action {
    case .rapidActing: rapidActing
    case .longActing: longActing
    case .premixed: premixed
    case nil: unspecified
    }
  }

  private enum CodingKeys: String, CodingKey {
    case doseCount
    case rapidActing = "rapid"
    case longActing = "long"
    case premixed = "mixed"
    case unspecified
  }
}
