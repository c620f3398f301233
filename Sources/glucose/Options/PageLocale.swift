// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseKit

  /// The locale of the numbers, dates, and times of pictures and pages, whose words are English.
  struct PageLocale: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The locale of numbers, dates, and times on the page, such as en_US or de_DE "
          + "(default: ISO 8601 dates, 24 hours, and a decimal point).", valueName: "locale"),
      transform: PageLocale.named)
    var locale: Locale?

    private static func named(_ name: String) throws -> Locale {
      let locale = Locale(identifier: name)
      guard let language = locale.language.languageCode, language.isISOLanguage else {
        throw ValidationError("\(name) is not a locale such as nb_NO or en_GB.")
      }
      return locale
    }

    /// The text of pictures in the formats of the locale.
    var strings: ChartStrings {
      var strings = ChartStrings()
      guard let locale else { return strings }
      let formatter = DateFormatter()
      formatter.locale = locale
      func pattern(_ template: String) -> String? {
        formatter.setLocalizedDateFormatFromTemplate(template)
        return formatter.dateFormat
      }
      strings.datePattern = pattern("yMMMd") ?? strings.datePattern
      strings.weekdayDatePattern = pattern("yMMMEd") ?? strings.weekdayDatePattern
      strings.timePattern = pattern("jmm") ?? strings.timePattern
      strings.hourPattern = pattern("j") ?? strings.hourPattern
      // These are optional on Apple's systems only.
      let names: (months: [String]?, days: [String]?) = (
        formatter.shortMonthSymbols, formatter.shortWeekdaySymbols
      )
      if let months = names.months, months.count == 12 { strings.months = months }
      if let days = names.days, days.count == 7 {
        // Foundation's week begins on Sunday.
        strings.weekdays = Array(days.dropFirst() + days.prefix(1))
      }
      let periods = [formatter.amSymbol, formatter.pmSymbol].compactMap(\.self)
      if periods.count == 2 { strings.dayPeriods = periods }
      strings.decimalSeparator = locale.decimalSeparator ?? strings.decimalSeparator
      let numbers = NumberFormatter()
      numbers.locale = locale
      numbers.numberStyle = .percent
      if let percent = numbers.string(from: 0.07), percent.contains("7") {
        strings.percentPattern = percent.replacing("7", with: "#")
      }
      return strings
    }

    /// The weekday in the first column of a calendar, from 1 for Monday to 7 for Sunday.
    var firstWeekday: Int {
      guard let locale else { return 1 }
      var calendar = Calendar(identifier: .gregorian)
      calendar.locale = locale
      return (calendar.firstWeekday + 5) % 7 + 1
    }
  }
#endif
