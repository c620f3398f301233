import Foundation
import GlucoseCohort
import GlucoseMath
import GlucoseSignals
import GlucoseTestSupport
import Testing

@Suite struct AccuracyStudyTests {
  /// A pair at the time of an insertion is of the new sensor.
  @Test func insertionsDivideTheSensorsOfAStudy() throws {
    func minute(_ number: Double) -> Date {
      Date(timeIntervalSinceReferenceDate: 700_000_000 + number * 60)
    }
    let series = try GlucoseSeries(
      [100.0, 110, 120, 130].enumerated().map {
        Reading(time: minute(Double($0.offset) * 5), glucose: .mgdL($0.element))
      })
    let comparison = try #require(SensorComparison(of: series, with: series))
    let pairs = comparison.studyPairs(sensor: "Ada", insertions: [minute(12), minute(5)])
    #expect(pairs.map(\.sensor) == ["Ada", "Ada 1", "Ada 1", "Ada 2"])
    #expect(pairs.map(\.wearTime) == [nil, .zero, .seconds(300), .seconds(180)])
    #expect(pairs.map(\.time) == comparison.pairs.map(\.time))
    #expect(pairs.allSatisfy { $0.comparator == nil })
    let stated = comparison.studyPairs(insertions: [minute(5)], comparator: .meter)
    #expect(stated.map(\.comparator) == [.meter, .meter, .meter, .meter])
    #expect(comparison.studyPairs().allSatisfy { $0.sensor.isEmpty && $0.wearTime == nil })
  }

  typealias Pair = AccuracyStudy.Pair

  /// Creates pairs of (reference, reading) 15 minutes apart.
  private func pairs(
    _ values: [(Double, Double)], _ unit: GlucoseUnit = .mgdL, sensor: String = "",
    hoursPerPair: Double = 0.25
  ) -> [Pair] {
    values.enumerated().map { index, value in
      Pair(
        GlucosePair(
          reference: Glucose(value.0, unit), measured: Glucose(value.1, unit)),
        at: Date(timeIntervalSinceReferenceDate: Double(index) * hoursPerPair * 3600),
        sensor: sensor, wearTime: .seconds(Double(index) * hoursPerPair * 3600))
    }
  }

  private func criteria(_ values: [(Double, Double)]) throws -> [String: AccuracyStudy.Criterion] {
    let study = try #require(AccuracyStudy(pairs(values)))
    return Dictionary(uniqueKeysWithValues: study.specialControls.map { ($0.letter, $0) })
  }

  @Test func noPairsAreNoStudy() { #expect(AccuracyStudy([]) == nil) }

  @Test func onePairHasNumbersAndNoRates() throws {
    let study = try #require(AccuracyStudy(pairs([(100, 110)])))
    #expect(
      study.rows.map(\.group) == [.all, .reference(.target), .measured(.target), .dayOfWear(1)])
    #expect(study.rows.allSatisfy { $0.within15.count == 1 && $0.within15.total == 1 })
    #expect(study.trends.count == 0 && study.deviationIntervals(samples: 10).isEmpty)
    let alarms = study.alarms(.below, .mgdL(70))
    #expect(alarms.trueAlarms == nil && alarms.detections == nil)
    let met = study.specialControls.map { $0.isMet }
    // A bound of one pair is 5 %.
    #expect(met == [nil, false, nil, nil, false, nil, false, nil, nil, nil, nil])
  }

