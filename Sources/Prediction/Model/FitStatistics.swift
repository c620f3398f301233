internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

/// The sufficient statistics of a fit, which can be added: sums of products over thousands of rows
/// and the number of rows at each glucose level, and no reading.
package struct FitStatistics: Equatable, Codable, Sendable {
  let cadence: SensorCadence
  let options: FitOptions
  let landmarks: KernelLandmarks?
  private(set) var recordCount = 0
  /// The prior of the fit, up to the horizon.
  var prior: Forecaster? { sharedPrior.value }
  private let sharedPrior: Shared<Forecaster?>
  let zone: TimeZone?
  /// The normal equations by fold; see ``FoldRule``.
  private(set) var sums: FoldedSums
  private(set) var levels = LevelHistogram()

  private enum CodingKeys: String, CodingKey {
    case cadence, options, recordCount, sums, levels, prior, zone, landmarks
  }

  /// Creates empty statistics, without a kernel block if `landmarks` is `nil`, for valid options
  /// with which the landmarks were placed.
  package init(
    cadence: SensorCadence, _ options: FitOptions = FitOptions(), landmarks: KernelLandmarks? = nil
  ) {
    let fault = options.fault(cadence, landmarks)
    precondition(fault == nil, fault ?? "")
    self.cadence = cadence
    self.options = options
    let map = options.features(cadence, landmarks)
    self.landmarks = map.kernel
    sharedPrior = Shared(nil)
    zone = options.zone
    sums = FoldedSums(
      columns: map.columns, outcomes: options.targets(cadence), folds: FoldRule.count)
  }

  /// Creates empty statistics for a fit with a prior, whose cadence, history and detail replace
  /// those of the options, and whose corrections for a person are ignored.
  ///
  /// - Throws: ``FitError`` if the horizon of the prior is shorter than the options' horizon.
  /// - Precondition: `options` are valid.
  init(_ options: FitOptions = FitOptions(), prior: Forecaster) throws(FitError) {
    let prior = try Self.prior(prior, upTo: options.horizon)
    zone = options.zone
    let options = options.adopting(prior)
    let fault = options.fault(prior.cadence, prior.map.kernel)
    precondition(fault == nil, fault ?? "")
    self.options = options
    sharedPrior = Shared(prior)
    cadence = prior.cadence
    landmarks = prior.map.kernel
    sums = FoldedSums(
      columns: options.features(cadence, landmarks).columns, outcomes: prior.steps,
      folds: FoldRule.count)
  }

  /// Returns a prior up to a horizon, without its corrections for a person.
  static func prior(_ whole: Forecaster, upTo horizon: Duration) throws(FitError) -> Forecaster {
    guard var prior = whole.limited(to: horizon) else {
      throw FitError(.horizon(horizon, cadence: whole.cadence))
    }
    prior.person = nil
    return prior
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    cadence = try container.decode(SensorCadence.self, forKey: .cadence)
    options = try container.decode(FitOptions.self, forKey: .options)
    landmarks = try container.decodeIfPresent(KernelLandmarks.self, forKey: .landmarks)
    let fault = options.fault(cadence, landmarks)
    try decoder.require(fault == nil, fault ?? "")
    let map = options.features(cadence, landmarks)
    recordCount = try container.decode(Int.self, forKey: .recordCount)
    let prior = try container.decodeIfPresent(Forecaster.self, forKey: .prior)
    sharedPrior = Shared(prior)
    zone = try container.decodeIfPresent(TimeZone.self, forKey: .zone)
    sums = try container.decode(FoldedSums.self, forKey: .sums)
    levels = try container.decode(LevelHistogram.self, forKey: .levels)
    try decoder.require(
      sums.isPlausible && sums.folds == FoldRule.count && sums.groups == 1
        && sums.columns == map.columns
        && (options.stepsAhead(cadence)...options.targets(cadence)).contains(sums.outcomes)
        && sums.areOfWholeRows,
      "Sums must have the folds, features and leads of their options, whole rows, and products "
        + "within the bounds of the squares")
    try decoder.require(
      prior.map {
        $0.steps == sums.outcomes && $0.map.kernel == landmarks && $0.cadence == cadence
          && !$0.isPersonal && $0.map.withoutEvents.layout == map.withoutEvents.layout
      } ?? true, "A prior must have the features and leads of its statistics")
    try decoder.require(
      StoredLimits.counts.contains(recordCount) && StoredLimits.counts.contains(rowCount)
        && levels.isPlausible && levels.total <= rowCount,
      "Statistics must have at most 2^50 records and rows, and a count for each band of levels")
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(cadence, forKey: .cadence)
    try container.encode(options, forKey: .options)
    try container.encodeIfPresent(landmarks, forKey: .landmarks)
    try container.encode(recordCount, forKey: .recordCount)
    try container.encodeIfPresent(prior, forKey: .prior)
    try container.encodeIfPresent(zone, forKey: .zone)
    try container.encode(sums, forKey: .sums)
    try container.encode(levels, forKey: .levels)
  }

  var rowCount: Int { sums.rowCount }

  /// Adds one recording per person.
  ///
  /// - Throws: ``FitError``, with the position of the recording, if its readings are too far apart.
  /// - Complexity: O(*n p*²), where *n* is the number of readings and *p* the number of features;
  ///   the memory of about 3,800 rows.
  mutating func add(_ recordings: [Recording]) throws(FitError) {
    var missing = (0..<FoldRule.count).map { _ in
      NormalEquations.MissingTargets(columns: sums.columns, outcomes: sums.outcomes)
    }
    let rows = rows
    for (number, recording) in recordings.enumerated() {
      let series = recording.series
      guard series.cadence.map(cadence.suits) ?? false else {
        throw FitError(.cadence(found: series.cadence, expected: cadence), record: number)
      }
      let rule = FoldRule(series, options)
      let prepared = PreparedSeries(recording, options)
      for (part, fold) in [
        (rule.training, rule.trainingFold), (rule.validation, { _ in FoldRule.validationFold }),
      ] {
        var origins = part
        rows.forEachBlock(of: prepared, in: &origins, partedBy: fold) { fold, block in
          sums.update(fold: fold) {
            $0.addIgnoringMissing(block)
            missing[fold].add(block, to: &$0)
          }
          levels.add(block.levels.prefix(block.rows))
        }
      }
      recordCount += 1
    }
    for fold in missing.indices {
      sums.update(fold: fold) { missing[fold].flush(to: &$0) }
    }
  }

  /// Adds the statistics of other recordings, whose people may be in another time zone.
  ///
  /// - Throws: ``FitError`` if the landmarks or the options differ, other than in the time zone, or
  ///   if both together have more than 2^50 rows or records.
  mutating func add(_ other: FitStatistics) throws(FitError) {
    var others = other.options
    // The cadence may be that which was found, and is compared with the features.
    (others.zone, others.cadence) = (options.zone, options.cadence)
    guard others == options, other.rows.map == rows.map, other.prior == prior,
      other.rows.leads == rows.leads
    else { throw FitError(.differentModels) }
    guard StoredLimits.counts.contains(rowCount + other.rowCount),
      StoredLimits.counts.contains(recordCount + other.recordCount)
    else { throw FitError(.tooManyRows(limit: StoredLimits.counts.upperBound)) }
    sums += other.sums
    levels += other.levels
    recordCount += other.recordCount
  }

  package var rows: DesignRows {
    var map = options.features(cadence, landmarks)
    map.levelSupport = prior?.map.levelSupport
    return DesignRows(
      map: map,
      leads: (1...sums.outcomes).map { Double($0) * cadence.seconds },
      zone: zone, views: .training)
  }
}

extension PreparedSeries {
  init(_ recording: Recording, _ options: FitOptions) {
    self.init(
      recording.series, options.usesEvents ? EventFeatures(recording.events) : .none,
      summing: options.detail.includes(.daily))
  }
}
