import Foundation
import GlucoseDiary
import GlucoseMath
import GlucoseSimulation
import Testing

/// The statistics of virtual people match people with type 1 diabetes who inject insulin.
@Suite struct PopulationTests {
  /// Fourteen days of 24 people.
  private static let records: [(recording: Recording, plasma: GlucoseSeries)] = {
    let day = LocalDay(containing: Date(timeIntervalSince1970: 1_746_000_000), in: .gmt)
    return VirtualPatient.cohort(of: 24, seed: 2024).map {
      $0.simulateWithPlasma(days: 14, from: day)
    }
  }()

  private static let statistics = records.compactMap {
    $0.recording.series.statistics(bands: .consensus(in: .mgdL))
  }

  private func mean(_ value: (GlucoseStatistics) -> Double) -> Double {
    Self.statistics.map(value).reduce(0, +) / Double(Self.statistics.count)
  }

  /// The mean HbA1c is 8.4 % in the T1D Exchange (Foster et al., Diabetes Technology & Therapeutics
  /// 21:66, 2019), and the goal is 7 %. By the relation of Nathan et al. (Diabetes Care 31:1473,
  /// 2008), these correspond to mean glucose of 194 and 154 mg/dL; sensor wearers are between them.
  @Test func meanGlucoseMatchesSensorWearers() {
    #expect((150...195).contains(mean(\.mean.mgdL)))
    #expect(Self.statistics.allSatisfy { (100...300).contains($0.mean.mgdL) })
  }

  /// The coefficient of variation in type 1 diabetes is 36 to 38 % among 22,006 sensor wearers
  /// (Dunn et al., Diabetes Technology & Therapeutics 2024); 36 % separates stable from unstable
  /// (Monnier et al., Diabetes Care 40:832, 2017), so there must be people on both sides.
  @Test func variationMatchesTypeOneDiabetes() {
    let values = Self.statistics.compactMap(\.coefficientOfVariation)
    #expect((33...41).contains(values.reduce(0, +) / Double(values.count)))
    #expect(values.allSatisfy { (18...56).contains($0) })
    #expect(values.contains { $0 < 36 } && values.contains { $0 > 36 })
  }

  /// Time in range of people who inject is 46 ± 12 % before trials of sensors (DIAMOND, Calhoun et
  /// al., Diabetes Technology & Therapeutics 23:230, 2021); for sensor wearers, it is 56 ± 25 % on
  /// days without exercise and 62 ± 23 % on days with exercise (Riddell et al., ibid. 23:376,
  /// 2021).
  @Test func timeInRangeMatchesPeopleWhoInject() {
    #expect((0.46...0.68).contains(mean(\.timeInRanges.inRange.fraction)))
    let shares = Self.statistics.map(\.timeInRanges.inRange.fraction).sorted()
    #expect(shares[0] < 0.5 && shares[23] > 0.7, "people differ")
  }

  /// Most people are below 70 mg/dL for 1 to 7 % of the time (Riddell et al. 2021: 7.1 ± 9.1 %; the
  /// consensus target is below 4 %), and for far less below 54 mg/dL.
  @Test func lowsAreInfrequent() {
    #expect((0.01...0.07).contains(mean(\.timeInRanges.belowRange.fraction)))
    #expect((0.0005...0.015).contains(mean { $0.timeInRanges[.veryLow]?.fraction ?? .nan }))
    #expect(Self.statistics.count { $0.timeInRanges.belowRange > .zero } >= 20)
  }

  /// The mean absolute relative difference of the modeled sensor is 9 to 10 % against blood (Wadwa
  /// et al., Diabetes Technology & Therapeutics 20:395, 2018), including the error of the
  /// reference.
  @Test func sensorErrorMatchesRealSensors() {
    let errors = Self.records.flatMap { record in
      let truth = Dictionary(uniqueKeysWithValues: zip(record.plasma.times, record.plasma.values))
      return zip(record.recording.series.times, record.recording.series.values)
        .compactMap { time, value in truth[time].map { abs(value - $0) / $0 } }
    }
    #expect((0.05...0.11).contains(errors.reduce(0, +) / Double(errors.count)))
  }

  @Test func sensorsCaptureMostReadings() {
    for record in Self.records {
      let share = Double(record.recording.series.count) / Double(record.plasma.count)
      #expect((0.9...0.999).contains(share))
    }
  }

  /// Meals make glucose more variable by day than by night, as in every ambulatory glucose profile.
  @Test func nightsAreLessVariableThanDays() {
    func liveliness(_ hours: Range<Int>) -> Double {
      let changes = Self.records.flatMap { record in
        zip(record.plasma, record.plasma.dropFirst(6)).compactMap { now, later in
          let hour = Int(now.time.timeIntervalSince1970 / 3600) % 24
          return hours.contains(hour) ? abs(later.glucose.mgdL - now.glucose.mgdL) : nil
        }
      }
      return changes.reduce(0, +) / Double(changes.count)
    }
    #expect(liveliness(2..<5) * 2 < liveliness(8..<21))
  }
}
