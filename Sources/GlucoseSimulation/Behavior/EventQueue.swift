internal import GlucoseDiary
internal import GlucoseMath

struct EventQueue: Sendable {
  enum Action: Sendable {
    /// The person eats the meal and estimates its carbohydrate at `estimate` grams.
    case eat(MealTemplate, estimate: Double)
    /// The person injects rapid-acting insulin for `carbs` grams of carbohydrate.
    case injectForMeal(carbs: Double)
    case injectLong(units: Double)
    case exercise(Exercise, minutes: Int, exertion: Double)
    /// An illness or stress that lasts for `minutes` starts.
    case beginCondition(DiaryCondition.Kind, minutes: Int, ExternalInputs)
  }

  struct Item: Sendable {
    /// The minutes after the start of the recording; negative before it.
    var minute: Int
    var action: Action
  }

  private var items: [Item] = []

  /// Adds actions. Actions in the same minute keep the order in which they were added.
  mutating func add(_ new: [Item]) {
    items = (items + new).ordered { $0.minute < $1.minute }
  }

  /// Removes and returns the first action that is due at `minute`, or returns `nil`.
  mutating func takeDue(_ minute: Int) -> Action? {
    guard let first = items.first, first.minute <= minute else { return nil }
    return items.removeFirst().action
  }
}
