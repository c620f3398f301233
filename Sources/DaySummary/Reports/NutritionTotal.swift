// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
internal import GlucoseMath

/// The total nutrition of a day's meals.
///
/// A total is `nil` if no meal includes the quantity, and 0 if all included quantities are 0. If
/// only some meals include it, the total is a lower bound; see ``mealsWithoutCarbs``. A quantity
/// that is negative or not finite counts as not included.
public struct NutritionTotal: Hashable, Codable, Sendable {
  /// The number of meals.
  public let mealCount: Int
  /// The carbohydrate in grams, or `nil` if no meal includes it.
  public let carbs: Double?
  /// The protein in grams, or `nil` if no meal includes it.
  public let protein: Double?
  /// The fat in grams, or `nil` if no meal includes it.
  public let fat: Double?
  /// The number of meals without a carbohydrate value.
  public let mealsWithoutCarbs: Int

  /// Creates the total of `meals`.
  public init(_ meals: [Meal]) {
    mealCount = meals.count
    carbs = meals.compactMap { $0.carbs?.quantity }.total
    protein = meals.compactMap { $0.protein?.quantity }.total
    fat = meals.compactMap { $0.fat?.quantity }.total
    mealsWithoutCarbs = meals.count { $0.carbs?.quantity == nil }
  }
}

extension Double {
  /// The number if it is a valid quantity, that is, finite and not negative; otherwise `nil`.
  var quantity: Double? { isFinite && self >= 0 ? self : nil }
}

extension [Double] {
  /// The decimal sum, or `nil` if the sequence is empty.
  var total: Double? { isEmpty ? nil : decimalSum }
}
