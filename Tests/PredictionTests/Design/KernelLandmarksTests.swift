import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

@testable import Prediction

struct KernelCentersTests {
  private static let options: FitOptions = {
    var options = FitOptions()
    (options.zone, options.usesPretrainedModel) = (.gmt, false)
    return options
  }()

  private static let kernelOnly: FitOptions = {
    var options = Self.options
    options.minimumDetail = .kernel
    return options
  }()

  @Test func kernelValuesAreThoseOfTheFormula() {
    let centers = KernelLandmarks(dimensions: 2, coordinates: [0, 0, 6, 0, 6, 6])
    let values = centers.kernelValues(of: [6, 0], rows: 1)
    // The squared distances are 36, 0 and 36.
    for (value, expected) in zip(values, [0.25, 1, 0.25]) { #expect(abs(value - expected) < 1e-12) }
  }

  @Test func coincidingLandmarksDoNoHarm() throws {
    let centers = KernelLandmarks(dimensions: 1, coordinates: [1, 1, 2])
    #expect(LinearAlgebra.solve(centers.gram.elements, size: 3, [1, 0, 0]) != nil)
  }

  @Test func sameRecordsGiveTheSameLandmarks() throws {
    let people = try (0..<2).map { try Synthetic.autoregression(count: 1500, seed: 150 + $0) }
    let centers = try #require(
      KernelLandmarks(placedOn: people, cadence: .fiveMinutes, Self.options))
    // 80 percent of the origins before the test, thirty for each landmark; a record has the origins
    // from the 13th reading to the 1,040th, nine steps and a half before the test.
    #expect(centers.count == 1028 * 2 * 8 / 10 / 30 && centers.dimensions == 14)
    #expect(KernelLandmarks(placedOn: people, cadence: .fiveMinutes, Self.options) == centers)
  }

