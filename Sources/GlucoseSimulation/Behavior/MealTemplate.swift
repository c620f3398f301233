internal import GlucoseDiary

/// A food with its contents in grams per average portion.
struct MealTemplate: Equatable, Sendable {
  var name: String
  var carbs: Double
  /// The part of the carbohydrate that is sugar, which is absorbed faster.
  var sugar: Double
  var protein: Double
  var fat: Double

  func portion(_ size: Double) -> MealTemplate {
    MealTemplate(
      name: name, carbs: size * carbs, sugar: size * sugar, protein: size * protein, fat: size * fat
    )
  }

  static let breakfasts = [
    MealTemplate(name: "Porridge", carbs: 45, sugar: 10, protein: 10, fat: 7),
    MealTemplate(name: "Muesli with yoghurt", carbs: 50, sugar: 24, protein: 14, fat: 9),
    MealTemplate(name: "Toast with cheese", carbs: 38, sugar: 6, protein: 14, fat: 12),
    MealTemplate(name: "Eggs on toast", carbs: 28, sugar: 4, protein: 18, fat: 16),
    MealTemplate(name: "Cornflakes with milk", carbs: 48, sugar: 16, protein: 8, fat: 4),
  ]

  static let lunches = [
    MealTemplate(name: "Sandwich", carbs: 45, sugar: 7, protein: 20, fat: 14),
    MealTemplate(name: "Soup with bread", carbs: 50, sugar: 10, protein: 14, fat: 9),
    MealTemplate(name: "Chicken salad", carbs: 22, sugar: 7, protein: 30, fat: 18),
    MealTemplate(name: "Rice with fish", carbs: 65, sugar: 6, protein: 28, fat: 12),
    MealTemplate(name: "Baked potato with beans", carbs: 70, sugar: 12, protein: 16, fat: 6),
  ]

  static let dinners = [
    MealTemplate(name: "Spaghetti bolognese", carbs: 80, sugar: 12, protein: 32, fat: 20),
    MealTemplate(name: "Pizza", carbs: 90, sugar: 10, protein: 35, fat: 38),
    MealTemplate(name: "Curry with rice", carbs: 78, sugar: 12, protein: 30, fat: 22),
    MealTemplate(name: "Salmon with potatoes", carbs: 48, sugar: 5, protein: 35, fat: 22),
    MealTemplate(name: "Noodles with vegetables", carbs: 65, sugar: 12, protein: 18, fat: 12),
    MealTemplate(name: "Tacos", carbs: 55, sugar: 8, protein: 28, fat: 26),
    MealTemplate(name: "Omelette with salad", carbs: 15, sugar: 5, protein: 26, fat: 26),
  ]

  static let snacks = [
    MealTemplate(name: "Apple", carbs: 18, sugar: 14, protein: 0, fat: 0),
    MealTemplate(name: "Banana", carbs: 25, sugar: 17, protein: 1, fat: 0),
    MealTemplate(name: "Biscuits", carbs: 20, sugar: 9, protein: 2, fat: 8),
    MealTemplate(name: "Ice cream", carbs: 28, sugar: 24, protein: 4, fat: 13),
    MealTemplate(name: "Crisps", carbs: 18, sugar: 1, protein: 2, fat: 12),
    MealTemplate(name: "Yoghurt", carbs: 17, sugar: 16, protein: 9, fat: 3),
  ]
}

/// A kind of exercise with its increase of the heart rate as a fraction of the resting heart rate.
struct ExerciseTemplate: Sendable {
  var name: String
  var intensity: Exercise.Intensity
  var exertion: Double
  var minutes: ClosedRange<Int>

  static let all = [
    ExerciseTemplate(name: "Walk", intensity: .light, exertion: 0.3, minutes: 30...80),
    ExerciseTemplate(name: "Cycling", intensity: .moderate, exertion: 0.6, minutes: 25...70),
    ExerciseTemplate(name: "Gym", intensity: .moderate, exertion: 0.5, minutes: 30...60),
    ExerciseTemplate(name: "Run", intensity: .vigorous, exertion: 0.9, minutes: 20...45),
    ExerciseTemplate(name: "Football", intensity: .vigorous, exertion: 0.8, minutes: 45...75),
  ]
}
