// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

/// The text of a picture, for localization.
public struct ChartStrings: Hashable, Sendable {
  /// The subject of the picture, before the date in the description.
  public var glucose = "Glucose"
  /// The predicted path.
  public var forecast = "Forecast"
  /// Food or drink.
  public var meal = "Meal"
  /// Insulin.
  public var insulin = "Insulin"
  /// Physical activity.
  public var exercise = "Exercise"
  /// The text after grams of carbohydrate.
  public var carbs = "carbs"
  /// The text after grams of protein.
  public var protein = "protein"
  /// The text after grams of fat.
  public var fat = "fat"
  /// The text in place of an unknown carbohydrate value.
  public var carbsUnknown = "carbs unknown"
  /// The text after international units of insulin.
  public var units = "units"
  /// The actions of insulin.
  public var actions: [InsulinDose.Action: String] = [
    .rapidActing: "rapid", .longActing: "long", .premixed: "mixed",
  ]
  /// The intensities of exercise.
  public var intensities: [Exercise.Intensity: String] = [
    .light: "low", .moderate: "medium", .vigorous: "high",
  ]
  /// The kinds of condition; a missing kind has its raw value as its name.
  public var conditions: [DiaryCondition.Kind: String] = [.illness: "Illness", .stress: "Stress"]
  /// The label of the name of a condition.
  public var condition = "Condition"
  /// The label of a local time.
  public var time = "Time"
  /// The label of the action of insulin.
  public var action = "Action"
  /// The label of the duration of exercise.
  public var duration = "Duration"
  /// The label of the intensity of exercise.
  public var intensity = "Intensity"
  /// The label of a note.
  public var note = "Note"
  /// Basal insulin from a pump.
  public var basal = "Basal insulin"
  /// The text after units of insulin per hour.
  public var unitsPerHour = "units/h"
  /// The text after minutes.
  public var minutes = "min"
  /// The text after the age of the last reading in minutes.
  public var minutesAgo = "min ago"
  /// The range bars of the days around the day in focus.
  public var range = "Range and mean of a day"
  /// The label of the mean of a day.
  public var mean = "mean"
  /// The median of the days at a time of day.
  public var median = "Median"
  /// The title of the ambulatory glucose profile.
  public var profile = "Ambulatory glucose profile"
  /// The concentration bands.
  public var bands: [RangeBand: String] = [
    .veryLow: "Very low", .low: "Low", .target: "In target", .high: "High",
    .veryHigh: "Very high",
  ]
  /// The text after a number of days.
  public var days = "days"
  /// The text in place of the line on a day without readings.
  public var noReadings = "No readings"
  /// The text between the ends of a range.
  public var to = "to"
  /// The axis title of the reference in an error grid.
  public var reference = "Reference"
  /// The axis title of the measurement or forecast in an error grid.
  public var measured = "Measured"
  /// The label of a number of pairs.
  public var pairs = "Pairs"
  /// The names of error grids; a missing grid has its raw value as its name.
  public var grids: [ErrorGridPicture.Grid: String] = [
    .clarke: "Clarke error grid", .parkesType1: "Parkes error grid, type 1",
    .parkesType2: "Parkes error grid, type 2",
  ]
  /// The days of the week from Monday, before dates; seven, or none to omit them.
  public var weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// Creates the English text.
  public init() {}
}
