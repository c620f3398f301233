// SPDX-License-Identifier: Apache-2.0

/// The words of a report page beside those of its pictures, so that a front end can set it in its own
/// language.
public struct ReportStrings: Hashable, Sendable {
  /// The language of the page, as HTML names it.
  public var language = "en"
  /// Over the numbers of all days.
  public var numbers = "All days together"
  /// Over the last day and those around it.
  public var lastDay = "The last day, and those around it"
  /// Over the heat map.
  public var hours = "Hours of the week"
  /// Over the calendar.
  public var calendar = "Calendar"
  /// Over the table of days.
  public var days = "Days"
  /// Over the pictures of days.
  public var pictures = "Pictures of days"
  /// Over the error grid.
  public var forecasts = "Forecasts against readings"
  /// Over the list of a day's events.
  public var events = "Events"
  /// The first column of the numbers.
  public var number = "Number"
  /// The second column of the numbers.
  public var value = "Value"
  /// The third column of the numbers.
  public var sufficient = "Enough days and readings?"
  /// There is enough.
  public var yes = "yes"
  /// There is not enough, before what is needed.
  public var no = "no, needs"
  /// The days that have readings, of all days.
  public var recordedDays = "Days with readings"
  /// The share of the time that readings stand for.
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
  /// A date.
  public var day = "Day"
  /// The number of readings.
  public var readings = "Readings"
  /// The lowest reading.
  public var minimum = "Lowest"
  /// The highest reading.
  public var maximum = "Highest"
  /// The numbers of low and of high episodes.
  public var episodes = "Episodes low / high"
  /// What can be said of a day in a word each.
  public var tags = "Tags"
  /// At the end of the page.
  public var note = "This page informs. It gives no advice on treatment."

  /// English words, each of which can be replaced.
  public init() {}
}
