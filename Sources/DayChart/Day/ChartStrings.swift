// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

/// The words that stand in a picture, so that a front end can set it in its own language.
public struct ChartStrings: Hashable, Sendable {
  /// What the picture shows, before the date in the description.
  public var glucose = "Glucose"
  /// The expected path.
  public var forecast = "Forecast"
  /// Food or drink.
  public var meal = "Meal"
  /// Insulin.
  public var insulin = "Insulin"
  /// Physical activity.
  public var exercise = "Exercise"
  /// Behind grams of carbohydrate.
  public var carbs = "carbs"
  /// Behind grams of protein.
  public var protein = "protein"
  /// Behind grams of fat.
  public var fat = "fat"
  /// In place of the carbohydrate of a meal that does not state it.
  public var carbsUnknown = "carbs unknown"
  /// Behind international units of insulin.
  public var units = "units"
  /// How insulin acts.
  public var actions: [InsulinDose.Action: String] = [
    .rapidActing: "rapid", .longActing: "long", .premixed: "mixed",
  ]
  /// How hard an activity is.
  public var intensities: [Exercise.Intensity: String] = [
    .light: "low", .moderate: "medium", .vigorous: "high",
  ]
  /// Kinds of condition; one that is missing stands under its own name.
  public var conditions: [DiaryCondition.Kind: String] = [.illness: "Illness", .stress: "Stress"]
  /// Before the name of a condition.
  public var condition = "Condition"
  /// Before what a clock showed.
  public var time = "Time"
  /// Before the way insulin acts.
  public var action = "Action"
  /// Before how long an activity took.
  public var duration = "Duration"
  /// Before how hard an activity was.
  public var intensity = "Intensity"
  /// Before what the person wrote.
  public var note = "Note"
  /// Background insulin from a pump.
  public var basal = "Basal insulin"
  /// Behind units of insulin an hour.
  public var unitsPerHour = "units/h"
  /// Behind minutes.
  public var minutes = "min"
  /// Behind the age of the last reading in minutes.
  public var minutesAgo = "min ago"
  /// The bars of the days around the one in focus.
  public var range = "Range and mean of a day"
  /// Before the mean of a day.
  public var mean = "mean"
  /// The middle of the days at a time of day.
  public var median = "Median"
  /// The title of the ambulatory profile.
  public var profile = "Ambulatory glucose profile"
  /// The range bands.
  public var bands: [RangeBand: String] = [
    .veryLow: "Very low", .low: "Low", .target: "In target", .high: "High",
    .veryHigh: "Very high",
  ]
  /// Behind a number of days.
  public var days = "days"
  /// In place of the line on a day without readings.
  public var noReadings = "No readings"
  /// Between two ends of a range.
  public var to = "to"
  /// What a measurement or forecast is held against, on the axis of an error grid.
  public var reference = "Reference"
  /// What is held against the reference, on the axis of an error grid.
  public var measured = "Measured"
  /// Before a number of pairs of the two.
  public var pairs = "Pairs"
  /// The names of error grids; one that is missing stands under the name it has in code.
  public var grids: [ErrorGridPicture.Grid: String] = [
    .clarke: "Clarke error grid", .parkesType1: "Parkes error grid, type 1",
    .parkesType2: "Parkes error grid, type 2",
  ]
  /// The days of the week from Monday on, as they stand before the date; seven, or none.
  public var weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// English words, each of which can be replaced.
  public init() {}
}
