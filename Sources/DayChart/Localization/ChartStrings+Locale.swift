public import Foundation
internal import GlucoseDiary

extension ChartStrings {
  /// Creates the text and the formats of a locale.
  ///
  ///     let strings = ChartStrings(locale: Locale(identifier: "en_US"))
  ///     strings.timePattern        // "h:mm a"
  ///     strings.datePattern        // "MMM d, y"
  ///
  /// The text is German if that is the language of the locale, and English otherwise. The formats of
  /// numbers, dates, and times, the names of months and weekdays, and the first day of the week are
  /// those of the locale in any language. Digits are those from 0 to 9, with the separator and the
  /// percent sign that the locale has beside them: "5.6" in Arabic of Egypt.
  public init(locale: Locale) {
    self = locale.isGerman ? .german : ChartStrings()
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.calendar = Calendar(identifier: .gregorian)
    func pattern(_ template: String) -> String? {
      formatter.setLocalizedDateFormatFromTemplate(template)
      return formatter.dateFormat
    }
    datePattern = pattern("yMMMd") ?? datePattern
    weekdayDatePattern = pattern("yMMMEd") ?? weekdayDatePattern
    timePattern = pattern("jmm") ?? timePattern
    hourPattern = pattern("j") ?? hourPattern
    // These are optional on Apple's systems only.
    let names: (months: [String]?, days: [String]?) = (
      formatter.shortMonthSymbols, formatter.shortWeekdaySymbols
    )
    if let months = names.months, months.count == 12 { self.months = months }
    if let days = names.days, days.count == 7 {
      // Foundation's week begins on Sunday.
      weekdays = Array(days.dropFirst() + days.prefix(1))
    }
    let periods = [formatter.amSymbol, formatter.pmSymbol].compactMap(\.self)
    if periods.count == 2 { dayPeriods = periods }
    let latin = locale.withLatinDigits
    decimalSeparator = latin.decimalSeparator ?? decimalSeparator
    let numbers = NumberFormatter()
    numbers.locale = latin
    numbers.numberStyle = .percent
    if let percent = numbers.string(from: 0.07), percent.contains("7") {
      percentPattern = percent.replacing("7", with: "#")
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    firstWeekday = (calendar.firstWeekday + 5) % 7 + 1
  }
}
