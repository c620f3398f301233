import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import GlucoseSignals

@Suite struct SmoothingTests {
  private struct Reference: Decodable {
    struct Columns: Decodable {
      let level, rate, levelDeviation, rateDeviation: [Double]
    }
    let noise, rateDeviation, rateTimeConstant, logLikelihood: Double
    let minutes, values, leaveOneOut: [Double]
    let filtered, smoothed: Columns

    static func load() throws -> Reference {
      let url = try #require(
        Bundle.module.url(
          forResource: "kalman_reference", withExtension: "json", subdirectory: "Fixtures"))
      return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: url))
    }

    var model: SmoothingModel {
      SmoothingModel(noise: noise, rateDeviation: rateDeviation, rateTimeConstant: rateTimeConstant)
    }
  }

  private func agree(_ first: Double, _ second: Double, _ tolerance: Double = 1e-7) -> Bool {
    abs(first - second) <= tolerance * max(1, abs(second))
  }

  /// A filter and a smoother by statsmodels and matrix exponentials, with uneven times.
  @Test func valuesAreThoseOfAnotherImplementation() throws {
    let reference = try Reference.load()
    let series = try series(reference.values, at: reference.minutes)
    let filtered = series.filtered(by: reference.model)
    let smoothed = series.smoothed(by: reference.model)
    // The reference begins with the second reading.
    for (result, columns) in [(filtered, reference.filtered), (smoothed, reference.smoothed)] {
      #expect(result.count == columns.level.count + 1)
      for (index, point) in result.dropFirst().enumerated() {
        #expect(agree(point.glucose.mgdL, columns.level[index]))
        #expect(agree(point.mgdLPerMinute, columns.rate[index]))
        #expect(agree(point.glucoseDeviation.mgdL, columns.levelDeviation[index]))
        #expect(agree(point.mgdLPerMinuteDeviation, columns.rateDeviation[index]))
      }
    }
    #expect(agree(reference.model.logLikelihood(of: series), reference.logLikelihood))
  }

  /// The expected value of each reading given all others by a dense covariance.
  @Test func residualsAreThoseWithoutTheReading() throws {
    let reference = try Reference.load()
    let trace = SignalTrace(try series(reference.values, at: reference.minutes), reference.model)
    for (index, residual) in reference.leaveOneOut.enumerated().dropFirst() {
      #expect(agree(trace.residuals[index], residual, 1e-6))
    }
  }

  /// With half of the rate left after each step: Q₁₁ = 100 (2 ln 2 − 1.25), Q₁₂ = 2.5, Q₂₂ = 0.75.
  @Test func threeReadingsByHand() throws {
    let model = SmoothingModel(noise: 2, rateDeviation: 1, rateTimeConstant: 10)
    let step = 10 * log(2.0)
    let points = try series([100, 110, 112], at: [0, step, 2 * step]).filtered(by: model)
    #expect(points[0].glucose == .mgdL(100) && points[0].mgdLPerMinute == 0)
    #expect(points[0].glucoseDeviation == .mgdL(2) && points[0].mgdLPerMinuteDeviation == 1)
    let predicted = 4 + 25 + 100 * (2 * log(2.0) - 1.25)
    let total = predicted + 4
    #expect(agree(points[1].glucose.mgdL, 100 + 10 * predicted / total, 1e-12))
    #expect(agree(points[1].mgdLPerMinute, 10 * 5 / total, 1e-12))
    #expect(points[1].trend == GlucoseTrend(mgdLPerMinute: 10 * 5 / total))
    #expect(agree(points[1].glucoseDeviation.mgdL, (4 * predicted / total).squareRoot(), 1e-12))
    #expect(agree(points[1].mgdLPerMinuteDeviation, (1 - 25 / total).squareRoot(), 1e-12))
    // The numbers of the third step, worked with 12 digits.
    let (p11, p12, p22) = (4 * predicted / total, 5 * 4 / total, 1 - 25 / total)
    let next = p11 + 10 * p12 + 25 * p22 + 100 * (2 * log(2.0) - 1.25)
    let ahead = points[1].glucose.mgdL + 5 * points[1].mgdLPerMinute
    #expect(agree(points[2].glucose.mgdL, ahead + (112 - ahead) * next / (next + 4), 1e-12))
  }

  @Test(arguments: [1.0, 5, 15]) func constantStaysConstant(cadence: Double) throws {
    let series = try series(Array(repeating: 123, count: 200), every: cadence)
    for result in [series.filtered(), series.smoothed()] {
      for point in result {
        #expect(abs(point.glucose.mgdL - 123) < 1e-9 && abs(point.mgdLPerMinute) < 1e-9)
        #expect(point.reading.glucose == .mgdL(123))
      }
    }
  }

  /// The model is the same in both directions of time.
  @Test func smootherOfReversedTimeIsReversed() throws {
    let reference = try Reference.load()
    let last = try #require(reference.minutes.last)
    let forward = try series(reference.values, at: reference.minutes).smoothed(by: reference.model)
    let backward = try series(
      reference.values.reversed(), at: reference.minutes.reversed().map { last - $0 }
    ).smoothed(by: reference.model)
    for (first, second) in zip(forward, backward.reversed()) {
      #expect(agree(first.glucose.mgdL, second.glucose.mgdL, 1e-6))
      #expect(agree(first.mgdLPerMinute, -second.mgdLPerMinute, 1e-6))
      #expect(agree(first.mgdLPerMinuteDeviation, second.mgdLPerMinuteDeviation, 1e-6))
    }
  }

  @Test func smootherIsAsCertainAsTheFilterAndEqualAtTheEnd() throws {
    let series = try series(quiet(300))
    let (filtered, smoothed) = (series.filtered(), series.smoothed())
    for (first, second) in zip(filtered, smoothed) {
      #expect(second.glucoseDeviation.mgdL <= first.glucoseDeviation.mgdL + 1e-9)
      #expect(second.mgdLPerMinuteDeviation <= first.mgdLPerMinuteDeviation + 1e-9)
    }
    let (end, same) = (try #require(filtered.last), try #require(smoothed.last))
    #expect(
      agree(end.glucose.mgdL, same.glucose.mgdL) && agree(end.mgdLPerMinute, same.mgdLPerMinute))
    #expect(smoothed.map(\.reading) == Array(series))
  }

  @Test func filterOfReadingsIsThatOfTheSeries() throws {
    let series = try series(quiet(50))
    var filter = GlucoseFilter()
    for (reading, expected) in zip(series, series.filtered()) {
      #expect(filter.update(with: reading) == expected)
    }
    // What no series contains never enters.
    var before = filter
    let last = try #require(series.last?.time)
    for value in [Double.nan, .infinity, 0, -5, 100_001, 1e300] {
      #expect(filter.update(with: Reading(time: last + 300, glucose: .mgdL(value))) == nil)
    }
    #expect(filter.update(with: Reading(time: last, glucose: .mgdL(100))) == nil)
    #expect(filter.update(with: Reading(time: last - 60, glucose: .mgdL(100))) == nil)
    let next = Reading(time: last + 300, glucose: .mgdL(110))
    #expect(filter.update(with: next) == before.update(with: next))
  }

  @Test func gapIncreasesTheDeviations() throws {
    let values = quiet(60)
    let minutes = values.indices.map { Double($0) * 5 + ($0 >= 30 ? 600 : 0) }
    let points = try series(values, at: minutes).filtered()
    #expect(points[30].mgdLPerMinuteDeviation > 1.5 * points[29].mgdLPerMinuteDeviation)
    #expect(points[30].glucoseDeviation > points[29].glucoseDeviation)
    #expect(abs(points[30].glucose.mgdL - values[30]) < 0.1)
  }

  /// Below the device's limit the level is below it, however often the limit is shown.
  @Test func limitOfTheDeviceIsABound() throws {
    let values: [Double] = [80, 70, 60, 50, 40, 40, 40, 40, 55]
    let isLow = [4, 5, 6, 7]
    let flags = values.indices.map { isLow.contains($0) ? ReadingFlags.belowDeviceLimit : [] }
    let limited = try series(values, flags: flags).filtered()
    let exact = try series(values).filtered()
    for index in isLow {
      #expect(limited[index].glucose < .mgdL(40))
      #expect(limited[index].glucoseDeviation > exact[index].glucoseDeviation)
    }
    // A mirror image, above the upper limit.
    let mirrored = try series(
      values.map { 440 - $0 }, flags: flags.map { $0.isEmpty ? [] : .aboveDeviceLimit }
    ).filtered()
    for (low, high) in zip(limited, mirrored) {
      #expect(agree(low.glucose.mgdL, 440 - high.glucose.mgdL, 1e-9))
    }
    // A limit far beyond the level adds nothing.
    let far = try series([100, 100, 300, 100], flags: [[], [], .belowDeviceLimit, []]).filtered()
    #expect(abs(far[2].glucose.mgdL - 100) < 1)
  }

  @Test func momentsOfATruncatedNormalDistribution() {
    for z in [-30.0, -24.9, -8, -1, 0, 0.5, 3, 10] {
      // ∫ φ over (−∞, z], by the midpoint rule relative to φ(z).
      let width = 40.0 / max(1, abs(min(z, 0)))
      let sum = (0..<200_000).reduce(0.0) { sum, index in
        let x = width * (Double(index) + 0.5) / 200_000
        return sum + exp(-x * (x - 2 * z) / 2) * width / 200_000
      }
      #expect(agree(inverseMillsRatio(z), 1 / sum, 1e-6))
    }
  }

  @Test func emptyAndSingle() throws {
    #expect(GlucoseSeries().filtered().isEmpty && GlucoseSeries().smoothed().isEmpty)
    let single = try series([100]).smoothed()
    #expect(single.count == 1 && single[0].glucose == .mgdL(100) && single[0].mgdLPerMinute == 0)
    #expect(SmoothingModel(learnedFrom: GlucoseSeries()) == nil)
    #expect(SmoothingModel(learnedFrom: try series(quiet(287))) == nil)
  }
}

