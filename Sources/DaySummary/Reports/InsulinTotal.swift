// SPDX-License-Identifier: Apache-2.0

public import Diary

/// The insulin taken on a day, in international units.
///
/// An amount is `nil` if no such dose was logged. A dose that is negative or not finite is counted in
/// ``doseCount`` and in no amount.
public struct InsulinTotal: Hashable, Codable, Sendable {
  /// The number of doses.
  public let doseCount: Int
  /// Units of rapid-acting insulin.
  public let rapid: Double?
  /// Units of long-acting insulin.
  public let long: Double?
  /// Units of mixed insulin.
  public let mixed: Double?
  /// Units of insulin whose action was not stated.
  public let unspecified: Double?

  /// The total of `doses`.
  public init(_ doses: [InsulinDose]) {
    func total(_ action: InsulinDose.Action?) -> Double? {
      doses.compactMap { $0.action == action ? $0.units.quantity : nil }.total
    }
    doseCount = doses.count
    rapid = total(.rapid)
    long = total(.long)
    mixed = total(.mixed)
    unspecified = total(nil)
  }

  /// Units of all doses together.
  public var units: Double? { [rapid, long, mixed, unspecified].compactMap { $0 }.total }

  /// Units of the doses that act as `action`; `nil` asks for those whose action was not stated.
  public func units(of action: InsulinDose.Action?) -> Double? {
    switch action {
    case .rapid: rapid
    case .long: long
    case .mixed: mixed
    case nil: unspecified
    }
  }
}
