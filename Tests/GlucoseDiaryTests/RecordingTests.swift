import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@Suite struct RecordingTests {
  private func instant(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

  private func meal(_ id: String, _ time: Double) -> DiaryEvent {
    DiaryEvent(id: DiaryEvent.ID(rawValue: id), at: instant(time), in: .gmt, .meal(Meal(carbs: 10)))
  }

  @Test func eventsAreSortedByTimeAndIdentifier() {
    let sorted = [meal("z", 0), meal("a", 5), meal("b", 5), meal("c", 9)]
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20 {
      let recording = Recording(series: GlucoseSeries(), events: sorted.shuffled(using: &random))
      #expect(recording.events == sorted)
    }
  }

  @Test func aRangeGivesItsReadingsAndWhateverReachesIntoIt() throws {
    let series = try ValidatedReadings(times: [0, 300, 600, 900], values: [100, 110, 120, 130])
      .series
    let run = DiaryEvent(
      id: DiaryEvent.ID(rawValue: "run"), at: instant(100), in: .gmt,
      .exercise(Exercise(duration: .seconds(300))))
    let ill = DiaryEvent(
      id: DiaryEvent.ID(rawValue: "ill"), at: instant(-1e6), in: .gmt,
      .condition(DiaryCondition(.illness)))
    let recording = Recording(series: series, events: [meal("m", 900), meal("n", 300), run, ill])
    let history: any GlucoseHistory = recording
    let range = instant(300)..<instant(900)
    #expect(try history.series(in: range).map(\.glucose.mgdL) == [110, 120])
    #expect(try history.events(in: range).map(\.id.rawValue) == ["ill", "run", "n"])
    #expect(recording.events(in: instant(400)..<instant(401)).map(\.id.rawValue) == ["ill"])
    #expect(recording.events.count == 4)
  }

  @Test func anEmptyRecordingHasNothing() {
    let recording = Recording(series: GlucoseSeries())
    #expect(recording.events.isEmpty && recording.series(in: instant(0)..<instant(1)).isEmpty)
  }

  @Test func aRecordingSurvivesCodingAndIsSortedWhenDecoded() throws {
    let series = try ValidatedReadings(times: [0, 300], values: [100, 110]).series
    let recording = Recording(series: series, events: [meal("a", 1), meal("b", 2)])
    let data = try JSONEncoder().encode(recording)
    #expect(try JSONDecoder().decode(Recording.self, from: data) == recording)
    struct Unsorted: Encodable {
      var series: GlucoseSeries
      var events: [DiaryEvent]
    }
    let unsorted = try JSONEncoder().encode(
      Unsorted(series: series, events: recording.events.reversed()))
    #expect(try JSONDecoder().decode(Recording.self, from: unsorted) == recording)
  }
}