@Suite struct SmoothingModelTests {
  /// Readings drawn from the model itself.
  private func draw(_ model: SmoothingModel, count: Int, seed: UInt64) throws -> GlucoseSeries {
    var random = SeededGenerator(seed: seed)
    func normal() -> Double {
      (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
    }
    let step = KalmanTransition(model, minutes: 5)
    var (level, rate) = (5000.0, 0.0)
    let root = step.levelNoise.squareRoot()
    let cross = step.noiseCovariance / root
    let rest = (step.rateNoise - cross * cross).squareRoot()
    return try series(
      (0..<count).map { _ in
        let (a, b) = (normal(), normal())
        level += step.gain * rate + root * a
        rate = step.decay * rate + cross * a + rest * b
        return level + model.noise * normal()
      })
  }

  @Test(arguments: [(3.0, 1.0, 20.0), (1, 0.5, 60), (6, 2, 12)])
  func learnsTheParametersOfTheModel(noise: Double, deviation: Double, constant: Double) throws {
    let truth = SmoothingModel(
      noise: noise, rateDeviation: deviation, rateTimeConstant: constant)
    let learned = try #require(
      SmoothingModel(learnedFrom: try draw(truth, count: 8000, seed: 3)))
    #expect(abs(learned.noise / noise - 1) < 0.1)
    #expect(abs(learned.rateDeviation / deviation - 1) < 0.12)
    #expect(abs(learned.rateTimeConstant / constant - 1) < 0.25)
    // No nearby model is more likely.
    let series = try draw(truth, count: 8000, seed: 3)
    for factor in [0.9, 1.1] {
      let other = SmoothingModel(
        noise: learned.noise * factor, rateDeviation: learned.rateDeviation,
        rateTimeConstant: learned.rateTimeConstant)
      #expect(learned.logLikelihood(of: series) > other.logLikelihood(of: series))
    }
  }

