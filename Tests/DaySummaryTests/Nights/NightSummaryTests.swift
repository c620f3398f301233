import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucoseSignals
import GlucoseTestSupport
import Testing

struct NightSummaryTests {
  private let day: LocalDay
  init() throws { day = try Samples.plainDay() }

  private func readings(_ range: Range<Date>, _ value: (Double) -> Double) throws -> GlucoseSeries {
    let length = range.upperBound.timeIntervalSince(range.lowerBound)
    return try GlucoseSeries(
      stride(from: 0, to: length, by: 300).map { seconds in
        Reading(
          time: range.lowerBound.addingTimeInterval(seconds), glucose: .mgdL(value(seconds / 60)))
      })
  }

  @Test func aNightIsHandWorked() throws {
    // 120 mg/dL, and 60 from 2:00 to 2:30, on the day and the one before.
    let history = try readings(day.interval) { 120 <= $0 && $0 < 150 ? 60 : 120 }.recording
    let night = try #require(history.nights(of: [day], bands: .consensus(in: .mgdL)).first)
    #expect(night.range == day.start..<day.time(hour: 6))
    #expect(night.series.count == 72 && night.coverage == Percentage(100))
    #expect(night.statistics?.minimum == .mgdL(60))
    #expect(night.lowestTime == day.time(hour: 2))
    // 6 of 72 readings.
    #expect(
      night.statistics?.timeBelowRange == Percentage(6, of: 72)
        && night.statistics?.timeAboveRange == .zero)
    #expect(night.statistics?.timeInRange == Percentage(66, of: 72))
    #expect(night.durationBelowRange == .seconds(1800))
    #expect(night.episodes.map(\.isLow) == [true])
    #expect(night.change == .mgdL(0))
    let steady = try #require(night.steadyPercentage)
    #expect(steady > Percentage(80) && steady < Percentage(100))
    // The fall of a half within five minutes, and its end, are as of a sensor that is lain upon.
    #expect(night.compressionLows.isEmpty)
    var options = SignalQualityOptions()
    options.findsCompressionLows = true
    let searched = history.nights(of: [day], bands: .consensus(in: .mgdL), options: options)
    #expect(searched.first?.compressionLows.map(\.start) == [day.time(hour: 2)])
  }

  /// A reading far from others has no rate of change.
  @Test func onlyReadingsWithARateAreSteadyOrNot() throws {
    func steady(_ minutes: [Double: Double]) throws -> Percentage? {
      let series = try GlucoseSeries(
        minutes.sorted { $0.key < $1.key }.map {
          Reading(time: day.start.addingTimeInterval(60 * $0), glucose: .mgdL($1))
        })
      return try #require(
        series.recording.nights(of: [day], bands: .consensus(in: .mgdL)).first
      ).steadyPercentage
    }
    #expect(try steady([60: 120]) == nil)
    #expect(try steady([60: 120, 81: 120, 180: 190]) == nil)
    #expect(try steady([60: 120, 80: 120, 180: 190]) == Percentage(100))
    // The neighbor of the last is after the night.
    #expect(try steady([60: 120, 355: 120, 370: 120]) == Percentage(100))
    #expect(try steady([60: 120, 300: 200, 315: 100]) == .zero)
  }

  @Test func aNightMayBeginOnTheDayBefore() throws {
    let before = day.advanced(by: -1)
    let history = try readings(before.start..<day.end) { _ in 100 }.recording
    let window = ClockWindow(fromMinute: 1350, toMinute: 405)
    let night = try #require(
      history.nights(of: [day], during: window, bands: .consensus(in: .mgdL)).first)
    #expect(night.range == before.time(hour: 22, minute: 30)..<day.time(hour: 6, minute: 45))
    #expect(
      night.day == day && night.steadyPercentage == Percentage(100)
        && night.durationBelowRange == .zero)
    let evening = ClockWindow(fromHour: 18, toHour: 24)
    let last = try #require(
      history.nights(of: [day], during: evening, bands: .consensus(in: .mgdL)).first)
    #expect(last.range == day.time(hour: 18)..<day.end)
  }

  @Test func nightsOnWhichClocksChangeAreShorterOrLonger() throws {
    for (day, hours) in [(try Samples.shortDay(), 5.0), (try Samples.longDay(), 7)] {
      let history = try readings(day.interval) { _ in 100 }.recording
      let night = try #require(history.nights(of: [day], bands: .consensus(in: .mgdL)).first)
      #expect(Double(night.series.count) == hours * 12 && night.coverage == Percentage(100))
    }
  }

  @Test func anOngoingNightIsMeasuredUpToThePresent() throws {
    // 60 mg/dL from 1:00, until 3:00.
    let now = day.time(hour: 3)
    let history = try readings(day.start..<now) { $0 < 60 ? 120 : 60 }.recording
    func night(_ now: Date?, _ day: LocalDay) throws -> NightSummary {
      try #require(history.nights(of: [day], bands: .consensus(in: .mgdL), now: now).first)
    }
    let ongoing = try night(now, day)
    #expect(ongoing.isOngoing && ongoing.range == day.start..<day.time(hour: 6))
    #expect(ongoing.coverage > Percentage(99.9) && ongoing.coverage <= Percentage(100))
    let below = try #require(ongoing.durationBelowRange)
    #expect(abs(below / .seconds(7200) - 1) < 0.001)
    // Against the whole night, half of it is recorded, with the same time below the range.
    for later in [nil, day.time(hour: 6), day.end] as [Date?] {
      let whole = try night(later, day)
      #expect(!whole.isOngoing && whole.coverage == Percentage(50))
      #expect(whole.elapsedRange == whole.range && whole.durationBelowRange == .seconds(7200))
    }
    let next = try night(now, day.advanced(by: 1))
    #expect(!next.isOngoing && next.elapsedRange.isEmpty && next.coverage == .zero)
    #expect(next.durationBelowRange == nil && next.statistics == nil)
    // At its first instant.
    #expect(try night(day.start, day).isOngoing)
  }

  @Test func nightsWithoutReadingsAreEmpty() throws {
    let history = try readings(day.interval) { _ in 100 }.recording
    let nights = history.nights(of: [day.advanced(by: 1), day], bands: .consensus(in: .mgdL))
    #expect(nights.map(\.day) == [day.advanced(by: 1), day])
    #expect(nights[0].statistics == nil && nights[0].coverage == .zero && nights[0].change == nil)
    #expect(nights[0].steadyPercentage == nil && nights[0].durationBelowRange == nil)
    #expect(history.nights(of: [], bands: .consensus(in: .mgdL)).isEmpty)
  }

  /// Readings from 8:00 to 23:00, and one event.
  @Test func aNightIsOneWithAReadingOrAnEvent() throws {
    let series = try readings(day.time(hour: 8)..<day.time(hour: 23)) { _ in 100 }
    let record = series.recording
    let late = ClockWindow(fromHour: 22, toHour: 7)
    // The readings of the night end before midnight, on a day without any.
    let next = day.advanced(by: 1)
    #expect(record.nightDays(during: late, in: day.zone) == [next])
    #expect(record.nightDays(in: day.zone) == [])
    let now = day.time(hour: 23)
    let night = try #require(
      record.nights(of: [next], during: late, bands: .consensus(in: .mgdL), now: now).first)
    #expect(night.isOngoing && night.series.count == 12 && night.coverage > Percentage(99))
    let early = try readings(day.start..<day.time(hour: 1)) { _ in 100 }.recording
    #expect(early.nightDays(in: day.zone) == [day])
    #expect(early.nightDays(during: late, in: day.zone) == [day])
    #expect(early.nightDays(during: ClockWindow(fromHour: 1, toHour: 5), in: day.zone) == [])
    // An event at 22:00, at 6:59, and at the end of the night, which is excluded.
    func days(_ time: Date) -> [LocalDay] {
      Recording(series: GlucoseSeries(), events: [Samples.meal("x", at: time, carbs: 1)])
        .nightDays(during: late, in: day.zone)
    }
    #expect(days(day.time(hour: 22)) == [next])
    #expect(days(day.time(hour: 6, minute: 59)) == [day])
    #expect(days(day.time(hour: 7)) == [] && days(Date(timeIntervalSinceReferenceDate: .nan)) == [])
    // Clocks change in the night.
    for day in [try Samples.shortDay(), try Samples.longDay()] {
      let record = try readings(day.interval) { _ in 100 }.recording
      #expect(record.nightDays(in: day.zone) == [day])
    }
  }

  @Test func theQualityOfDaysHasTheWarmUpOfLoggedSensors() throws {
    let series = try readings(day.interval) { 120 + 30 * sin($0 / 100) }
    let change = Samples.event(
      at: day.time(hour: 10), .entry(DiaryEntry(.sensorChange, name: "Dexcom G7")))
    let history = Recording(series: series, events: [change])
    let warmUp = history.signalQuality(of: day...day).faults(.warmUp)
    #expect(warmUp.map(\.start) == [day.time(hour: 10)])
    #expect(series.recording.signalQuality(of: day...day).faults(.warmUp).isEmpty)
    // One that was inserted in the evening before.
    let early = Samples.event(
      at: day.advanced(by: -1).time(hour: 20), .entry(DiaryEntry(.sensorChange)))
    let found = Recording(series: series, events: [early]).signalQuality(of: day...day)
    #expect(found.faults(.warmUp).map(\.start) == [day.start])
  }

  /// A compression low from half an hour before midnight to 25 minutes after it.
  @Test func aFaultOverMidnightIsFoundOnBothDays() throws {
    let first = day.advanced(by: -2)
    let history = try readings(first.start..<day.advanced(by: 1).end) { minutes in
      let noise = Double((Int(minutes / 5) * 7919 + Int(minutes / 5) * Int(minutes / 5) * 31) % 5)
      let level = 130 + 25 * sin(minutes / 110) + noise - 2
      return ((2850..<2905).contains(minutes) ? level * 0.55 : level).rounded()
    }.recording
    let before = day.advanced(by: -1)
    var options = SignalQualityOptions()
    options.findsCompressionLows = true
    let whole = history.signalQuality(of: first...day.advanced(by: 1), options: options)
      .faults(.compressionLow)
    #expect(whole.map(\.start) == [day.start - 1800] && whole.map(\.end) == [day.start + 1200])
    for days in [day...day, before...before, before...day] {
      let quality = history.signalQuality(of: days, options: options)
      #expect(quality.faults.map(\.kind) == [.compressionLow])
      #expect(quality.faults.first?.start == day.start - 1800)
      #expect(quality.faults.first?.end == day.start + 1200)
      #expect(quality.days.map(\.range) == days.map(\.interval))
      #expect(quality.hours.count == 24 * quality.days.count)
      #expect(quality.hours.first?.range.lowerBound == days.lowerBound.start)
      #expect(quality.days.allSatisfy { $0.score < $0.coverage })
    }
  }

  /// High glucose over several days is one episode, also in a night over midnight.
  @Test(arguments: [ClockWindow.overnight, ClockWindow(fromHour: 22, toHour: 7)])
  func anEpisodeOfDaysIsOneEpisodeOfANight(window: ClockWindow) throws {
    let bands = RangeBands.consensus(in: .mgdL)
    let range = day.advanced(by: -3).start..<day.advanced(by: 2).end
    let history = try readings(range) { _ in 250 }.recording
    let night = try #require(history.nights(of: [day], during: window, bands: bands).first)
    #expect(night.episodes == history.report(of: day, bands: bands).episodes)
    #expect(night.episodes.map(\.isLow) == [false])
    // One that ends before midnight is of the evening alone.
    let evening = try readings(range) { (4170..<4290).contains($0) ? 60 : 120 }.recording
    let found = try #require(evening.nights(of: [day], during: window, bands: bands).first)
    #expect(found.episodes.map(\.isLow) == (window == .overnight ? [] : [true]))
  }

  @Test func laboratoryResultsAreComparedWithTheDaysBefore() throws {
    let start = day.advanced(by: -20).start
    let series = try readings(start..<day.end) { _ in 150 }
    func result(_ amount: Double, _ unit: DiaryEntry.Unit?, hour: Int) -> DiaryEvent {
      Samples.event(
        "\(amount)", at: day.time(hour: hour),
        .entry(DiaryEntry(.hemoglobinA1c, amount: amount, unit: unit)))
    }
    let history = Recording(
      series: series,
      events: [
        result(7, .percent, hour: 8), result(48, .mmolPerMol, hour: 9),
        result(53, .percent, hour: 10),
        result(7, nil, hour: 11),
      ])
    let found = history.hemoglobinA1cComparisons(
      over: day.interval, in: day.zone, window: .seconds(20 * 86_400))
    // The third is not in percent, and the last has no unit.
    #expect(found.map(\.time) == [day.time(hour: 8), day.time(hour: 9)])
    #expect(abs(try #require(found.last).laboratory.percent - 6.543) < 0.001)
    #expect(found.allSatisfy { abs($0.glucoseManagementIndicator - 6.898) < 1e-9 })
    #expect(found.allSatisfy { $0.sufficiency.isSufficient })
    #expect(
      history.hemoglobinA1cComparisons(over: day.advanced(by: 1).interval, in: day.zone).isEmpty)
  }
}
