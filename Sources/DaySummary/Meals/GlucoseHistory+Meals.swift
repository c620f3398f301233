public import GlucoseDiary
internal import GlucoseMath
public import GlucoseFoundation

extension GlucoseHistory {
  /// Returns the glucose response to each wanted meal in `range`, in chronological order, from one
  /// read of the history.
  ///
  /// Readings and meals after the range count for the last meals in it, and other meals end the
  /// follow-up of those before them.
  public func mealResponses(
    in range: Range<Date>, where isWanted: (Meal) -> Bool = { _ in true }
  ) throws(Failure) -> [MealResponse] {
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

  /// Returns the glucose response to `meal`, or `nil` if the history does not contain the meal.
  public func response(to meal: DiaryEvent) throws(Failure) -> MealResponse? {
    guard meal.time.timeIntervalSinceReferenceDate.isFinite else { return nil }
    return try mealResponses(in: meal.time..<meal.time.addingTimeInterval(1))
      .first { $0.id == meal.id }
  }

  /// Returns the glucose responses to the meals named `name` in `range`, in chronological order.
  ///
  /// The comparison of names ignores case.
  public func responses(toMealsNamed name: String, in range: Range<Date>) throws(Failure)
    -> [MealResponse]
  {
    let name = name.lowercased()
    return try mealResponses(in: range) { $0.name?.lowercased() == name }
  }
}
