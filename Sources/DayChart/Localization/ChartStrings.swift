public import GlucoseDiary
public import GlucoseMath

/// The text of a picture, and the formats of its numbers, dates, and times, for localization.
///
///     var strings = ChartStrings(locale: Locale(identifier: "nb_NO"))   // English, "5. mars 2025"
///     strings.glucose = "Glukose"
public struct ChartStrings: Equatable, Sendable {
  /// The subject of the picture, before the date in the description.
  public var glucose: String
  /// The predicted path.
  public var forecast = "Forecast"
  /// Food or drink.
  public var meal = "Meal"
  /// Insulin.
  public var insulin = "Insulin"
  /// Physical activity.
  public var exercise = "Exercise"
  /// The unit after amounts of carbohydrate, protein, and fat.
  public var grams = "g"
  /// The units of concentrations; a missing unit has its raw value as its name.
  public var glucoseUnits: [GlucoseUnit: String] = [:]
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
    .rapidActing: "rapid", .shortActing: "short", .intermediateActing: "intermediate",
    .longActing: "long", .premixed: "mixed",
  ]
  /// The intensities of exercise.
  public var intensities: [Exercise.Intensity: String] = [
    .light: "low", .moderate: "medium", .vigorous: "high",
  ]
  /// The kinds of exercise; a missing kind has its raw value as its name.
  public var exerciseKinds: [Exercise.Kind: String] = [
    .aerobic: "aerobic", .anaerobic: "anaerobic", .mixed: "mixed",
  ]
  /// The kinds of condition; a missing kind has its raw value as its name.
  public var conditions: [DiaryCondition.Kind: String] = [
    .illness: "Illness", .stress: "Stress", .exercise: "Exercise",
  ]
  /// The categories of other entries, for entries without a name; a missing category has its raw
  /// value as its name.
  public var categories: [DiaryEvent.Category: String] = [
    .fingerstick: "Finger-stick", .note: "Note", .ketones: "Ketones", .weight: "Weight",
    .medication: "Medicine", .sensorChange: "New sensor", .siteChange: "New infusion site",
    .temporaryBasal: "Temporary basal rate", .hemoglobinA1c: "HbA1c", .alcohol: "Alcohol",
  ]
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
  /// The label of the kind of exercise.
  public var exerciseKind = "Kind"
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
  /// The trends of the last reading, in the description of the picture of a day; a missing trend has
  /// its raw value as its name.
  public var trends: [GlucoseTrend: String] = [
    .risingRapidly: "rising rapidly", .rising: "rising", .risingSlowly: "rising slowly",
    .steady: "steady", .fallingSlowly: "falling slowly", .falling: "falling",
    .fallingRapidly: "falling rapidly",
  ]
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
  /// The text after a number of days other than one.
  public var days = "days"
  /// The text after one day.
  public var day = "day"
  /// The title of the picture of a day's forecasts.
  public var forecastDay = "Forecasts of the last day"
  /// The forecasts of a day.
  public var forecasts = "Forecasts"
  /// The readings of a day.
  public var readings = "Readings"
  /// The prediction interval in a legend, with `{percent}` for its nominal coverage.
  public var forecastRange = "{percent} range"
  /// The prediction interval in a legend, with `{percent}` for its nominal coverage and `{measured}`
  /// for the coverage that was measured.
  public var measuredForecastRange = "{percent} range, measured {measured}"
  /// The goal of a percentage, with `{goal}` for the limit and its comparison.
  public var goal = "goal {goal}"
  /// The smoothing of a profile, with `{minutes}` for the width of its window.
  public var smoothed = "smoothed over {minutes} min"
  /// The text in place of ``smoothed`` for a profile without smoothing.
  public var notSmoothed = "not smoothed"
  /// The mark of an event that is a plan, after its title and in the legend.
  public var planned = "planned"
  /// The subject of the picture of responses to meals.
  public var mealResponses = "Responses to meals"
  /// The text after a number of hours.
  public var hours = "h"
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
  /// The title of a picture of differences against means.
  public var differences = "Difference against mean"
  /// The axis title of the difference of a pair.
  public var difference = "Measured − reference"
  /// The axis title of the mean of a pair.
  public var meanOfBoth = "Mean of both"
  /// The limits of agreement, with `{percent}` for the percentage of differences between them.
  public var limits = "{percent} limit"
  /// The last of several nights.
  public var lastNight = "Last night"
  /// The last night in place of ``lastNight`` while it is ongoing.
  public var currentNight = "This night so far"
  /// The mark of a night that is not over, after its date.
  public var ongoing = "ongoing"
  /// The other nights.
  public var otherNights = "Nights before"
  /// A fall and return that may be of a sensor that its wearer lies on.
  public var compressionLow = "Suspected compression low"
  /// The title of the picture of the probability of low glucose after bedtime.
  public var nightAhead = "The night ahead"
  /// The axis title of a probability.
  public var probability = "Probability"
  /// A reading below a threshold, with `{glucose}` for the threshold and its unit.
  public var below = "below {glucose}"
  /// The likely time of the first low of a night, if there is one, with `{time}`.
  public var likelyLow = "a first low about {time}, if any"
  /// The names of error grids; a missing grid has its raw value as its name.
  public var grids: [ErrorGridPicture.Grid: String] = [
    .clarke: "Clarke error grid", .parkesType1: "Parkes error grid, type 1",
    .parkesType2: "Parkes error grid, type 2",
  ]
  /// The days of the week from Monday, before dates; seven, or none to omit them.
  public var weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  /// The weekday in the first column or row, from 1 for Monday to 7 for Sunday; any other number
  /// counts on from these.
  public var firstWeekday = 1
  /// The months from January, for patterns with a name of the month; twelve, or none for numbers.
  public var months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  /// The text of the hours before and after noon, for patterns with `a`; two, or none to omit them.
  public var dayPeriods = ["AM", "PM"]
  /// The pattern of dates (Unicode Technical Standard 35): `y`, `M`, `d`, `E`, and quoted text.
  public var datePattern = "yyyy-MM-dd"
  /// The pattern of dates with the weekday.
  public var weekdayDatePattern = "EEE yyyy-MM-dd"
  /// The pattern of clock times: `H`, `h`, `K`, or `k`, `m`, and `a`.
  public var timePattern = "HH:mm"
  /// The pattern of the hours of a time axis, such as "HH:mm" or "h a".
  public var hourPattern = "HH:mm"
  /// The text between the whole and the decimals of a number.
  public var decimalSeparator = "."
  /// The pattern of percentages, with `#` for the number.
  public var percentPattern = "# %"
}

extension ChartStrings {
  /// Creates the English text, with ISO 8601 dates, 24 hours, and a decimal point.
  public init() { self.init(glucose: "Glucose") }
}
