public import ArgumentParser
import Foundation
public import GlucoseStudy

struct UnitOptions: ParsableArguments {
  @Option(
    help: "The unit: mg/dL or mmol/L (default: the file's, or mg/dL if unknown).",
    transform: InputOptions.unit)
  var unit: GlucoseUnit?

  func unit(for source: InputOptions.Source) -> GlucoseUnit { unit ?? source.unit ?? .mgdL }

  /// Returns the unit in which thresholds are exact, that of the file before that of the option.
  func thresholdUnit(for source: InputOptions.Source) -> GlucoseUnit {
    source.unit ?? unit ?? .mgdL
  }
}

struct PresentationOptions: ParsableArguments {
  enum Bands: String, ExpressibleByArgument, CaseIterable {
    case consensus, tight, older, pregnancy, arises

    func bands(in unit: GlucoseUnit) -> RangeBands {
      switch self {
      case .consensus, .older: .consensus(in: unit)
      case .tight: .tight(in: unit)
      case .pregnancy: .pregnancy(in: unit)
      case .arises: .arises(in: unit)
      }
    }

    var population: TargetPopulation? {
      switch self {
      case .consensus, .tight: .adults
      case .older: .olderOrHighRisk
      case .pregnancy: .pregnancy
      case .arises: nil
      }
    }
  }

  @OptionGroup var units: UnitOptions

  @Option(
    help: ArgumentHelp(
      "The range bands: consensus (70–180), tight (70–140), older (70–180, with the targets of "
        + "older and high-risk people), pregnancy (63–140), arises (4–10 mmol/L). Edges are exact in the file's unit, or in --unit if unknown."
    ))
  var bands: Bands = .consensus

  func bands(for source: InputOptions.Source) -> RangeBands {
    bands.bands(in: units.thresholdUnit(for: source))
  }
}

struct SmoothingOptions: ParsableArguments {
  @Option(
    help: .value(
      "minutes",
      "The minutes over which the curves of the profile are smoothed, from 0 for none to 240 "
        + "(default: 60)."))
  var smoothing: Int?

  var window: Duration { .seconds(60 * (smoothing ?? 60)) }

  func validate() throws {
    try require((0...240).contains(smoothing ?? 60), "--smoothing must be from 0 to 240.")
  }
}

enum PaletteName: String, ExpressibleByArgument, CaseIterable {
  case arises, dark, agp
  case colorBlindSafe = "color-blind-safe"

  var palette: ChartPalette {
    switch self {
    case .arises: .arises
    case .dark: .dark
    case .agp: .agp
    case .colorBlindSafe: .colorBlindSafe
    }
  }
}

extension RecordingPicture.Kind: ExpressibleByArgument {}
extension ReportPage.Paper: ExpressibleByArgument {}

enum ConventionName: String, ExpressibleByArgument, CaseIterable {
  case clinical, iglu

  var convention: MetricConvention { self == .clinical ? .clinical : .iglu }
}

struct NightOptions: ParsableArguments {
  @Option(
    help: .value("hours", "The hours of the night, such as 0-6 or 22:30-06:30 (default: 0-6)."),
    transform: NightOptions.window)
  var night: ClockWindow = .overnight

  var text: String { Self.clock(night.startMinute) + "-" + Self.clock(night.endMinute) }

  static func clock(_ minute: Int) -> String {
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return two(minute / 60) + ":" + two(minute % 60)
  }

  private static func window(_ text: String) throws -> ClockWindow {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(minute)
    guard ends.count == 2, let start = ends[0], let end = ends[1], start % 1440 != end % 1440 else {
      throw ValidationError(
        "\(text) is not a part of a day: use two different times, such as 0-6 or 22:30-06:30.")
    }
    // A night from midnight begins at 0, not at 24.
    return ClockWindow(fromMinute: start % 1440, toMinute: end == 0 ? 1440 : end)
  }

  private static func minute(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy { "0"..."9" ~= $0 } }),
      let hour = Int(parts[0]), let minute = parts.count == 2 ? Int(parts[1]) : 0,
      minute < 60, hour * 60 + minute <= 1440
    else { return nil }
    return hour * 60 + minute
  }
}

struct PageLocale: ParsableArguments {
  @Option(
    help: .value(
      "locale",
      "The locale of numbers, dates, and times on the page, such as en_US or de_DE; the text is "
        + "English or German "
        + "(default: English with ISO 8601 dates, 24 hours, and a decimal point)."),
    transform: PageLocale.named)
  var locale: Locale?

  static func named(_ name: String) throws -> Locale {
    let locale = Locale(identifier: name)
    guard let language = locale.language.languageCode, language.isISOLanguage else {
      throw ValidationError("\(name) is not a locale such as nb_NO or en_GB.")
    }
    return locale
  }

  var strings: ChartStrings { locale.map(ChartStrings.init(locale:)) ?? ChartStrings() }
}

extension ArgumentHelp {
  static func value(_ name: String, _ abstract: String) -> ArgumentHelp {
    ArgumentHelp(abstract, valueName: name)
  }
}
