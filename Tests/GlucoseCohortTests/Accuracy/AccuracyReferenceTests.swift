import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import GlucoseCohort

/// Numbers of numpy and scipy on invented pairs, and bounds published with another program.
@Suite struct AccuracyReferenceTests {
  private struct Reference: Decodable {
    struct Row: Decodable {
      let count: Int
      let mard, mad, bias: Double
      let within: [Int]
      let bounds: [Double]
    }
    struct Criteria: Decodable {
      let rates: Int
      let J, K: [Int]
    }
    struct Alarm: Decodable {
      let `true`, detected: [Int]
    }
    struct Interval: Decodable {
      let range: String
      let count: Int
      let median: Double
      let ends: [Double]
      let sensors: [[Double]]
    }
    struct Pair: Decodable {
      let pair: AccuracyStudy.Pair

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let person = try container.decode(String.self)
        let sensor = try container.decode(String.self)
        let time = Date(timeIntervalSinceReferenceDate: try container.decode(Double.self))
        pair = AccuracyStudy.Pair(
          GlucosePair(
            reference: .mgdL(try container.decode(Double.self)),
            measured: .mgdL(try container.decode(Double.self))), at: time, sensor: sensor,
          person: person)
      }
    }
    let pairs: [Pair]
    let samples: Int
    let seed: UInt64
    let rows: [String: Row]
    let criteria: Criteria
    let categories: [Int]
    let matrix: [String: [[Int]]]
    let alarms: [String: Alarm]
    let intervals: [Interval]
    let published: [[Double]]
  }

  private let reference: Reference
  private let study: AccuracyStudy

  init() throws {
    let url = try #require(
      Bundle.module.url(forResource: "Fixtures/accuracy_study", withExtension: "json"))
    reference = try JSONDecoder().decode(Reference.self, from: Data(contentsOf: url))
    study = try #require(AccuracyStudy(reference.pairs.map(\.pair)))
  }

  private func name(_ group: AccuracyStudy.Row.Group) -> String {
    switch group {
    case .all: "all"
    case .reference(let range): "reference \(range.rawValue)"
    case .measured(let range): "measured \(range.rawValue)"
    case .comparator(let comparator): "comparator \(comparator?.rawValue ?? "")"
    case .dayOfWear(let day): "day \(day)"
    case .sensor(let sensor): "sensor \(sensor)"
    }
  }

  @Test func boundsAreThoseOfThePublishedTable() throws {
    #expect(reference.published.count == 12)
    for row in reference.published {
      let rate = try #require(AccuracyStudy.Rate([(Int(row[0]), Int(row[1]))]))
      #expect(abs(rate.lowerBound.percent - row[2]) < 1e-10)
    }
  }

  /// The probability of at least so many successes at the bound is 5 %, summed directly.
  @Test(arguments: [(1, 1), (1, 30), (29, 30), (50, 300), (95, 100)])
  func theBoundHasATailOfFivePercent(count: Int, total: Int) {
    let p = BetaDistribution.lowerBound(Double(count), of: Double(total), confidence: 0.95)
    var term = pow(1 - p, Double(total))
    var below = 0.0
    for successes in 0..<count {
      below += term
      term *= p / (1 - p) * Double(total - successes) / Double(successes + 1)
    }
    #expect(abs(1 - below - 0.05) < 1e-10)
    #expect(BetaDistribution.lowerBound(0, of: Double(total), confidence: 0.95) == 0)
  }

  /// In each study half of the people have the higher rate and half the lower one. Exact bounds of
  /// independent pairs are not above the mean rate in 78, 84, 84, and 82 % of the studies.
  @Test(arguments: [
    (10, 50, 0.9, 0.08), (30, 30, 0.9, 0.08), (100, 20, 0.88, 0.1), (50, 40, 0.95, 0.05),
  ])
  func boundsHoldInStudiesOfPeopleWhoDiffer(
    _ people: Int, _ pairs: Int, _ rate: Double, _ half: Double
  ) throws {
    var generator = SeededGenerator(seed: 1355)
    let studies = 200
    let held = try (0..<studies).count { _ in
      let study = (0..<people).map { _ in
        let own = Bool.random(using: &generator) ? rate + half : rate - half
        return ((0..<pairs).count { _ in Double.random(in: 0..<1, using: &generator) < own }, pairs)
      }
      return try #require(AccuracyStudy.Rate(study)).lowerBound.fraction <= rate
    }
    #expect(Double(held) / Double(studies) > 0.93)
  }

  /// Ten people with 19 of 20 pairs are a sample of ten that agree; nine with 20 and one with 10 are not.
  @Test func boundsTakePeopleAsTheSample() throws {
    let even = try #require(AccuracyStudy.Rate(Array(repeating: (19, 20), count: 10)))
    let uneven = try #require(AccuracyStudy.Rate(Array(repeating: (20, 20), count: 9) + [(10, 20)]))
    let one = try #require(AccuracyStudy.Rate([(190, 200)]))
    #expect(even.percentage == uneven.percentage && even.lowerBound == one.lowerBound)
    #expect(uneven.lowerBound < Percentage(90))
    #expect(one.lowerBound > Percentage(91) && AccuracyStudy.Rate([]) == nil)
    let reversed = AccuracyStudy.Rate([(10, 20)] + Array(repeating: (20, 20), count: 9))
    #expect(reversed == uneven)
  }

  @Test func boundsOfLongStudiesApproachTheRate() {
    // The normal approximation has an error of a few millionths at a million pairs.
    let bound = BetaDistribution.lowerBound(900_000, of: 1_000_000, confidence: 0.95)
    #expect(abs(bound - (0.9 - 1.644_854 * (0.09 / 1e6).squareRoot())) < 3e-6)
  }

  @Test func rowsAreThoseOfNumpy() throws {
    #expect(Set(study.rows.map { name($0.group) }) == Set(reference.rows.keys))
    for row in study.rows {
      let expected = try #require(reference.rows[name(row.group)])
      #expect(row.agreement.count == expected.count)
      #expect(agree(row.agreement.meanAbsoluteRelativeDifference, expected.mard))
      #expect(agree(row.agreement.meanAbsoluteDifference.mgdL, expected.mad))
      #expect(agree(row.agreement.meanRelativeDifference, expected.bias))
      let rates = [row.within15, row.within20, row.within30, row.within40]
      #expect(rates.map(\.count) == expected.within)
      for (rate, bound) in zip(rates, expected.bounds) {
        #expect(abs(rate.lowerBound.percent - bound) < 1e-10)
      }
    }
  }

  @Test func ratesOfChangeAreThoseOfPlainLoops() throws {
    #expect(study.trends.count == reference.criteria.rates)
    for (letter, expected) in [("J", reference.criteria.J), ("K", reference.criteria.K)] {
      let rate = try #require(study.specialControls.first { $0.letter == letter }?.rate)
      #expect([rate.count, rate.total] == expected)
    }
    #expect(study.trends.zoneCounts.values.reduce(0, +) == study.trends.count)
  }

  /// Rates inside of each step, and on a limit, which belongs to the slower step.
  @Test(arguments: [[-2.5, -1.5, 0, 1.5, 2.5], [-3.5, -2, -1, 2, 3.5]])
  func trendsHaveTheCategoriesOfTheMatrix(steps: [Double]) throws {
    for (name, glucose) in [
      ("low", 99.9), ("main", 100), ("main", 180), ("high", 180.1),
    ] {
      let matrix = try #require(reference.matrix[name])
      for (truth, row) in zip(steps, matrix) {
        for (sensor, expected) in zip(steps, row) {
          let category = TrendRiskCategory(
            measured: GlucoseTrend(mgdLPerMinute: sensor),
            reference: GlucoseTrend(mgdLPerMinute: truth), at: .mgdL(glucose))
          #expect(category.rawValue == expected, "\(name) \(truth) \(sensor)")
        }
      }
    }
    let counts = study.trendRiskCategories
    #expect(TrendRiskCategory.allCases.map { counts[$0] } == reference.categories)
  }

  @Test func alarmsAreThoseOfPlainLoops() throws {
    for (name, side, threshold) in [
      ("below 70", ThresholdSide.below, 70.0), ("above 180", .above, 180),
    ] {
      let expected = try #require(reference.alarms[name])
      let alarms = study.alarms(side, .mgdL(threshold))
      #expect([alarms.trueAlarms?.count, alarms.trueAlarms?.total] == expected.true)
      #expect([alarms.detections?.count, alarms.detections?.total] == expected.detected)
    }
  }

  @Test func deviationIntervalsAreThoseOfNumpy() throws {
    let intervals = study.deviationIntervals(samples: reference.samples, seed: reference.seed)
    #expect(intervals.map { $0.range?.rawValue ?? "all" } == reference.intervals.map(\.range))
    for (interval, expected) in zip(intervals, reference.intervals) {
      #expect(interval.count == expected.count && agree(interval.median, expected.median))
      let ends = [interval.inner, interval.outer].compactMap { $0 }
        .flatMap { [$0.lowerBound, $0.upperBound] }
      #expect(ends.count == expected.ends.count)
      for (end, other) in zip(ends, expected.ends) { #expect(abs(end - other) < 1e-9) }
      #expect(interval.sensors.count == expected.sensors.count)
      for (sensor, other) in zip(interval.sensors, expected.sensors) {
        #expect(agree(sensor.median, other[0]))
        #expect(abs(sensor.interval.lowerBound - other[1]) < 1e-10)
        #expect(abs(sensor.interval.upperBound - other[2]) < 1e-10)
      }
    }
    #expect(study.deviationIntervals(samples: 50) == study.deviationIntervals(samples: 50))
  }

  /// A zone of a fall and one of a rise: a steady arrow during a fall is worse than during a rise.
  @Test(arguments: [
    (-4.0, -4.0, ErrorGridZone.a), (-4, -1.5, .b), (-4, 0, .c), (-4, 1.5, .d), (0, -4, .d),
    (0, -2.5, .c), (0, 4, .c), (0, 1.5, .b), (4, 2.5, .a), (4, 1.5, .b), (1.5, 4, .b),
    (-1.5, -4, .b), (1, -1, .a), (2.5, -0.5, .c), (3.5, -3.5, .d), (-2, 3, .d),
  ])
  func stepsHaveTheZonesOfTheTable(sensor: Double, reference: Double, zone: ErrorGridZone) {
    let trends = TrendConcurrence([(measured: sensor, reference: reference)])
    #expect(trends.zoneCounts[zone] == 1)
    let step = GlucoseTrend(mgdLPerMinute: sensor)
    #expect(trends.count(measured: step, reference: GlucoseTrend(mgdLPerMinute: reference)) == 1)
  }
}
