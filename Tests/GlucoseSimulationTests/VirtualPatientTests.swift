import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import GlucoseSimulation

@Suite struct VirtualPatientTests {
  private let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt

  private func day(_ text: String, in zone: TimeZone? = nil) throws -> LocalDay {
    try #require(LocalDay(text, in: zone ?? oslo))
  }

  @Test func equalSeedsProduceEqualRecordings() throws {
    let first = try VirtualPatient(seed: 5).simulateWithPlasma(days: 3, from: day("2025-05-01"))
    let second = try VirtualPatient(seed: 5).simulateWithPlasma(days: 3, from: day("2025-05-01"))
    let other = try VirtualPatient(seed: 6).simulateWithPlasma(days: 3, from: day("2025-05-01"))
    #expect(first == second)
    #expect(first.recording.series != other.recording.series)
  }

  /// A hash of every bit of every number, which must not change with platform, compiler, or time.
  @Test func recordingIsIdenticalToTheLastBit() throws {
    let record = try VirtualPatient(seed: 1).simulateWithPlasma(days: 14, from: day("2025-03-24"))
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for number in record.recording.series.values + record.plasma.values + record.plasma.times
      + record.recording.events.map(\.time.timeIntervalSinceReferenceDate)
    { hash = (hash ^ number.bitPattern) &* 0x100_0000_01b3 }
    for byte in record.recording.events.flatMap(\.id.rawValue.utf8) {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    #expect(hash == 6_231_900_052_218_732_676)
  }

  @Test(arguments: [("0002-01-01", 1), ("9998-12-20", 11)])
  func simulationSupportsTheFirstAndLastYears(first: String, days: Int) throws {
    for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago"] {
      let first = try day(first, in: TimeZone(identifier: zone))
      #expect(VirtualPatient(seed: 1).simulate(days: days, from: first).series.count > 200)
    }
  }

  /// A person who notices every low takes sugar again after 20 minutes, and not earlier.
  @Test func sugarIsTakenAtMostEveryTwentyMinutes() throws {
    var gaps: [Double] = []
    for seed in UInt64(1)...6 {
      var patient = VirtualPatient(seed: seed)
      patient.habits.lowNoticeProbability = 3
      patient.habits.countingBias = 1.3
      let events = try patient.simulate(days: 14, from: day("2025-05-01")).events
      let sugars = events.filter { event in
        if case .meal(let meal) = event.content { meal.name == "Juice" } else { false }
      }
      gaps += zip(sugars, sugars.dropFirst()).map { $1.time.timeIntervalSince($0.time) / 60 }
    }
    #expect(gaps.count > 50)
    #expect(gaps.min() == 20)
  }

  @Test func longerSimulationStartsWithTheShorter() throws {
    let start = try day("2025-03-28")
    let short = VirtualPatient(seed: 11).simulateWithPlasma(days: 4, from: start)
    let long = VirtualPatient(seed: 11).simulateWithPlasma(days: 9, from: start)
    let range = start.start..<start.advanced(by: 4).start
    #expect(long.recording.series[range] == short.recording.series)
    #expect(long.plasma[range] == short.plasma)
    #expect(long.recording.events.filter { range.contains($0.time) } == short.recording.events)
  }

  @Test(arguments: [("2025-03-30", 276), ("2025-10-26", 300), ("2025-07-01", 288)])
  func readingsDueMatchTheLengthOfTheDay(text: String, slots: Int) throws {
    let day = try day(text)
    let record = VirtualPatient(seed: 2).simulateWithPlasma(days: 1, from: day)
    #expect(record.plasma.count == slots)
    #expect(record.plasma.first?.time == day.start)
    #expect(record.recording.series.count <= slots)
    #expect(record.recording.series.allSatisfy { day.contains($0.time) })
  }

