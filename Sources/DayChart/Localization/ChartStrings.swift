internal import DaySummary
internal import GlucoseDiary
package import GlucoseMath
internal import GlucoseSignals

/// The text of pictures and report pages, and the formats of their numbers, dates, and times, for
/// localization.
///
///     var strings = ChartStrings(locale: Locale(identifier: "nb_NO"))   // English, "5. mars 2025"
///     strings["glucose"] = "Glukose"
///     strings["condition.travel"] = "Reise"
///     print(strings.texts.keys.sorted())                                // all names
///
/// Each text has a name; ``texts`` has all of the pictures and pages of this module. A text with a part in braces, such as `{percent}`,
/// has its value in its place. Texts of the values of a type have names with a period: "action.rapid"
/// of `InsulinDose.Action`, "band.low", "category.fingerstick", "condition.stress", "evidence.suddenFall",
/// "exercise.aerobic", "fault.noise", "grid.clarke", "intensity.high", "tag.low", "trend.rising", and
/// "unit.mg/dL"; the part after the period is the raw value, and is the text of one without a text.
public struct ChartStrings: Equatable, Sendable {
  /// The texts by name.
  public package(set) var texts: [String: String]
  /// The language of a page as an HTML language code.
  public var language = "en"
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

  /// Creates the English text, with ISO 8601 dates, 24 hours, and a decimal point.
  public init() { self.init(texts: Self.english) }

  init(texts: [String: String]) { self.texts = texts }

  /// The text named `name`.
  public subscript(name: String) -> String {
    get { texts[name] ?? String(name.drop { $0 != "." }.dropFirst()) }
    set { texts[name] = newValue }
  }

  package subscript(name: Name) -> String {
    get { self[name.rawValue] }
    set { self[name.rawValue] = newValue }
  }

  /// The names of the texts that are no value's.
  package enum Name: String, CaseIterable {
    // Pictures.
    case glucose, forecast, meal, insulin, exercise, grams, carbs, protein, fat, carbsUnknown, units
    case condition, time, action, duration, intensity, exerciseKind, note, basal, unitsPerHour
    case minutes, minutesAgo, range, mean, median, profile, days, day, forecastDay, forecasts
    case readings, forecastRange, measuredForecastRange, goal, smoothed, notSmoothed, planned
    case mealResponses, hours, noReadings, to, reference, measured, pairs, differences, difference
    case meanOfBoth, limits, lastNight, currentNight, ongoing, otherNights, compressionLow
    case nightAhead, probability, below, likelyLow
    // Report pages.
    case numbers, lastDay, weekHours, dailyLines, calendar, dayTable, pictures, errorGrid, nights
    case until, nightAheadNote, signal, sensors, events, number, value, goals, timeInRanges
    case aboveRange, belowRange, insufficient, longerSampling, recordedDays, coverage, meanGlucose
    case managementIndicator, standardDeviation, coefficientOfVariation, laboratory
    case laboratoryDifference, laboratoryNote, date, night, timeBelow, steady, nightNote, score
    case faults, signalNote, allReadings, withoutCompressionLows, meanDifference, limitsOfAgreement
    case meanAbsoluteRelativeDifference, precisionAbsoluteRelativeDifference, within20, lag
    case driftPerDay, secondInBand, bias, mard, minimum, maximum, episodes, tags, disclaimer
    case measurements, meanAsMeasured, measurementsNote
  }
}

extension ChartStrings {
  private func name(_ type: String, _ value: some RawRepresentable<String>) -> String {
    self[type + "." + value.rawValue]
  }

  package func name(of unit: GlucoseUnit) -> String { name("unit", unit) }
  func name(of action: InsulinDose.Action) -> String { name("action", action) }
  func name(of band: RangeBand) -> String { name("band", band) }
  func name(of category: DiaryEvent.Category) -> String { name("category", category) }
  func name(of kind: DiaryCondition.Kind) -> String { name("condition", kind) }
  func name(of kind: Exercise.Kind) -> String { name("exercise", kind) }
  func name(of intensity: Exercise.Intensity) -> String { name("intensity", intensity) }
  func name(of evidence: SignalFault.Evidence) -> String { name("evidence", evidence) }
  func name(of kind: SignalFault.Kind) -> String { name("fault", kind) }
  func name(of grid: ErrorGrid) -> String {
    switch grid {
    case .clarke: self["grid.clarke"]
    case .parkesType1: self["grid.parkesType1"]
    case .parkesType2: self["grid.parkesType2"]
    case .dts: self["grid.dts"]
    }
  }
  func name(of trend: GlucoseTrend) -> String { name("trend", trend) }

  func name(of role: MeasurementMark.Role) -> String {
    name(of: DiaryEvent.Category(rawValue: role.rawValue))
  }

  func name(of role: EventMark.Role) -> String { self[role.rawValue] }

  /// Returns the name of a tag; that of a condition without a name is the name of the condition.
  func name(of tag: DayTag) -> String {
    let prefix = "condition:"
    guard texts["tag." + tag.rawValue] == nil, tag.rawValue.hasPrefix(prefix) else {
      return name("tag", tag)
    }
    return name(of: DiaryCondition.Kind(rawValue: String(tag.rawValue.dropFirst(prefix.count))))
  }
}
