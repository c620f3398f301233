// SPDX-License-Identifier: Apache-2.0

/// What a virtual person does in a day, and how well they judge it.
///
/// The habits stand for behavior that is seen in life, misjudgment included. They are no advice and
/// are built from no dosing rule.
public struct Habits: Hashable, Codable, Sendable {
  /// When the person gets up, in minutes after midnight by the local clock.
  public var wakes = 7 * 60
  /// When the person goes to bed, in minutes after midnight by the local clock.
  public var goesToBed = 23 * 60
  /// By how many minutes Saturdays and Sundays start later.
  public var weekendDelay = 60
  /// When the person has lunch, in minutes after midnight by the local clock.
  public var lunch = 12 * 60 + 30
  /// When the person has dinner, in minutes after midnight by the local clock.
  public var dinner = 18 * 60 + 45
  /// The size of this person's portions; 1 is ordinary.
  public var appetite = 1.0
  /// How likely a snack is, in the afternoon and again in the evening.
  public var snackProbability = 0.35

  /// How many grams of carbohydrate the person reckons to a unit of rapid insulin.
  public var carbsPerUnit: Double
  /// How far the person reckons a unit of rapid insulin to lower glucose, in mmol/L.
  public var correctionFactor: Double
  /// The long-acting insulin of a day, in units.
  public var basalUnits: Double

  /// What the person's estimates of carbohydrate are on average, as a share of the truth; below 1 in
  /// most people, who underestimate (Brazeau et al., *Diabetes Research and Clinical Practice* 99:19,
  /// 2013).
  public var countingBias = 0.92
  /// The standard deviation of the logarithm of these estimates.
  public var countingSpread = 0.22
  /// How many minutes before a meal the person injects when all goes well.
  public var bolusLead = 5
  /// How likely a meal's dose comes 10 to 45 minutes after it began.
  public var lateBolusProbability = 0.2
  /// How likely a meal's dose is forgotten.
  public var missedBolusProbability = 0.07
  /// How likely a snack is eaten without a dose.
  public var missedSnackBolusProbability = 0.5
  /// How likely the day's long-acting dose is forgotten.
  public var missedBasalProbability = 0.015

  /// How likely the person notices a low reading, awake, in five minutes.
  public var attention = 0.15
  /// How likely the person acts, awake, on a reading above 250 mg/dL in five minutes.
  public var correctionProbability = 0.04
  /// How likely there is exercise in a day.
  public var exerciseProbability = 0.3
  /// How likely an illness begins in a day.
  public var illnessProbability = 1.0 / 75
  /// How likely there are stressful hours in a day.
  public var stressProbability = 1.0 / 14

  /// Habits of an average person who reckons with these numbers.
  public init(carbsPerUnit: Double, correctionFactor: Double, basalUnits: Double) {
    self.carbsPerUnit = carbsPerUnit
    self.correctionFactor = correctionFactor
    self.basalUnits = basalUnits
  }

  private enum CodingKeys: String, CodingKey {
    case wakes, goesToBed, weekendDelay, lunch, dinner, appetite
    case snackProbability = "snackChance"
    case carbsPerUnit
    case correctionFactor = "dropPerUnit"
    case basalUnits, countingBias, countingSpread, bolusLead
    case lateBolusProbability = "lateBolusChance"
    case missedBolusProbability = "missedBolusChance"
    case missedSnackBolusProbability = "missedSnackBolusChance"
    case missedBasalProbability = "missedBasalChance"
    case attention
    case correctionProbability = "correctionChance"
    case exerciseProbability = "exerciseChance"
    case illnessProbability = "illnessChance"
    case stressProbability = "stressChance"
  }
}
