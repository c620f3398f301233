/// The behavior of a virtual person and the accuracy of their judgment.
///
/// The habits represent real-world behavior, misjudgment included. They are not advice and do not
/// follow a dosing rule.
struct Habits: Equatable, Sendable {
  /// The times of getting up and of going to bed, in minutes after local midnight.
  var wakeMinute = 7 * 60
  var bedMinute = 23 * 60
  /// The delay of Saturdays and Sundays in minutes.
  var weekendDelayMinutes = 60
  /// The times of lunch and dinner, in minutes after local midnight.
  var lunchMinute = 12 * 60 + 30
  var dinnerMinute = 18 * 60 + 45
  /// The size of portions; 1 is the average.
  var portionScale = 1.0
  /// The probability of a snack in the afternoon, and of another in the evening.
  var snackProbability = 0.35

  /// The person's estimate of the grams of carbohydrate per unit of rapid-acting insulin.
  var carbsPerUnit: Double
  /// The person's estimate of the decrease of glucose per unit of rapid-acting insulin, in mmol/L.
  var correctionFactor: Double
  /// The daily units of long-acting insulin.
  var basalUnits: Double

  /// The median ratio of estimates of carbohydrate to the true values; below 1 in most people
  /// (Brazeau et al., *Diabetes Research and Clinical Practice* 99:19, 2013).
  var countingBias = 0.92
  /// The standard deviation of the logarithm of these estimates.
  var countingSpread = 0.22
  /// The usual time of injection before a meal, in minutes.
  var bolusLeadMinutes = 5
  /// The probability that a meal's dose is 10 to 45 minutes late.
  var lateBolusProbability = 0.2
  var missedBolusProbability = 0.07
  var missedSnackBolusProbability = 0.5
  var missedBasalProbability = 0.015

  /// The probability, per five minutes awake, that the person notices a low reading.
  var lowNoticeProbability = 0.15
  /// The probability, per five minutes awake, that the person acts on a reading above 250 mg/dL.
  var correctionProbability = 0.04
  var exerciseProbability = 0.3
  /// The probability that an illness starts on a day.
  var illnessProbability = 1.0 / 75
  /// The probability of stressful hours on a day.
  var stressProbability = 1.0 / 14
}
