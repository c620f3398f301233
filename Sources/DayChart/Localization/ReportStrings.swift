public import DaySummary
internal import GlucoseDiary
public import GlucoseSignals

/// The text of a report page besides the text of its pictures, for localization.
public struct ReportStrings: Equatable, Sendable {
  /// The language of the page as an HTML language code.
  public var language: String
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
  /// The heading of the nights.
  public var nights = "Nights"
  /// The head of the end of hours after bedtime.
  public var until = "Until"
  /// The sentence on the night ahead.
  public var nightAheadNote =
    "The probability of a reading below the thresholds between bedtime and each hour, from glucose alone: "
    + "logged meals and insulin are not used. In most nights with a low it is below one half."
  /// The heading of the quality of the signal.
  public var signal = "Quality of the signal"
  /// The heading of the comparison of two sensors.
  public var sensors = "Two sensors worn together"
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
  /// The sentence on metrics without sufficient data, with `{days}` for the number of days that they
  /// need, and `{percent}` for the percentage of readings.
  public var insufficient =
    "These values need at least {days} days with {percent} of the readings."
  /// The sentence on metrics that more days would make more precise, with `{metrics}` for their
  /// names and numbers of days.
  public var longerSampling = "More precise from this number of days: {metrics}."
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
  /// The results of a laboratory.
  public var laboratory = "Laboratory HbA1c"
  /// The difference of a result of a laboratory from the glucose management indicator.
  public var laboratoryDifference = "Difference"
  /// The sentence on the difference, with `{days}` for the number of days whose readings are
  /// compared.
  public var laboratoryNote =
    "The difference is the laboratory's result minus the glucose management indicator of the {days} days "
    + "before it, in percentage points. Differences are common and an error of neither. An asterisk: fewer "
    + "than 14 days with readings, or than 70 % of the readings."
  /// The date.
  public var day = "Day"
  /// The date of the morning after a night.
  public var night = "Night to"
  /// The time below the target range in a night.
  public var timeBelow = "Time below range"
  /// The fraction of the night with a rate of change of at most 1 mg/dL per minute.
  public var steady = "Steady"
  /// The sentence on the nights.
  public var nightNote =
    "Steady is the percentage of readings that change by at most 1 mg/dL (0.06 mmol/L) per minute. "
    + "Lows that may be of a sensor that its wearer lies on are counted like others."
  /// The score of the signal.
  public var score = "Score"
  /// The suspected faults of a sensor.
  public var faults = "Suspected faults"
  /// The kinds of faults.
  public var faultNames: [SignalFault.Kind: String] = [
    .compressionLow: "compression low", .noise: "noise", .jump: "jump", .stuck: "repeated value",
    .warmUp: "warm-up", .drift: "difference from the second sensor",
  ]
  /// The evidence of a compression low.
  public var evidenceNames: [SignalFault.Evidence: String] = [
    .steadyBefore: "steady before", .suddenFall: "sudden fall", .suddenReturn: "sudden return",
    .restoredLevel: "restored level",
  ]
  /// The sentence on the quality of the signal.
  public var signalNote =
    "The score is the percentage of the time with readings, of which those in suspected faults count "
    + "less. Faults are found from the readings alone; no reading is removed."
  /// The head of the numbers of all readings.
  public var allReadings = "All readings"
  /// The head of the numbers without suspected compression lows.
  public var withoutCompressionLows = "Without suspected compression lows"
  /// The number of pairs of two sensors.
  public var pairs = "Pairs"
  /// The mean difference of two sensors.
  public var meanDifference = "Mean difference"
  /// The limits of agreement of two sensors.
  public var limitsOfAgreement = "Limits of agreement, 95 %"
  /// The mean absolute relative difference.
  public var meanAbsoluteRelativeDifference = "MARD, the second as reference"
  /// The precision absolute relative difference.
  public var precisionAbsoluteRelativeDifference = "PARD, the mean as reference"
  /// The percentage of pairs within 20 mg/dL or 20 %.
  public var within20 = "Within 20 mg/dL or 20 %"
  /// The time by which the first sensor follows the second.
  public var lag = "The first follows the second by"
  /// The change of the difference per day.
  public var driftPerDay = "Change of the difference per day"
  /// The band of the second sensor.
  public var secondInBand = "Second sensor"
  /// The mean relative difference.
  public var bias = "Bias"
  /// The mean absolute relative difference in the head of a table.
  public var mard = "MARD"
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
}

extension ReportStrings {
  /// Creates the English text.
  public init() { self.init(language: "en") }
}

extension ReportStrings {
  func name(of tag: DayTag, conditions strings: ChartStrings) -> String {
    if let name = tagNames[tag] { return name }
    guard tag.rawValue.hasPrefix("condition:") else { return tag.rawValue }
    return strings.name(of: DiaryCondition.Kind(rawValue: String(tag.rawValue.dropFirst(10))))
  }
}

extension ReportStrings {
  func name(of kind: SignalFault.Kind) -> String { faultNames[kind] ?? kind.rawValue }
}
