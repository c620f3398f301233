// SPDX-License-Identifier: Apache-2.0

import DayChart
import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucosePictureTestSupport
import GlucoseSimulation
import Prediction
import Testing

@testable import PredictionChart

struct BacktestStringsTests {
  /// The names of fields of a text.
  private func fields(_ text: String) -> Set<Substring> {
    Set(text.split(separator: "{").dropFirst().map { $0.prefix { $0 != "}" } })
  }

  @Test func allGermanTextsDifferFromTheEnglishOnesAndHaveTheirFields() {
    let pairs = zip(
      Mirror(reflecting: BacktestStrings()).children,
      Mirror(reflecting: BacktestStrings.german).children)
    var count = 0
    for (english, german) in pairs {
      guard let one = english.value as? String, let other = german.value as? String else {
        continue
      }
      count += 1
      #expect(one != other, "\(english.label ?? "")")
      #expect(fields(one) == fields(other), "\(english.label ?? "")")
    }
    #expect(count > 30)
  }

  /// Words and decimal points of the English text do not occur in any part of a German picture.
  @Test(arguments: GlucoseUnit.allCases)
  func germanPicturesHaveNoEnglishText(unit: GlucoseUnit) async throws {
    let report = try await ExampleReport.report
    var strings = BacktestStrings.german
    for predictor in report.result.predictors {
      strings.predictors[predictor] = "P-\(predictor.count)"
    }
    let landscape = try #require(
      report.result.landscape(of: report.personalModel, lead: report.horizon))
    let size = PlotSize(width: 328, height: 360)
    let svgs = [
      ErrorByLeadPicture(report.result, unit: unit, size: size, strings: strings).svg,
      CalibrationPicture(
        intervalsOf: report.result, predictors: [report.personalModel], lead: report.horizon,
        size: size, strings: strings
      ).svg,
      CalibrationPicture(
        crossingsOf: report.result, predictor: report.personalModel, unit: unit, minimumCount: 1,
        size: size, strings: strings
      ).svg,
      ErrorLandscapePicture(landscape, unit: unit, minimumCount: 1, size: size, strings: strings)
        .svg,
      ForecastDayPicture(try #require(report.day), unit: unit, size: size, strings: strings).svg,
    ]
    for svg in svgs { try expectLegible(svg, size: size) }
    let others = [
      try #require(report.errorGrid(unit: unit, strings: strings)).svg,
      ErrorLandscapePicture(landscape, unit: unit, minimumCount: .max, strings: strings).svg,
    ]
    let english = try Regex(
      "(?i)error|forecast|reading|ahead|coverage|predict|observ|glucose|slope|clock|below|above"
        + "|interval|outcome|cells|origin|most|diagonal\\b.*from|[0-9]\\.[0-9]")
    for svg in svgs + others {
      let root = try #require(ParsedElement.parse(svg))
      let texts = root.all.filter { ["text", "title", "desc", "tspan"].contains($0.name) }.map(
        \.text)
      #expect(texts.count > 5)
      for text in texts {
        #expect(text.firstMatch(of: english) == nil, "\(text)")
        #expect(!text.contains("{") && !text.contains("}"), "\(text)")
      }
    }
  }

  @Test func twelveHoursAndTitlesAreThoseOfTheStrings() async throws {
    let day = try #require(try await ExampleReport.report.day)
    var strings = BacktestStrings()
    strings.formats.hourPattern = "h a"
    strings.forecastDay = "Yesterday"
    let svg = ForecastDayPicture(day, unit: .mmolL, strings: strings).svg
    #expect(svg.contains("12 AM") && svg.contains("4 PM") && !svg.contains(":00<"))
    #expect(svg.contains("Yesterday"))
    #expect(ForecastDayPicture(day, unit: .mmolL, title: "T", strings: strings).title == "T")
  }

  /// In Oslo, the clock is set from 2 to 3 on 2026-03-29, and from 3 to 2 on 2026-10-25.
  @Test(arguments: [("2026-03-29", 3.0), ("2026-10-25", 5.0)])
  func hoursOfADayOnWhichTheClockChangesAreThoseOfTheClock(date: String, hours: Double) throws {
    let oslo = try #require(TimeZone(identifier: "Europe/Oslo"))
    let day = try #require(LocalDay(date, in: oslo))
    let recording = VirtualPatient(seed: 5).simulate(days: 4, from: day.advanced(by: -3))
    let noon = Recording(
      series: recording.series.prefix(before: day.time(hour: 12, minute: 0)), events: [])
    let model = try Forecaster.pretrained(for: noon.series, zone: oslo)
    let shown = try #require(ForecastDay(of: noon, by: model, in: oslo))
    let root = try #require(
      ParsedElement.parse(
        ForecastDayPicture(shown, unit: .mgdL, size: PlotSize(width: 700, height: 400)).svg))
    func place(_ label: String) throws -> Double {
      try #require(root.all.first { $0.name == "text" && $0.text == label }?.number("x"))
    }
    let (evening, midnight, morning) = (try place("20:00"), try place("00:00"), try place("04:00"))
    #expect(abs((morning - midnight) / (midnight - evening) - hours / 4) < 0.01)
  }
}