  /// Nine tenths of the true levels' distances are within 1.645 standard deviations.
  @Test func deviationsCoverTheTruth() throws {
    let truth = SmoothingModel(noise: 4, rateDeviation: 1, rateTimeConstant: 30)
    let noiseless = SmoothingModel(noise: 0.25, rateDeviation: 1, rateTimeConstant: 30)
    let levels = try draw(noiseless, count: 4000, seed: 9)
    var random = SeededGenerator(seed: 5)
    let noisy = try series(
      levels.values.map { level in
        let normal = (0..<12).reduce(-6.0) { sum, _ in
          sum + Double.random(in: 0..<1, using: &random)
        }
        return level + 4 * normal
      })
    for result in [noisy.filtered(by: truth), noisy.smoothed(by: truth)] {
      let held = zip(result, levels.values).count {
        abs($0.glucose.mgdL - $1) < 1.645 * $0.glucoseDeviation.mgdL
      }
      #expect(abs(Double(held) / Double(result.count) - 0.9) < 0.03)
    }
  }

  @Test func parametersStayWithinTheirBounds() throws {
    let model = SmoothingModel(noise: 0, rateDeviation: 1e9, rateTimeConstant: -.infinity)
    #expect(model.noise == 0.25 && model.rateDeviation == 10 && model.rateTimeConstant == 5)
    #expect(try HostileJSON.stored(model) == model)
    for (key, value) in [("noise", "0"), ("rateDeviation", "\"nan\""), ("rateTimeConstant", "1e9")]
    {
      #expect(throws: DecodingError.self) {
        try HostileJSON.stored(model, setting: key, to: value)
      }
    }
    // A constant signal has the least noise and the least rate.
    let constant = try #require(
      SmoothingModel(learnedFrom: try series(Array(repeating: 100, count: 400))))
    #expect(constant.noise == 0.25)
  }
}
