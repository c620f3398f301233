// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary

/// The total insulin of a day, in international units.
///
/// An amount is `nil` if no dose of its action was logged. A dose that is negative or not finite
/// counts in ``doseCount`` and in no amount.
public struct InsulinTotal: Hashable, Codable, Sendable {
  /// The number of doses.
  public let doseCount: Int
  /// The units of rapid-acting insulin.
  public let rapidActing: Double?
  /// The units of long-acting insulin.
  public let longActing: Double?
  /// The units of premixed insulin.
  public let premixed: Double?
  /// The units of insulin of unspecified action.
  public let unspecified: Double?

  /// Creates the total of `doses`.
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

  /// The units of all doses.
  public var units: Double? {
    [rapidActing, longActing, premixed, unspecified].compactMap { $0 }.total
  }

  /// Returns the units of the doses with the given action, or of unspecified action if `action` is
  /// `nil`.
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
