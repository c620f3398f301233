// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary

/// What is going to happen, in order of time.
struct EventQueue: Sendable {
  enum Action: Sendable {
    /// The dish is eaten; the person takes its carbohydrate for `estimate`.
    case eat(MealTemplate, estimate: Double)
    /// The person injects for so much carbohydrate.
    case injectForMeal(carbs: Double)
    case injectLong(units: Double)
    case exercise(Exercise, minutes: Int, exertion: Double)
    /// An illness or stress lasts for `minutes`.
    case beginCondition(DiaryCondition.Kind, minutes: Int, ExternalInputs)
  }

  struct Item: Sendable {
    /// Minutes after the start of the recording; negative before it.
    var minute: Int
    var action: Action
  }

  private var items: [Item] = []

  /// Adds to what is going to happen; of one minute, what was added first happens first.
  mutating func add(_ new: [Item]) {
    items = (items + new).enumerated()
      .sorted { ($0.element.minute, $0.offset) < ($1.element.minute, $1.offset) }
      .map(\.element)
  }

  /// Takes out the first of what is due at `minute`.
  mutating func takeDue(_ minute: Int) -> Action? {
    guard let first = items.first, first.minute <= minute else { return nil }
    return items.removeFirst().action
  }
}
