// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
internal import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension GlucoseHistory {
  /// How glucose went after each meal eaten in `range`, in order of time, from one read of the history.
  ///
  /// - Parameters:
  ///   - range: When the meals were eaten; readings and meals after it count for the last ones.
  ///   - isWanted: Which meals to follow; the others still end the course of those before them.
  /// - Throws: What the history throws when it cannot be read.
  /// - Complexity: O(*m* + *n*) in the meals and the readings around them.
  public func mealResponses(
    in range: Range<Date>, where isWanted: (Meal) -> Bool = { _ in true }
  ) throws -> [MealResponse] {
    let reach = MealResponse.reach
    let series = try series(
      in: range.lowerBound.addingTimeInterval(
        -900)..<range.upperBound.addingTimeInterval(reach + 1801))
    let meals = try events(in: range.lowerBound..<range.upperBound.addingTimeInterval(reach))
      .chronological.compactMap { event -> (event: DiaryEvent, meal: Meal)? in
        guard case .meal(let meal) = event.content else { return nil }
        return (event, meal)
      }
    var next = 0
    return meals.compactMap { event, meal in
      while next < meals.count, meals[next].event.time <= event.time.addingTimeInterval(900) {
        next += 1
      }
      guard range.contains(event.time), isWanted(meal) else { return nil }
      return MealResponse(
        to: meal, event, series,
        nextSitting: next < meals.count ? meals[next].event.time : nil)
    }
  }

  /// How glucose went after `meal`, or `nil` if the history has no such meal.
  ///
  /// - Throws: What the history throws when it cannot be read.
  public func response(to meal: DiaryEvent) throws -> MealResponse? {
    guard meal.time.timeIntervalSinceReferenceDate.isFinite else { return nil }
    return try mealResponses(in: meal.time..<meal.time.addingTimeInterval(1))
      .first { $0.id == meal.id }
  }

  /// How glucose went each time a meal of this name was eaten in `range`, in order of time.
  ///
  /// Names are the same if they differ in capitals only.
  ///
  /// - Throws: What the history throws when it cannot be read.
  public func responses(toMealsNamed name: String, in range: Range<Date>) throws -> [MealResponse] {
    let name = name.lowercased()
    return try mealResponses(in: range) { $0.name?.lowercased() == name }
  }
}
