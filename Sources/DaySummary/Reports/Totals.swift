public import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

/// The total nutrition of a day's meals.
///
/// A total is `nil` if no meal includes the quantity, and 0 if all included quantities are 0. If
/// only some meals include it, the total is a lower bound; see ``mealsWithoutCarbs``. A quantity
/// that is negative or not finite counts as not included.
public struct NutritionTotal: Equatable, Sendable {
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

  package init(_ meals: [Meal]) {
    mealCount = meals.count
    carbs = meals.compactMap { $0.carbs?.quantity }.total
    protein = meals.compactMap { $0.protein?.quantity }.total
    fat = meals.compactMap { $0.fat?.quantity }.total
    mealsWithoutCarbs = meals.count { $0.carbs?.quantity == nil }
  }
}

extension Double {
  /// The number if it is a valid quantity, that is, finite and not negative; otherwise `nil`.
  package var quantity: Double? { isFinite && self >= 0 ? self : nil }
}

extension [Double] {
  var total: Double? { isEmpty ? nil : decimalSum }
}

/// The total insulin of a day, in international units.
///
/// An amount is `nil` if no dose of its action was logged. A dose that is negative or not finite
/// counts in ``doseCount`` and in no amount.
public struct InsulinTotal: Equatable, Sendable {
  /// The number of doses.
  public let doseCount: Int
  private let unspecified: Double?
  private let amounts: [InsulinDose.Action: Double]

  package init(_ doses: [InsulinDose]) {
    func total(_ action: InsulinDose.Action?) -> Double? {
      doses.compactMap { $0.action == action ? $0.units.quantity : nil }.total
    }
    doseCount = doses.count
    unspecified = total(nil)
    amounts = Set(doses.compactMap(\.action)).reduce(into: [:]) { $0[$1] = total($1) }
  }

  /// The actions with an amount: the predefined ones in their order, then others by name.
  public var actions: [InsulinDose.Action] {
    let known = InsulinDose.Action.allCases
    return known.filter { amounts[$0] != nil }
      + amounts.keys.filter { !known.contains($0) }.ordered { $0.rawValue < $1.rawValue }
  }

  /// The units of all doses.
  public var units: Double? {
    (actions.map { amounts[$0] } + [unspecified]).compactMap { $0 }.total
  }

  /// Returns the units of the doses with the given action, or of unspecified action if `action` is
  /// `nil`.
  public func units(of action: InsulinDose.Action?) -> Double? {
    guard let action else { return unspecified }
    return amounts[action]
  }
}

/// The total exercise of a day.
public struct ExerciseTotal: Equatable, Sendable {
  /// The number of activities that touch the day.
  public let count: Int
  /// The total time on the day; the time of overlapping activities counts once.
  public let duration: Duration
}

extension Sequence<ClosedRange<Date>> {
  /// The total time in the ranges; overlapping time counts once.
  var unionDuration: Duration {
    var seconds = 0.0
    var covered = Date.distantPast
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > covered {
      seconds += range.upperBound.timeIntervalSince(Swift.max(range.lowerBound, covered))
      covered = range.upperBound
    }
    return .seconds(seconds)
  }
}
