// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// A stored forecaster, possibly of a version of the library with other features.
///
///     let stored = try JSONDecoder().decode(StoredForecaster.self, from: data)
///     let prior = try Forecaster.pretrained(for: series, zone: oslo)
///     var mine = (try? stored.forecaster()) ?? prior.adopting(stored).model
///     mine.update(with: recording)      // fits again the state that was not transferred
///
/// It decodes everything that ``Forecaster`` decodes, and the personal intervals of models with
/// other features or an older format.
public struct StoredForecaster: Decodable, Hashable, Sendable {
  private let result: Shared<Result<Forecaster, StoredModelError>>
  /// The state of the person's intervals, or `nil` if the model is not personal.
  let intervals: Intervals?

  private enum CodingKeys: CodingKey {
    case cadence, range, person
    case meanRatios, ratioSums, ratioCounts, tracks, judgingPace, judgedUntil, measured
  }

  private init(_ result: Result<Forecaster, StoredModelError>, _ intervals: Intervals?) {
    self.result = Shared(result)
    self.intervals = intervals
  }

  /// Creates the stored form of a model.
  public init(_ forecaster: Forecaster) {
    self.init(.success(forecaster), Intervals(forecaster))
  }

  /// Decodes a model or, if this version computes other features or the format is older, its
  /// personal intervals.
  ///
  /// - Throws: ``StoredModelError`` if the model has a newer format; `DecodingError` if its values
  ///   are not valid for a model.
  public init(from decoder: any Decoder) throws {
    do {
      self.init(try Forecaster(from: decoder))
    } catch let error as StoredModelError {
      switch error.reason {
      case .features, .format(found: 1, _): break
      default: throw error
      }
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let isPersonal = try container.contains(.person) && !container.decodeNil(forKey: .person)
      self.init(.failure(error), isPersonal ? try Intervals(from: decoder) : nil)
    }
  }

  /// Creates a stored forecaster from the ``Forecaster/bytes`` of a model.
  ///
  /// - Throws: ``StoredModelError`` if the bytes are damaged or have another format.
  public init(bytes: [UInt8]) throws(StoredModelError) {
    self = try StoredBytes.value(.model, of: bytes)
  }

  /// Returns the model.
  ///
  /// - Throws: ``StoredModelError`` if the model has an older format, or was fitted with features that
  ///   this version does not compute.
  public func forecaster() throws(StoredModelError) -> Forecaster { try result.value.get() }

  /// A Boolean value that indicates whether the model is personalized.
  public var isPersonal: Bool { intervals != nil }
}

extension Forecaster {
  /// The model as bytes: its format, a checksum, and each number in the fewest bytes that represent
  /// it exactly.
  ///
  /// Equal models have equal bytes.
  ///
  /// - Throws: `EncodingError`, which no model causes.
  public var bytes: [UInt8] {
    get throws { StoredBytes.bytes(.model, try BinaryValue(encoding: self)) }
  }

  /// Creates a model from its ``bytes``.
  ///
  /// - Throws: ``StoredModelError`` if the bytes are damaged, have another format, or contain a
  ///   model with features that this version does not compute.
  public init(bytes: [UInt8]) throws(StoredModelError) {
    self = try StoredForecaster(bytes: bytes).forecaster()
  }
}

extension StoredForecaster {
  /// The state of a personal model's intervals, in a form that is independent of features.
  struct Intervals: Hashable, Decodable, Sendable {
    let cadence: SensorCadence
    /// For each step, the sum of |error| / scale divided by the population's mean, and the number
    /// of these.
    let ratioSums, ratioCounts: [Double]
    let quantiles: AdaptiveQuantiles
    let pace: SensorCadence.Sampler
    let judgedUntil: Double?
    let measured: EmpiricalCoverage?

    /// The number of steps.
    var steps: Int { ratioSums.count }

    init?(_ model: Forecaster) {
      guard let person = model.person else { return nil }
      cadence = model.cadence
      ratioSums = zip(person.ratioSums, model.range.meanRatios).map { $0 / $1 }
      ratioCounts = person.ratioCounts
      quantiles = person.tracks
      pace = person.judgingPace
      judgedUntil = person.judgedUntil
      measured = person.measured
    }

    /// Decodes the intervals of a stored personal model.
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let range = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .range)
      let person = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .person)
      cadence = try container.decode(SensorCadence.self, forKey: .cadence)
      let means = try range.decode([Double].self, forKey: .meanRatios)
      let sums = try person.decode([Double].self, forKey: .ratioSums)
      ratioCounts = try person.decode([Double].self, forKey: .ratioCounts)
      quantiles = try person.decode(AdaptiveQuantiles.self, forKey: .tracks)
      pace =
        try person.decodeIfPresent(SensorCadence.Sampler.self, forKey: .judgingPace)
        ?? SensorCadence.Sampler()
      judgedUntil = try person.decodeIfPresent(Double.self, forKey: .judgedUntil)
      measured = try person.decodeIfPresent(EmpiricalCoverage.self, forKey: .measured)
      let steps = means.count
      try decoder.require(
        (1...64).contains(steps) && sums.count == steps && ratioCounts.count == steps
          && means.allSatisfy { (1e-9...1e6).contains($0) }
          && (sums + ratioCounts).allSatisfy { $0 >= 0 && $0 <= StoredLimits.ratio }
          && quantiles.fits(outcomes: steps) && measured?.fits(outcomes: steps) ?? true
          && judgedUntil.isInstant,
        "The intervals of a person must have the leads of their model, and values in bounds")
      ratioSums = zip(sums, means).map { $0 / $1 }
    }
  }
}
