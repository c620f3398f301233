internal import GlucoseMath
internal import GlucoseFoundation

extension Forecaster: Codable {
  private enum CodingKeys: String, CodingKey {
    case format, cadence, options, zone, detail, landmarks, recordCount, rowCount,
      populationWeights, range, measured, measuredPersonal, person, selection, ridges,
      kernelRidges, eventRidges, meanGram, levelSupport, usesPrior
  }

  /// Decodes a model, and validates that its parts agree.
  ///
  /// - Throws: ``StoredModelError`` if the model has another format or features that this version
  ///   does not compute; `DecodingError` if its values are not valid for a model.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try StoredBytes.check(format: container.decode(Int.self, forKey: .format))
    cadence = try container.decode(SensorCadence.self, forKey: .cadence)
    options = try container.decode(FitOptions.self, forKey: .options)
    let detail = try container.decode(FeatureDetail.self, forKey: .detail)
    let landmarks = try container.decodeIfPresent(KernelLandmarks.self, forKey: .landmarks)
    let fault = options.fault(cadence, landmarks)
    try decoder.require(fault == nil, fault ?? "")
    try decoder.require(
      options.detail.includes(detail), "The features of a model must be within its options")
    var map = options.features(cadence, landmarks).limited(to: detail)
    map.levelSupport = try container.decodeIfPresent(ClosedRange.self, forKey: .levelSupport)
    try decoder.require(
      map.levelSupport.map { 0 <= $0.lowerBound && $0.upperBound <= PreparedSeries.greatest }
        ?? true,
      "The levels of a fit must be from 0 to \(PreparedSeries.greatest) mg/dL")
    self.map = map
    zone = try container.decodeIfPresent(TimeZone.self, forKey: .zone)
    ridges = try container.decode([Double].self, forKey: .ridges)
    steps = ridges.count
    kernelRidges = try container.decode([Double].self, forKey: .kernelRidges)
    // A penalty of zero is stored for a lead without one.
    let events = try container.decodeIfPresent([Double].self, forKey: .eventRidges) ?? []
    eventRidges = events.map { $0 == 0 ? nil : $0 }
    recordCount = try container.decode(Int.self, forKey: .recordCount)
    rowCount = try container.decode(Int.self, forKey: .rowCount)
    meanGram = try container.decode(SymmetricMatrix.self, forKey: .meanGram)
    populationWeights = try container.decode(DoubleBytes.self, forKey: .populationWeights)
      .wrappedValue
    range = try container.decode(ResidualModel.self, forKey: .range)
    measured = try container.decodeIfPresent(EmpiricalCoverage.self, forKey: .measured)
    measuredPersonal = try container.decodeIfPresent(
      EmpiricalCoverage.self, forKey: .measuredPersonal)
    person = try container.decodeIfPresent(PersonalState.self, forKey: .person)
    selection = try container.decodeIfPresent(ModelSelection.self, forKey: .selection)
    usesPrior = try container.decodeIfPresent(Bool.self, forKey: .usesPrior) ?? false
    try requireAgreement(decoder)
  }

  /// Encodes the model with its personal state and its format.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(StoredBytes.format, forKey: .format)
    try container.encode(cadence, forKey: .cadence)
    try container.encode(options, forKey: .options)
    try container.encodeIfPresent(zone, forKey: .zone)
    try container.encode(detail, forKey: .detail)
    try container.encodeIfPresent(map.kernel, forKey: .landmarks)
    try container.encode(ridges, forKey: .ridges)
    try container.encode(kernelRidges, forKey: .kernelRidges)
    if !eventRidges.isEmpty {
      try container.encode(eventRidges.map { $0 ?? 0 }, forKey: .eventRidges)
    }
    try container.encode(recordCount, forKey: .recordCount)
    try container.encode(rowCount, forKey: .rowCount)
    try container.encode(meanGram, forKey: .meanGram)
    try container.encode(DoubleBytes(wrappedValue: populationWeights), forKey: .populationWeights)
    try container.encode(range, forKey: .range)
    try container.encodeIfPresent(measured, forKey: .measured)
    try container.encodeIfPresent(measuredPersonal, forKey: .measuredPersonal)
    try container.encodeIfPresent(person, forKey: .person)
    try container.encodeIfPresent(map.levelSupport, forKey: .levelSupport)
    try container.encodeIfPresent(selection, forKey: .selection)
    if usesPrior { try container.encode(true, forKey: .usesPrior) }
  }

  /// Requires the sizes of the features and leads, and values that a fit can give.
  private func requireAgreement(_ decoder: any Decoder) throws {
    try decoder.require(
      StoredLimits.counts.contains(recordCount) && StoredLimits.counts.contains(rowCount),
      "Counts of a model must be from 0 to 2^50")
    try decoder.require(
      (options.stepsAhead(cadence)...options.targets(cadence)).contains(steps)
        && kernelRidges.count == (map.kernel == nil ? 0 : steps)
        && eventRidges.count == (map.layout.events.isEmpty ? 0 : steps)
        && (ridges + kernelRidges + eventRidges.compactMap(\.self))
          .allSatisfy(StoredLimits.penalties.contains),
      "A model must have a penalty from 1e-15 to 1e15 for each lead")
    try decoder.require(
      meanGram.size == map.plainColumns && meanGram.isPlausibleGram,
      "The Gram matrix of a model must have its features and be positive")
    try decoder.require(
      populationWeights.count == map.columns * steps
        && populationWeights.areWithin(StoredLimits.weight),
      "A model must have a weight below 1e6 for each feature and lead")
    try decoder.require(
      range.fits(outcomes: steps),
      "The quantiles of a model must have its leads, in ascending order")
    try decoder.require(
      [measured, measuredPersonal, person?.measured].allSatisfy {
        $0?.fits(outcomes: steps) ?? true
      }, "Measured coverage must have the leads of its model, and no more hits than outcomes")
    try decoder.require(
      selection?.isPlausible ?? true,
      "A selection must have counts from 0 to 2^50, and finite errors that are not negative")
    try decoder.require(
      person?.fits(map, outcomes: steps) ?? true,
      "A personal state must have the features and leads of its model, and values in bounds")
  }
}

extension Forecaster {
  /// The model as bytes: a line with its format and a checksum, and its JSON document. Equal models
  /// have equal bytes.
  ///
  /// - Throws: `EncodingError`, which no model causes.
  public var bytes: [UInt8] {
    get throws { try StoredBytes.bytes(.model, self) }
  }

  /// Creates a model from its ``bytes``.
  ///
  /// - Throws: ``StoredModelError`` if the bytes are damaged, have another format, or contain a
  ///   model with features that this version does not compute.
  public init(bytes: [UInt8]) throws(StoredModelError) {
    self = try StoredBytes.value(.model, of: bytes)
  }
}
