// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
internal import GlucoseMath

/// What a day's meals contained, as far as it is known.
///
/// A total is `nil` if no meal states the quantity, and 0 if meals state it as 0. Where only some meals
/// state it, the total is that of those: a lower bound, which ``mealsWithoutCarbs`` tells apart.
/// A quantity that is negative or not finite counts as not stated.
public struct NutritionTotal: Hashable, Codable, Sendable {
  /// The number of meals.
  public let mealCount: Int
  /// Carbohydrate in grams, or `nil` if no meal states it.
  public let carbs: Double?
  /// Protein in grams, or `nil` if no meal states it.
  public let protein: Double?
  /// Fat in grams, or `nil` if no meal states it.
  public let fat: Double?
  /// The number of meals that do not state their carbohydrate.
  public let mealsWithoutCarbs: Int

  /// The total of `meals`.
  public init(_ meals: [Meal]) {
    mealCount = meals.count
    carbs = meals.compactMap { $0.carbs?.quantity }.total
    protein = meals.compactMap { $0.protein?.quantity }.total
    fat = meals.compactMap { $0.fat?.quantity }.total
    mealsWithoutCarbs = meals.count { $0.carbs?.quantity == nil }
  }
}

extension Double {
  /// The number if it can be an amount of something: finite and not negative.
  var quantity: Double? { isFinite && self >= 0 ? self : nil }
}

extension [Double] {
  /// The sum, or `nil` if there is nothing to add; that of decimal numbers is one.
  var total: Double? { isEmpty ? nil : decimalSum }
}
