#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseStudy

  struct PageLocale: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The locale of numbers, dates, and times on the page, such as en_US or de_DE; the text is "
          + "English or German "
          + "(default: English with ISO 8601 dates, 24 hours, and a decimal point).",
        valueName: "locale"),
      transform: PageLocale.named)
    var locale: Locale?

    /// Returns the locale of this name. Throws if it has no known language.
    static func named(_ name: String) throws -> Locale {
      let locale = Locale(identifier: name)
      guard let language = locale.language.languageCode, language.isISOLanguage else {
        throw ValidationError("\(name) is not a locale such as nb_NO or en_GB.")
      }
      return locale
    }

    var strings: ChartStrings { locale.map(ChartStrings.init(locale:)) ?? ChartStrings() }

    var backtestStrings: BacktestStrings {
      locale.map(BacktestStrings.init(locale:)) ?? BacktestStrings()
    }

    var reportStrings: ReportStrings { locale.map(ReportStrings.init(locale:)) ?? ReportStrings() }
  }
#endif