  @Test func pairsInTheLowRangeOnlyLeaveTheOtherCriteriaOpen() throws {
    let criteria = try criteria([(60, 62), (64, 60), (69.9, 69.9)])
    #expect(
      criteria.values.filter { $0.rate == nil }.map(\.letter).sorted() == [
        "B", "C", "E", "F", "I", "J", "K",
      ])
    #expect(criteria["H"]?.isMet == true && criteria["B"]?.isMet == nil)
  }

  /// The limit of a reading of 69 is in mg/dL, whatever its reference, and from 70 in percent.
  @Test(arguments: [
    (84.0, 69.0, "A", 1), (85, 69, "A", 0), (100, 85, "B", 1), (100, 84.9, "B", 0),
    (81, 70, "B", 1), (83, 70, "B", 0), (157, 180, "B", 1), (156, 180, "B", 0),
    (200, 180.5, "C", 1), (109, 69, "D", 1), (109.5, 69, "D", 0), (50, 70, "E", 1),
    (49, 70, "E", 0), (130, 182, "F", 1), (129, 182, "F", 0),
  ])
  func theReadingDividesAtSeventyAndOneHundredAndEighty(
    reference: Double, reading: Double, letter: String, count: Int
  ) throws {
    let rate = try #require(try criteria([(reference, reading)])[letter]?.rate)
    #expect(rate.total == 1 && rate.count == count)
  }

  /// In rows by the reference, the reference decides.
  @Test func rowsGoByTheReferenceOrTheReading() throws {
    let study = try #require(AccuracyStudy(pairs([(69.9, 84), (70, 54), (180, 210), (180.1, 50)])))
    let rows = Dictionary(uniqueKeysWithValues: study.rows.map { ($0.group, $0) })
    #expect(rows[.reference(.low)]?.within15.count == 1)
    #expect(rows[.reference(.target)]?.within20.count == 1)
    #expect(rows[.reference(.target)]?.within30.count == 2)
    #expect(rows[.reference(.high)]?.within40.count == 0)
    // 54 and 50 are low readings, 16 and 130.1 mg/dL from their references.
    #expect(rows[.measured(.low)]?.within15.count == 0)
    #expect(rows[.measured(.low)]?.within20.count == 1)
    #expect(rows[.measured(.target)]?.within20.count == 0)
    #expect(rows[.measured(.high)]?.within20.count == 1)
    #expect(rows[.all]?.agreement.count == 4)
  }

  @Test func readingsOnTheOtherSideOfTheRangeViolateTheCriteria() throws {
    let met = try criteria([(181, 69), (69, 181), (60, 60), (200, 200)])
    #expect(met["H"]?.rate?.count == 1 && met["H"]?.isMet == false)
    #expect(met["I"]?.rate?.count == 1 && met["I"]?.isMet == false)
    let within = try criteria([(180, 69), (70, 181)])
    #expect(within["H"]?.isMet == true && within["I"]?.isMet == true)
  }

  /// A bound must be above its limit: 17 of 17 pairs have a bound of 83.8 %, 19 of 19 of 85.4 %.
  @Test func theBoundDecidesAndNotTheRate() throws {
    let seventeen = try criteria([(Double, Double)](repeating: (60, 60), count: 17))
    #expect(seventeen["A"]?.rate?.percentage == Percentage(100) && seventeen["A"]?.isMet == false)
    let nineteen = try criteria([(Double, Double)](repeating: (60, 60), count: 19))
    #expect(nineteen["A"]?.isMet == true && nineteen["D"]?.isMet == false)
    let bound = try #require(nineteen["A"]?.rate?.lowerBound.fraction)
    #expect(agree(bound, pow(0.05, 1 / 19.0)))
  }

  /// Two sensors of one person are no two people.
  @Test func sensorsOfOnePersonAreNoSample() throws {
    func bound(_ person: (Int) -> String?) throws -> Percentage {
      let pairs = (0..<60).map { index in
        let sensor = index / 10
        return AccuracyStudy.Pair(
          GlucosePair(
            reference: .mgdL(100), measured: .mgdL(sensor == 0 || index % 10 == 0 ? 130 : 105)),
          at: Date(timeIntervalSinceReferenceDate: Double(index) * 900), sensor: "\(sensor)",
          person: person(sensor))
      }
      return try #require(AccuracyStudy(pairs)?.rows.first).within15.lowerBound
    }
    #expect(try bound { _ in nil } < bound { _ in "Ada" })
    #expect(try bound { _ in nil } == bound { "\($0)" })
  }

  /// Each person has a sensor of the same name, and a reading between those of the other.
  @Test func sensorsOfOneNameAreThoseOfTheirPeople() throws {
    let pairs = (0..<8).map { index -> AccuracyStudy.Pair in
      let (person, value) = index.isMultiple(of: 2) ? ("Ada", 60.0) : ("Bo", 100)
      let time = Date(timeIntervalSinceReferenceDate: Double(index) * 450)
      return AccuracyStudy.Pair(
        GlucosePair(reference: .mgdL(100), measured: .mgdL(value)), at: time, sensor: "G7",
        person: person)
    }
    let study = try #require(AccuracyStudy(pairs))
    let names = study.rows.compactMap { row in
      if case .sensor(let name) = row.group { name } else { nil }
    }
    #expect(names == ["Ada G7", "Bo G7"])
    // Neither sensor changes; between the people, glucose would rise and fall by 40 mg/dL.
    #expect(study.trends.zoneCounts[.a] == study.trends.count && study.trends.count > 0)
  }

  /// One of a hundred rates may contradict the reference.
  @Test func onePercentOfTheRatesMayContradict() throws {
    // Rates of 2 mg/dL per minute upward, then one of a falling reference.
    func values(_ rises: Int) -> [(Double, Double)] {
      (0..<rises).flatMap { _ in [(100.0, 100.0), (130, 130)] } + [(100, 100), (60, 130)]
    }
    let hundred = try criteria(values(99))
    #expect(hundred["J"]?.rate?.total == 100 && hundred["J"]?.rate?.count == 99)
    #expect(hundred["J"]?.isMet == true && hundred["K"]?.isMet == true)
    #expect(try criteria(values(98))["J"]?.isMet == false)
    // The mirror image.
    let mirrored = try criteria(values(98).map { (200 - $0.0, 200 - $0.1) })
    #expect(mirrored["J"]?.isMet == true && mirrored["K"]?.isMet == false)
  }

  /// While the reference falls rapidly, to each side of 180 mg/dL and of 100 mg/dL.
  @Test(arguments: [
    (180.0, 50.0, TrendRiskCategory.extremeOverestimate), (180.1, 50, .extremeUnderestimate),
    (99.9, 0, .extremeOverestimate), (100, 0, .overestimate),
  ])
  func theReferenceDividesTheCategoriesOfTrends(
    end: Double, rise: Double, category: TrendRiskCategory
  ) throws {
    let study = try #require(AccuracyStudy(pairs([(end + 100, 120), (end, 120 + rise)])))
    #expect(study.trendRiskCategories.filter { $0.value > 0 } == [category: 1])
  }

  @Test func daysOfWearBeginAtTheInsertion() throws {
    let study = try #require(
      AccuracyStudy(pairs([(100, 100), (100, 110), (100, 120)], hoursPerPair: 12)))
    let days = study.rows.filter { if case .dayOfWear = $0.group { true } else { false } }
    #expect(days.map(\.group) == [.dayOfWear(1), .dayOfWear(2)])
    #expect(days.map(\.agreement.meanAbsoluteRelativeDifference) == [5, 20])
  }

  @Test func sensorsAreNotPairedWithOneAnother() throws {
    let study = try #require(
      AccuracyStudy(
        pairs([(60, 60)], sensor: "b") + pairs([(65, 80)], sensor: "a")
          + pairs([(130, 130), (100, 100)], sensor: "c")))
    #expect(study.pairs.map(\.sensor) == ["a", "b", "c", "c"])
    #expect(study.trends.count == 1)
    let alarms = study.alarms(.below, .mgdL(70))
    #expect(alarms.trueAlarms?.total == 1 && alarms.detections?.count == 1)
    #expect(alarms.detections?.total == 2)
  }

  /// The readings of two sensors of a person are compared at equal times and between readings.
  @Test func precisionIsOfTheSensorsThatAPersonWearsAtOnce() throws {
    func pairs(
      _ person: String, _ sensor: String, _ values: [Double], from minute: Double = 0
    ) -> [Pair] {
      values.enumerated().map { index, value in
        Pair(
          GlucosePair(reference: .mgdL(150), measured: .mgdL(value)),
          at: Date(timeIntervalSinceReferenceDate: (minute + 15 * Double(index)) * 60),
          sensor: sensor, person: person)
      }
    }
    let ada = pairs("Ada", "arm", [100, 200, 120]) + pairs("Ada", "belly", [110, 190])
    // Sensors of other people, and of other times, are not compared.
    let others =
      pairs("Bo", "arm", [300, 300]) + pairs("Ada", "thigh", [50], from: 60)
      + pairs("Cy", "arm", [80, 80]) + pairs("Cy", "arm 2", [80], from: 45)
    let precision = try #require(AccuracyStudy(ada + others)?.precision)
    #expect(precision.pairCount == 2 && precision.personCount == 1)
    // 10 of 105, and 10 of 195.
    let (a, b) = (1000 / 105.0, 1000 / 195.0)
    #expect(agree(precision.precisionAbsoluteRelativeDifference, (a + b) / 2))
    #expect(agree(precision.coefficientOfVariation, ((a * a + b * b) / 4).squareRoot()))
    #expect(AccuracyStudy(others)?.precision == nil)

    // Half way between 150 and 250 is 200, as the reading of the other.
    let between = pairs("Di", "arm", [100, 200]) + pairs("Di", "leg", [150, 250], from: 7.5)
    let both = try #require(AccuracyStudy(ada + between))
    let found = try #require(both.precision)
    #expect(found.pairCount == 3 && found.personCount == 2)
    #expect(agree(found.precisionAbsoluteRelativeDifference, (a + b) / 3))
    let row = try #require(both.table.first { $0.part == "precision" })
    #expect(row.numbers["people"] == 2 && row.numbers["pairs"] == 3)
    #expect(row.numbers["pard_percent"] == found.precisionAbsoluteRelativeDifference)
    #expect(row.numbers["cv_percent"] == found.coefficientOfVariation)
    #expect(Set(row.numbers.keys).isSubset(of: AccuracyStudy.tableColumns))
    let table = try #require(both.tables(in: .mgdL).last)
    #expect(table.title.hasPrefix("Precision"))
    #expect(table.rows == [["all", "3", "2", "4.9 %", "4.4 %"]])
    #expect(both.page(in: .mgdL).contains("<h3>Precision: two sensors of a person"))
  }

  @Test func alarmsReachFifteenMinutes() throws {
    func detected(after seconds: Double) -> Int? {
      let times = [0, seconds].map { Date(timeIntervalSinceReferenceDate: $0) }
      let pairs = [
        Pair(GlucosePair(reference: .mgdL(69), measured: .mgdL(70)), at: times[0]),
        Pair(GlucosePair(reference: .mgdL(70), measured: .mgdL(69)), at: times[1]),
      ]
      return AccuracyStudy(pairs)?.alarms(.below, .mgdL(70)).detections?.count
    }
    #expect(detected(after: 900) == 1 && detected(after: 901) == 0)
    #expect(detected(after: -900) == 1 && detected(after: -901) == 0)
  }

  /// Values in whole hundredths of mmol/L, none at an edge of a range.
  @Test func bothUnitsHaveEqualNumbers() throws {
    let values = (0..<400).map { index in
      let reference = 2.505 + Double(index * 37 % 1600) / 100
      return (reference, reference * (0.6 + Double(index * 53 % 80) / 100) + 0.0013)
    }
    let mmol = try #require(AccuracyStudy(pairs(values, .mmolL), unit: .mmolL))
    let mgdL = try #require(
      AccuracyStudy(
        pairs(values.map { (Glucose.mmolL($0.0).mgdL, Glucose.mmolL($0.1).mgdL) }), unit: .mmolL))
    #expect(mmol.rows.map(\.group) == mgdL.rows.map(\.group))
    for (a, b) in zip(mmol.rows, mgdL.rows) {
      #expect(a.within15 == b.within15 && a.within40 == b.within40)
      #expect(
        agree(
          a.agreement.meanAbsoluteRelativeDifference, b.agreement.meanAbsoluteRelativeDifference))
    }
    #expect(mmol.specialControls.map(\.rate) == mgdL.specialControls.map(\.rate))
    #expect(mmol.trends == mgdL.trends)
  }

  @Test func theEdgesAreExactInMillimoles() throws {
    let values = [(3.9, 3.9), (10.0, 10.0), (3.89, 3.89), (10.01, 10.01)]
    let study = try #require(AccuracyStudy(pairs(values, .mmolL), unit: .mmolL))
    let counts = study.rows.filter { if case .measured = $0.group { true } else { false } }
    #expect(counts.map(\.agreement.count) == [1, 2, 1])
    #expect(study.specialControls.first?.meaning == "sensor < 3.9 mmol/L: within 15 mg/dL")
  }

  /// Concentrations that no device measures must not stop the program.
  @Test func extremeConcentrationsHaveNumbers() throws {
    let extremes = [1e-300, 1e-5, 69, 100, 200, 1e5, 1e300]
    let values = (0..<300).map { (extremes[$0 % 7], extremes[$0 / 7 % 7]) }
    let study = try #require(
      AccuracyStudy(pairs(values, sensor: "a") + pairs(values.reversed(), sensor: "b")))
    // All, three ranges twice, four days, and two sensors.
    #expect(study.rows.count == 13 && study.specialControls.count == 11)
    #expect(study.deviationIntervals(samples: 20).allSatisfy { $0.inner.lowerBound.isFinite })
    #expect(study.trends.count == 598)
  }
}