  @Test(arguments: ["Europe/Oslo", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"])
  func mealsAreAtLocalTimesAllYear(identifier: String) throws {
    let zone = try #require(TimeZone(identifier: identifier))
    let start = try day("2025-01-01", in: zone)
    let patient = VirtualPatient(seed: 3)
    for number in 0..<365 {
      let day = start.advanced(by: number)
      let plan = DayPlan(
        of: patient, day: day, start: start.start, drift: 0,
        random: RandomSource(seed: 3, for: .day(number)))
      let dinners = plan.items.filter { item in
        guard case .eat(let dish, _) = item.action else { return false }
        return MealTemplate.dinners.contains { $0.name == dish.name }
      }
      #expect(dinners.count == 1)
      let usual = day.time(
        hour: patient.habits.dinnerMinute / 60, minute: patient.habits.dinnerMinute % 60)
      for dinner in dinners {
        let time = start.start.addingTimeInterval(60 * Double(dinner.minute))
        #expect(abs(time.timeIntervalSince(usual)) <= 51 * 60)
      }
    }
  }

  @Test func skippedDateHasNoMeals() throws {
    let samoa = try #require(TimeZone(identifier: "Pacific/Apia"))
    for first in ["2011-12-28", "2011-12-30", "2011-12-31"] {
      let start = try day(first, in: samoa)
      let record = VirtualPatient(seed: 3).simulateWithPlasma(days: 5, from: start)
      #expect(record.plasma.count == (first == "2011-12-31" ? 5 : 4) * 288)
      let days = record.recording.events.map {
        LocalDay(containing: $0.time, in: samoa).description
      }
      #expect(!days.contains("2011-12-30") && days.contains("2011-12-31"))
      let perDay = Dictionary(grouping: days) { $0 }.mapValues(\.count)
      #expect(perDay.values.allSatisfy { $0 < 20 })
      #expect(record.recording.events.allSatisfy { !$0.id.rawValue.contains("2011-12-30") })
    }
  }

  @Test func identifiersAreDistinctAndIncludeSeedAndDay() throws {
    let events = try VirtualPatient(seed: 255).simulate(days: 60, from: day("2025-03-01")).events
    #expect(Set(events.map(\.id)).count == events.count)
    for event in events {
      let day = LocalDay(containing: event.time, in: oslo)
      #expect(event.id.rawValue.hasPrefix("virtual-ff-\(day)-"))
      #expect(event.zone == oslo)
    }
  }

  @Test func everyKindOfEventOccurs() throws {
    let events = try VirtualPatient(seed: 4).simulate(days: 200, from: day("2025-01-01")).events
    var conditions: Set<DiaryCondition.Kind> = []
    var actions: Set<InsulinDose.Action> = []
    var exercises = 0
    var meals = 0
    for event in events {
      switch event.content {
      case .meal(let meal):
        meals += 1
        #expect(
          (meal.carbs ?? 0) >= 5 && meal.name != nil && meal.fat != nil && meal.protein != nil)
      case .insulin(let dose):
        if let action = dose.action { actions.insert(action) }
        #expect(dose.units > 0 && (2 * dose.units).rounded() == 2 * dose.units)
      case .exercise(let exercise):
        exercises += 1
        #expect(exercise.intensity != nil && exercise.duration >= .seconds(1200))
      case .condition(let condition):
        conditions.insert(condition.kind)
        #expect(condition.end.map { $0 > event.time } == true)
      case .entry: Issue.record("no simulated person logs \(event)")
      }
    }
    #expect(conditions == [.illness, .stress])
    #expect(actions == [.rapidActing, .longActing])
    #expect(exercises > 10 && meals > 600)
  }

  @Test func coarserCadenceHasTheSamePlasma() throws {
    let start = try day("2025-05-01")
    let fine = VirtualPatient(seed: 9).simulateWithPlasma(days: 2, from: start)
    let coarse = VirtualPatient(seed: 9).simulateWithPlasma(
      days: 2, from: start, cadence: .seconds(900))
    #expect(coarse.plasma.count == 192)
    #expect(coarse.recording.series.cadence == .seconds(900))
    #expect(Array(coarse.plasma) == stride(from: 0, to: 576, by: 3).map { fine.plasma[$0] })
    #expect(coarse.recording.events == fine.recording.events)
  }

  @Test func largerCohortStartsWithTheSmaller() {
    let small = VirtualPatient.cohort(of: 5, seed: 77)
    let large = VirtualPatient.cohort(of: 9, seed: 77)
    #expect(Array(large.prefix(5)) == small)
    #expect(Set(large.map(\.seed)).count == 9)
    #expect(
      Set(small.map(\.seed)).isDisjoint(with: VirtualPatient.cohort(of: 5, seed: 78).map(\.seed)))
    #expect(VirtualPatient.cohort(of: 0, seed: 1).isEmpty)
  }

  @Test func everyParameterAffectsTheRecording() throws {
    let start = try day("2025-05-01")
    var patient = VirtualPatient(seed: 21)
    let before = patient.simulateWithPlasma(days: 5, from: start)
    patient.physiology.dawnRise = 0.5
    let dawn = patient.simulateWithPlasma(days: 5, from: start)
    let hour8 = start.time(hour: 8)
    let row = before.plasma.index(atOrAfter: hour8)
    #expect(dawn.plasma[row].glucose > before.plasma[row].glucose)
    patient = VirtualPatient(seed: 21)
    patient.habits.exerciseProbability = 1
    let exercises = patient.simulate(days: 5, from: start).events.count {
      if case .exercise = $0.content { true } else { false }
    }
    #expect(exercises == 5)
  }

  @Test func simulationOfZeroDaysFailsAPrecondition() async {
    await #expect(processExitsWith: .failure) {
      _ = VirtualPatient(seed: 1)
        .simulate(days: 0, from: LocalDay(containing: Date(timeIntervalSince1970: 0), in: .gmt))
    }
  }

  @Test func cadenceOfSevenMinutesFailsAPrecondition() async {
    await #expect(processExitsWith: .failure) {
      _ = VirtualPatient(seed: 1).simulate(
        days: 1, from: LocalDay(containing: Date(timeIntervalSince1970: 0), in: .gmt),
        cadence: .seconds(420))
    }
  }
}
