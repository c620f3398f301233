// SPDX-License-Identifier: Apache-2.0

/// What a virtual person does in a day, and how well they judge it.
///
/// The habits stand for behaviour that is seen in life, misjudgement included. They are no advice and
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
  public var snackChance = 0.35

  /// How many grams of carbohydrate the person reckons to a unit of rapid insulin.
  public var carbsPerUnit: Double
  /// How far the person reckons a unit of rapid insulin to lower glucose, in mmol/L.
  public var dropPerUnit: Double
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
  public var lateBolusChance = 0.2
  /// How likely a meal's dose is forgotten.
  public var missedBolusChance = 0.07
  /// How likely a snack is eaten without a dose.
  public var missedSnackBolusChance = 0.5
  /// How likely the day's long-acting dose is forgotten.
  public var missedBasalChance = 0.015

  /// How likely the person notices a low reading, awake, in five minutes.
  public var attention = 0.15
  /// How likely the person acts, awake, on a reading above 250 mg/dL in five minutes.
  public var correctionChance = 0.04
  /// How likely there is exercise in a day.
  public var exerciseChance = 0.3
  /// How likely an illness begins in a day.
  public var illnessChance = 1.0 / 75
  /// How likely there are stressful hours in a day.
  public var stressChance = 1.0 / 14

  /// Habits of an average person who reckons with these numbers.
  public init(carbsPerUnit: Double, dropPerUnit: Double, basalUnits: Double) {
    self.carbsPerUnit = carbsPerUnit
    self.dropPerUnit = dropPerUnit
    self.basalUnits = basalUnits
  }
}
