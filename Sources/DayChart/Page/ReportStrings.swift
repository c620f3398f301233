// SPDX-License-Identifier: Apache-2.0

public import DaySummary
internal import GlucoseDiary

/// The text of a report page besides the text of its pictures, for localization.
public struct ReportStrings: Hashable, Sendable {
  /// The language of the page as an HTML language code.
  public var language = "en"
  /// The heading of the numbers of all days.
  public var numbers = "All days together"
  /// The heading of the last day and the days around it.
  public var lastDay = "The last day, and those around it"
  /// The heading of the heat map.
  public var hours = "Hours of the week"
  /// The heading of the lines of the last fourteen days.
  public var dailyLines = "Daily glucose"
  /// The heading of the calendar.
  public var calendar = "Calendar"
  /// The heading of the table of days.
  public var days = "Days"
  /// The heading of the pictures of days.
  public var pictures = "Pictures of days"
  /// The heading of the error grid.
  public var forecasts = "Forecasts against readings"
  /// The heading of a list of events.
  public var events = "Events"
  /// The head of the first column of the numbers.
  public var number = "Number"
  /// The head of the second column of the numbers.
  public var value = "Value"
  /// The head of the goals.
  public var goal = "Goal"
  /// The head of the table of the time in ranges.
  public var timeInRanges = "Time in ranges"
  /// The time above the target range.
  public var aboveRange = "Above range"
  /// The time below the target range.
  public var belowRange = "Below range"
  /// The sentence on metrics without sufficient data, with `{metrics}` for their names, `{days}` for
  /// the number of days that they need, and `{percent}` for the percentage of readings.
  public var insufficient =
    "These values need at least {days} days with {percent} of the readings: {metrics}."
  /// The number of days with readings, of all days.
  public var recordedDays = "Days with readings"
  /// The part of the time that is covered by readings.
  public var coverage = "Coverage"
  /// The arithmetic mean.
  public var mean = "Mean"
  /// The median.
  public var median = "Median"
  /// The glucose management indicator.
  public var managementIndicator = "Glucose management indicator"
  /// The standard deviation.
  public var standardDeviation = "Standard deviation"
  /// The coefficient of variation.
  public var coefficientOfVariation = "Coefficient of variation"
  /// The date.
  public var day = "Day"
  /// The number of readings.
  public var readings = "Readings"
  /// The lowest reading.
  public var minimum = "Lowest"
  /// The highest reading.
  public var maximum = "Highest"
  /// The numbers of low and high episodes.
  public var episodes = "Episodes low / high"
  /// The tags of a day.
  public var tags = "Tags"
  /// The names of tags; a missing tag of a condition has the name of the condition in
  /// ``ChartStrings/conditions``, and any other its raw value.
  public var tagNames: [DayTag: String] = [
    .low: "low", .high: "high", .lowEpisode: "low episode", .highEpisode: "high episode",
    .exercise: "exercise", .illness: "illness", .stress: "stress",
  ]
  /// The note at the end of the page.
  public var note = "This page informs. It gives no advice on treatment."

  /// Creates the English text.
  public init() {}
}

extension ReportStrings {
  /// Returns the name of a tag.
  func name(of tag: DayTag, conditions strings: ChartStrings) -> String {
    if let name = tagNames[tag] { return name }
    guard tag.rawValue.hasPrefix("condition:") else { return tag.rawValue }
    return strings.name(of: DiaryCondition.Kind(rawValue: String(tag.rawValue.dropFirst(10))))
  }
}
