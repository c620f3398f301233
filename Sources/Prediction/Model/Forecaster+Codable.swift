// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Forecaster: Codable {
  private enum CodingKeys: String, CodingKey {
    case cadence, options, zone, detail, centres, recordCount, rowCount,
      populationWeights, range
    case measured, measuredPersonal, person
    case ridges = "penalties"
    case kernelRidges = "kernelPenalties"
    case meanGram = "moments"
    case levelSupport = "knownLevels"
  }

  /// Decodes a model and checks that its parts fit together.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    cadence = try container.decode(SensorCadence.self, forKey: .cadence)
    options = try container.decode(FitOptions.self, forKey: .options)
    let detail = try container.decode(FeatureDetail.self, forKey: .detail)
    let centres = try container.decodeIfPresent(KernelLandmarks.self, forKey: .centres)
    if let fault = options.fault(cadence, centres) {
      throw DecodingError.dataCorruptedError(
        forKey: .options, in: container, debugDescription: fault)
    }
    zone = try container.decodeIfPresent(TimeZone.self, forKey: .zone)
    ridges = try container.decode([Double].self, forKey: .ridges)
    recordCount = try container.decode(Int.self, forKey: .recordCount)
    rowCount = try container.decode(Int.self, forKey: .rowCount)
    kernelRidges = try container.decode([Double].self, forKey: .kernelRidges)
    var map = options.features(cadence, centres).limited(to: detail)
    map.levelSupport = try container.decodeIfPresent(ClosedRange.self, forKey: .levelSupport)
    self.map = map
    steps = options.stepsAhead(cadence)
    meanGram = try container.decode(SymmetricMatrix.Rounded.self, forKey: .meanGram).matrix
    populationWeights = try container.decode(DoubleBytes.self, forKey: .populationWeights)
      .wrappedValue
    range = try container.decode(ResidualModel.self, forKey: .range)
    measured = try container.decodeIfPresent(EmpiricalCoverage.self, forKey: .measured)
    measuredPersonal = try container.decodeIfPresent(
      EmpiricalCoverage.self, forKey: .measuredPersonal)
    person = try container.decodeIfPresent(PersonalState.self, forKey: .person)
    guard fitsTogether else {
      throw DecodingError.dataCorruptedError(
        forKey: .meanGram, in: container, debugDescription: "The model's parts do not fit together")
    }
  }

  /// Encodes the model with all it has learned.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(cadence, forKey: .cadence)
    try container.encode(options, forKey: .options)
    try container.encodeIfPresent(zone, forKey: .zone)
    try container.encode(detail, forKey: .detail)
    try container.encodeIfPresent(map.kernel, forKey: .centres)
    try container.encode(ridges, forKey: .ridges)
    try container.encode(kernelRidges, forKey: .kernelRidges)
    try container.encode(recordCount, forKey: .recordCount)
    try container.encode(rowCount, forKey: .rowCount)
    try container.encode(SymmetricMatrix.Rounded(meanGram), forKey: .meanGram)
    try container.encode(DoubleBytes(wrappedValue: populationWeights), forKey: .populationWeights)
    try container.encode(range, forKey: .range)
    try container.encodeIfPresent(measured, forKey: .measured)
    try container.encodeIfPresent(measuredPersonal, forKey: .measuredPersonal)
    try container.encodeIfPresent(person, forKey: .person)
    try container.encodeIfPresent(map.levelSupport, forKey: .levelSupport)
  }

  private var fitsTogether: Bool {
    let weights = map.columns * steps
    return recordCount >= 0 && rowCount >= 0 && meanGram.size == map.plainColumns
      && meanGram.elements.allSatisfy(\.isFinite)
      && (0..<meanGram.size).allSatisfy { meanGram[$0, $0] >= 0 }
      && ridges.count == steps
      && kernelRidges.count == (map.kernel == nil ? 0 : steps)
      && (ridges + kernelRidges).allSatisfy { $0 > 0 && $0.isFinite }
      && populationWeights.count == weights && populationWeights.areSaneWeights
      && range.fits(outcomes: steps)
      && map.levelSupport.map { 0 <= $0.lowerBound && $0.upperBound <= PreparedSeries.greatest }
        ?? true
      && measured?.fits(outcomes: steps) ?? true
      && measuredPersonal?.fits(outcomes: steps) ?? true
      && person?.fits(map, outcomes: steps) ?? true
  }
}

extension ResidualModel {
  fileprivate func fits(outcomes: Int) -> Bool {
    weights.count == outcomes * ScaleFeatures.columns && weights.areSaneWeights
      && floors.count == outcomes && floors.allSatisfy { $0 > 0 && $0 < 1e3 }
      && meanRatios.count == outcomes && meanRatios.allSatisfy { $0 > 0 && $0.isFinite }
      && quantiles.count == outcomes
      && quantiles.allSatisfy {
        $0.count == Self.probabilities.count && $0.allSatisfy(\.isFinite)
          && zip($0, $0.dropFirst()).allSatisfy { $0 <= $1 }
      }
      && crossings?.fits(outcomes: outcomes) ?? true
  }
}

extension EmpiricalCoverage {
  fileprivate func fits(outcomes: Int) -> Bool {
    counts.count == outcomes && hits.count == outcomes
      && zip(counts, hits).allSatisfy { count, hits in
        hits.count == Self.nominal.count && hits.allSatisfy { $0 >= 0 && $0 <= count }
      }
  }
}

extension PersonalState {
  fileprivate func fits(_ map: FeatureMap, outcomes: Int) -> Bool {
    sums.columns == map.plainColumns && sums.outcomes == outcomes
      && measured?.fits(outcomes: outcomes) ?? true
      && weights.count == map.columns * outcomes && weights.areSaneWeights
      && ratioSums.count == outcomes && ratioCounts.count == outcomes
      && (ratioSums + ratioCounts).allSatisfy { $0 >= 0 && $0.isFinite }
      && learnedUntil?.isFinite ?? true && weightOrigin?.isFinite ?? true
      && tracks.fits(outcomes: outcomes) && judgedUntil?.isFinite ?? true
  }
}

extension [Double] {
  /// Whether these may be weights: finite, and not beyond what any fit gives.
  fileprivate var areSaneWeights: Bool { allSatisfy { abs($0) < 1e6 } }
}
