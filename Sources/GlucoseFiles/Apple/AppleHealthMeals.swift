// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A collection of meals, whose nutrients are separate records in Apple Health.
struct AppleHealthMeals {
  /// The properties that the nutrients of one meal share, and the line of the first.
  struct Key: Hashable {
    var stamp: WrittenTime
    var device: Int
    var name: String?
    var zone: TimeZone?
    var line: Int

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.stamp == rhs.stamp && lhs.device == rhs.device && lhs.name == rhs.name
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(stamp)
      hasher.combine(device)
      hasher.combine(name)
    }
  }

  private var meals: [(key: Key, meal: Meal)] = []
  private var indices: [Key: Int] = [:]

  /// Adds a nutrient to the meal with its time, source, and name, or to a new meal if that one
  /// already has it.
  mutating func add(_ nutrient: WritableKeyPath<Meal, Double?>, _ amount: Double, _ key: Key) {
    if let index = indices[key], meals[index].meal[keyPath: nutrient] == nil {
      meals[index].meal[keyPath: nutrient] = amount
      return
    }
    indices[key] = meals.count
    var meal = Meal(name: key.name)
    meal[keyPath: nutrient] = amount
    meals.append((key, meal))
  }

  /// Adds all meals to the collector, in the order of their first records.
  mutating func finish(into collector: inout RowCollector) {
    for (key, meal) in meals {
      collector.add(
        [.meal(meal)], zone: key.zone, at: key.stamp, place: RowCollector.Place(line: key.line),
        stream: RowCollector.Stream(subject: 0, channel: .event, device: 0))
    }
    meals = []
  }
}
