// SPDX-License-Identifier: Apache-2.0

/// Something to eat, in grams of what an ordinary portion contains.
struct Dish: Hashable, Sendable {
  var name: String
  var carbs: Double
  var protein: Double
  var fat: Double

  init(_ name: String, carbs: Double, protein: Double, fat: Double) {
    self.name = name
    self.carbs = carbs
    self.protein = protein
    self.fat = fat
  }

  /// This dish in a portion of another size.
  func portion(_ size: Double) -> Dish {
    Dish(name, carbs: size * carbs, protein: size * protein, fat: size * fat)
  }

  static let breakfasts = [
    Dish("Porridge", carbs: 45, protein: 10, fat: 7),
    Dish("Muesli with yoghurt", carbs: 50, protein: 14, fat: 9),
    Dish("Toast with cheese", carbs: 38, protein: 14, fat: 12),
    Dish("Eggs on toast", carbs: 28, protein: 18, fat: 16),
    Dish("Cornflakes with milk", carbs: 48, protein: 8, fat: 4),
  ]

  static let lunches = [
    Dish("Sandwich", carbs: 45, protein: 20, fat: 14),
    Dish("Soup with bread", carbs: 50, protein: 14, fat: 9),
    Dish("Chicken salad", carbs: 22, protein: 30, fat: 18),
    Dish("Rice with fish", carbs: 65, protein: 28, fat: 12),
    Dish("Baked potato with beans", carbs: 70, protein: 16, fat: 6),
  ]

  static let dinners = [
    Dish("Spaghetti bolognese", carbs: 80, protein: 32, fat: 20),
    Dish("Pizza", carbs: 90, protein: 35, fat: 38),
    Dish("Curry with rice", carbs: 78, protein: 30, fat: 22),
    Dish("Salmon with potatoes", carbs: 48, protein: 35, fat: 22),
    Dish("Noodles with vegetables", carbs: 65, protein: 18, fat: 12),
    Dish("Tacos", carbs: 55, protein: 28, fat: 26),
    Dish("Omelette with salad", carbs: 15, protein: 26, fat: 26),
  ]

  static let snacks = [
    Dish("Apple", carbs: 18, protein: 0, fat: 0),
    Dish("Banana", carbs: 25, protein: 1, fat: 0),
    Dish("Biscuits", carbs: 20, protein: 2, fat: 8),
    Dish("Ice cream", carbs: 28, protein: 4, fat: 13),
    Dish("Crisps", carbs: 18, protein: 2, fat: 12),
    Dish("Yoghurt", carbs: 17, protein: 9, fat: 3),
  ]
}
