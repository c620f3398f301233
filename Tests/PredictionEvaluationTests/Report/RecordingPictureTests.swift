import DayChart
import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucoseSimulation
import Testing

@testable import PredictionEvaluation

@Suite struct RecordingPictureTests {
  private let day = LocalDay(year: 2026, month: 3, day: 2, in: .gmt)

  private func recording(days: Int = 3) throws -> Recording {
    VirtualPatient(seed: 5).simulate(days: days, from: try #require(day))
  }

  @Test(arguments: RecordingPicture.Kind.allCases)
  func aRecordingHasEveryPictureAndNoneHasNone(kind: RecordingPicture.Kind) throws {
    let picture = RecordingPicture(kind)
    #expect(picture.svg(of: Recording(series: GlucoseSeries()), in: .gmt) == nil)
    // With events, the forecast of the last day takes most of the time.
    let recording = Recording(series: try recording().series)
    let svg = try #require(picture.svg(of: recording, in: .gmt))
    #expect(svg.hasPrefix("<svg"))
    var wide = picture
    wide.width = 1000
    #expect(wide.svg(of: recording, in: .gmt) != svg)
  }

  @Test func theLastDayHasAForecastAndADayWithoutDataNoPicture() throws {
    let recording = try recording(days: 1)
    var picture = RecordingPicture(.day)
    picture.now = Date(timeIntervalSinceReferenceDate: 9e8)
    let last = try #require(picture.svg(of: recording, in: .gmt))
    #expect(recording.forecastAtEnd(in: .gmt) != nil)
    picture.day = recording.series.last.map { LocalDay(containing: $0.time, in: .gmt) }
    #expect(picture.svg(of: recording, in: .gmt) == last)
    let plain = DayPicture(
      recording.bifocalDay(
        of: try #require(picture.day), forecast: nil, now: nil,
        options: DayPlotOptions(unit: .mgdL, extendsAxis: true)
      ).plot, size: PlotSize(width: 800, height: 500))
    #expect(plain.svg != last)
    picture.day = LocalDay(year: 2020, month: 1, day: 1, in: .gmt)
    #expect(picture.svg(of: recording, in: .gmt) == nil)
  }

  @Test func theProfileIsSmoothedAndHasGoals() throws {
    let recording = try recording()
    var picture = RecordingPicture(.profile)
    let smooth = try #require(picture.svg(of: recording, in: .gmt))
    picture.smoothingWindow = .zero
    #expect(picture.svg(of: recording, in: .gmt) != smooth)
    picture.smoothingWindow = .seconds(3600)
    picture.population = nil
    #expect(picture.svg(of: recording, in: .gmt) != smooth)
  }
}
