import Foundation
import GlucoseMath
import GlucoseSignals
import GlucoseSimulation
import GlucoseTestSupport
import Testing

@Suite struct SensorComparisonTests {
  @Test func pairsAreHandWorked() throws {
    // 100 against 90, 110 against (90 + 130) / 2, 120 against 130.
    let first = try series([100, 110, 120], at: [0, 5, 10])
    let second = try series([90, 130], at: [0, 10])
    let comparison = try #require(SensorComparison(of: first, with: second))
    // The second has fewer readings, so that only its times are compared.
    #expect(comparison.pairs.map(\.time) == [minute(0), minute(10)])
    #expect(comparison.pairs.map(\.glucose.measured.mgdL) == [100, 120])
    #expect(comparison.pairs.map(\.glucose.reference.mgdL) == [90, 130])
    #expect(comparison.meanDifference.mgdL == 0)
    // The differences are 10 and −10: the standard deviation is √200.
    #expect(abs(try #require(comparison.differenceDeviation).mgdL - 200.0.squareRoot()) < 1e-12)
    let limits = try #require(comparison.limitsOfAgreement)
    #expect(abs(limits.upperBound.mgdL - 1.96 * 200.0.squareRoot()) < 1e-9)
    #expect(abs(limits.lowerBound.mgdL + limits.upperBound.mgdL) < 1e-9)
    #expect(
      abs(comparison.agreement.meanAbsoluteRelativeDifference - (1000 / 90 + 1000 / 130.0) / 2)
        < 1e-9)
    #expect(
      abs(comparison.precisionAbsoluteRelativeDifference - (1000 / 95 + 1000 / 125.0) / 2) < 1e-9)
    #expect(comparison.lag == nil && comparison.drift == nil)
    // In the other direction, only the sign and the reference differ.
    let other = try #require(SensorComparison(of: second, with: first))
    #expect(other.pairs.map(\.time) == comparison.pairs.map(\.time))
    #expect(
      other.precisionAbsoluteRelativeDifference == comparison.precisionAbsoluteRelativeDifference)
  }

  @Test func readingsBeyondLimitsAndGapsHaveNoPair() throws {
    let first = try series(
      [100, 40, 120, 130], at: [0, 5, 10, 60], flags: [[], .belowDeviceLimit, [], []])
    let second = try series([100, 100, 100, 100, 100], at: [0, 5, 10, 45, 70])
    let comparison = try #require(SensorComparison(of: first, with: second))
    // The reading at 60 minutes is between two that are 25 minutes apart.
    #expect(comparison.pairs.map(\.time) == [minute(0), minute(10)])
    #expect(SensorComparison(of: first, with: try series([1, 2], at: [500, 505])) == nil)
    #expect(SensorComparison(of: first, with: GlucoseSeries()) == nil)
  }

  /// Two sensors of which one shows the glucose of another zone's time, with another gain.
  @Test(arguments: [-14, -1, 0, 0.5, 2, 5.5, 12]) func theClocksMayDiffer(hours: Double) throws {
    let patient = VirtualPatient(seed: 12)
    let day = LocalDay(containing: minute(0), in: .gmt)
    let plasma = patient.simulateWithPlasma(days: 3, from: day).plasma
    let (times, values) = (Array(plasma.times), Array(plasma.values))
    let first = try ValidatedReadings(
      times: times.map { $0 + 3600 * hours + 300 }, values: values.map { 1.1 * $0 + 4 }
    ).series
    let difference = SensorComparison.clockDifference(of: first, with: plasma)
    #expect(difference == (abs(hours) < 1 ? nil : .seconds(3600 * hours)))
    // Another person resembles neither.
    let other = VirtualPatient(seed: 13).simulateWithPlasma(days: 3, from: day).plasma
    #expect(SensorComparison.clockDifference(of: first, with: other) == nil)
    #expect(SensorComparison.clockDifference(of: first, with: GlucoseSeries()) == nil)
  }

  @Test(arguments: [-13.0, -5, 0, 4, 11]) func theLagIsThatOfADelay(delay: Double) throws {
    let patient = VirtualPatient(seed: 12)
    let day = LocalDay(containing: minute(0), in: .gmt)
    let plasma = patient.simulateWithPlasma(days: 3, from: day).plasma
    let (times, values) = (Array(plasma.times), Array(plasma.values))
    // The first sensor shows what the second shows, some minutes later, with another gain.
    let first = try ValidatedReadings(
      times: times.map { $0 + 60 * delay }, values: values.map { 1.1 * $0 + 4 }
    ).series
    let comparison = try #require(SensorComparison(of: first, with: plasma))
    let lag = try #require(comparison.lag)
    #expect(abs(lag / .seconds(60) - delay) < 1)
    // Series of different people have no lag.
    let other = VirtualPatient(seed: 99).simulateWithPlasma(days: 3, from: day).plasma
    #expect(try #require(SensorComparison(of: other, with: plasma)).lag == nil)
  }

  @Test func bandsAreThoseOfTheReference() throws {
    let first = try series([60, 100, 200, 260], at: [0, 5, 10, 15])
    let second = try series([80, 100, 160, 200], at: [0, 5, 10, 15])
    let comparison = try #require(SensorComparison(of: first, with: second))
    let rows = comparison.rows(in: .consensus(in: .mgdL))
    #expect(rows.map(\.band) == [.target, .high] && rows.map(\.agreement.count) == [3, 1])
    #expect(abs(rows[1].agreement.meanRelativeDifference - 30) < 1e-9)
    // −20, 0, and 40 mg/dL; and 60 mg/dL.
    #expect(abs(rows[0].meanDifference.mgdL - 20.0 / 3) < 1e-9)
    #expect(abs(rows[1].meanDifference.mgdL - 60) < 1e-9)
  }
}