  /// Of records with fewer origins than one in the distance between sampled origins, some are
  /// sampled all the same.
  @Test func thousandsOfShortRecordsHaveLandmarksInAnyOrder() throws {
    let people = try (0..<2000).map { person in
      var generator = SeededGenerator(seed: UInt64(person))
      let level = 150 + 30 * generator.normal()
      return try Synthetic.series(
        (0..<60).map { level + 2 * Double($0 % 7) + generator.normal() },
        from: Synthetic.start + Double(person * 1117 % 86_400))
    }
    let placing = try #require(
      KernelLandmarks.Placing(30_000, cadence: .fiveMinutes, Self.options))
    let sample = people.reduce(into: KernelSample()) { $0 += placing.sample(of: $1) }
    // Of 60 readings, the 13th to 24th are origins of the training part, 24,000 in all records, as
    // many as expected of 30,000 before the test: 3,000 are sampled.
    #expect((2800...3200).contains(sample.keys.count))
    let landmarks = try #require(
      KernelLandmarks(placedOn: people, cadence: .fiveMinutes, Self.options))
    #expect(landmarks.count == 300)
    let reversed = KernelLandmarks(
      placedOn: people.reversed(), cadence: .fiveMinutes, Self.options)
    #expect(reversed == landmarks)
  }

  @Test func validationAndTestPartsPlaceNoLandmark() throws {
    let series = try Synthetic.autoregression(count: 3000, seed: 152)
    var generator = SeededGenerator(seed: 153)
    let cut = Int(3000 * 0.7 * 0.8)
    let noise = try Synthetic.series(
      series.values.enumerated().map { $0 < cut ? $1 : 150 + 30 * generator.normal() })
    #expect(
      KernelLandmarks(placedOn: [noise], cadence: .fiveMinutes, Self.options)
        == KernelLandmarks(placedOn: [series], cadence: .fiveMinutes, Self.options))
  }

  @Test func fewOriginsHaveNoLandmarks() throws {
    let series = try Synthetic.autoregression(count: 900, seed: 154)
    #expect(KernelLandmarks(placedOn: [series], cadence: .fiveMinutes, Self.options) == nil)
  }

  @Test func oneRowAloneEqualsThatRowOfABlock() throws {
    let series = try Synthetic.autoregression(count: 2000, seed: 155)
    let centers = try #require(
      KernelLandmarks(placedOn: [series], cadence: .fiveMinutes, Self.options))
    let map = Self.options.features(.fiveMinutes, centers)
    #expect(map.columns == map.plainColumns + centers.count)
    #expect(map.layout.blocks.filter { $0 == .kernel }.count == centers.count)
    let stream = DesignRows(map: map, leads: [300], zone: .gmt)
    var walk = DesignRows.OriginRange()
    stream.forEachBlock(of: PreparedSeries(series), in: &walk) { block in
      for row in stride(from: 0, to: block.rows, by: 97) {
        let all = Array(block.features[(row * map.columns)..<(row + 1) * map.columns])
        var alone = Array(all[..<map.plainColumns]) + centers.coordinates.prefix(centers.count)
        map.writeKernel(rows: 1, to: &alone)
        for (one, other) in zip(alone, all) { #expect(abs(one - other) < 1e-12) }
      }
    }
  }

  /// The change is large near one origin and zero elsewhere.
  @Test func fitsAnEffectThatNoProductOfFeaturesDescribes() throws {
    let people = try (0..<3).map { try Synthetic.autoregression(count: 2500, seed: 156 + $0) }
    let centers = try #require(
      KernelLandmarks(placedOn: people, cadence: .fiveMinutes, Self.options))
    let map = Self.options.features(.fiveMinutes, centers)
    let stream = DesignRows(map: map, leads: [300], zone: .gmt)
    var early = NormalEquations(columns: map.columns, outcomes: 1)
    var late = early
    for (person, series) in people.enumerated() {
      var walk = DesignRows.OriginRange()
      stream.forEachBlock(of: PreparedSeries(series), in: &walk) { block in
        var block = block
        let moments = map.kernelInputs(of: block.features, rows: block.rows, isRelative: false)
        for row in 0..<block.rows {
          let moment = moments[(row * map.kernelDimensions)..<(row + 1) * map.kernelDimensions]
          block.targets[row] = 20 * exp(-moment.reduce(0) { $0 + $1 * $1 } / 2)
        }
        if person < 2 { early.add(block) } else { late.add(block) }
      }
    }
    let options = Self.options
    let plain = map.limited(to: .daily).columns
    let earlyPlain = early.limited(to: plain)
    let ridges = earlyPlain.best(
      among: options.ridgeCandidates, judgedOn: late.limited(to: plain)
    ) { earlyPlain.weights(ridge: $0) }.compactMap(\.self)
    let weights = try #require(earlyPlain.weights(ridges: ridges))
    let kernelRidges = early.best(among: options.kernelRidgeCandidates, judgedOn: late) {
      early.weights(
        ridges: ridges, kernel: (centers.gram, Array(repeating: $0, count: early.outcomes)))
    }.compactMap(\.self)
    let kernelWeights = try #require(
      early.weights(ridges: ridges, kernel: (centers.gram, kernelRidges)))
    #expect(
      late.relativeError(of: kernelWeights, outcome: 0)
        < 0.5 * late.limited(to: plain).relativeError(of: weights, outcome: 0))
  }

  @Test func aPlainRecordChoosesAPlainModel() throws {
    let series = try Synthetic.autoregression(count: 2500, seed: 158)
    let model = try Forecaster.fit([series], Self.options)
    #expect(model.detail == .lags)
    #expect(model.featureCount == 14)
  }

  @Test func aModelWithLandmarksIsPersonalized() throws {
    let series = try Synthetic.autoregression(count: 2500, seed: 159)
    let model = try Forecaster.fit([series], Self.kernelOnly)
    #expect(model.detail == .kernel && model.kernelRidges.count == 9)
    let own = model.personalized(to: series)
    #expect(own.weights != model.weights)
  }

  @Test func sumsWithOtherLandmarksDoNotAdd() throws {
    func statistics(_ seed: UInt64) throws -> FitStatistics {
      let series = try Synthetic.autoregression(count: 1500, seed: seed)
      let centers = KernelLandmarks(placedOn: [series], cadence: .fiveMinutes, Self.options)
      return FitStatistics(cadence: .fiveMinutes, Self.options, landmarks: centers)
    }
    var one = try statistics(170)
    let other = try statistics(171)
    #expect(throws: FitError(.differentModels)) { try one.add(other) }
  }
}

extension KernelLandmarks {
  fileprivate init?(
    placedOn people: [GlucoseSeries], cadence: SensorCadence, _ options: FitOptions
  ) {
    let rows = FitStatistics(cadence: cadence, options).rows
    let origins = people.reduce(0) { $0 + rows.originCount(beforeTestOf: $1, options) }
    guard let placing = Placing(origins, cadence: cadence, options),
      let landmarks = placing.landmarks(
        among: people.reduce(into: KernelSample()) { $0 += placing.sample(of: $1) })
    else { return nil }
    self = landmarks
  }
}
