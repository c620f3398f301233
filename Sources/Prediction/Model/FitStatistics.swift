internal import GlucoseDiary
package import GlucoseMath
internal import GlucoseFoundation

/// The sufficient statistics of a fit, which can be added: sums of products over thousands of rows
/// and the number of rows at each glucose level, and no reading.
struct FitStatistics: Equatable, Codable, Sendable {
  let cadence: SensorCadence
  let options: FitOptions
  let landmarks: KernelLandmarks?
  private(set) var recordCount = 0
  var prior: Forecaster? { sharedPrior?.value }
  private let sharedPrior: Shared<Forecaster>?
  let zone: TimeZone?
  /// The normal equations by fold; see ``FoldRule``.
  private(set) var sums: FoldedSums
  private(set) var levels = LevelHistogram()

  private enum CodingKeys: String, CodingKey {
    case cadence, options, recordCount, sums, levels, sharedPrior = "prior", zone, landmarks
  }

  /// Creates empty statistics for valid options with which the landmarks were placed.
  init(
    cadence: SensorCadence, _ options: FitOptions = FitOptions(), landmarks: KernelLandmarks? = nil
  ) {
    self.init(cadence, options, landmarks, in: options.zone, nil)
  }

  /// Creates empty statistics for a fit with a prior, whose cadence, history and detail replace
  /// those of the options, and whose corrections for a person are ignored.
  init(_ options: FitOptions = FitOptions(), prior: Forecaster) throws(FitError) {
    let prior = try Self.prior(prior, upTo: options.horizon)
    self.init(
      prior.cadence, options.adopting(prior), prior.map.kernel, in: options.zone, prior)
  }

  private init(
    _ cadence: SensorCadence, _ options: FitOptions, _ landmarks: KernelLandmarks?,
    in zone: TimeZone?, _ prior: Forecaster?
  ) {
    let fault = options.fault(cadence, landmarks)
    precondition(fault == nil, fault ?? "")
    self.cadence = cadence
    self.options = options
    self.zone = zone
    let map = options.features(cadence, landmarks)
    self.landmarks = map.kernel
    sharedPrior = prior.map { Shared($0) }
    sums = FoldedSums(
      columns: map.columns, outcomes: prior?.steps ?? options.targets(cadence),
      folds: FoldRule.count)
  }

  static func prior(_ whole: Forecaster, upTo horizon: Duration) throws(FitError) -> Forecaster {
    guard var prior = whole.limited(to: horizon) else {
      throw FitError(.horizon(horizon, cadence: whole.cadence))
    }
    prior.person = nil
    return prior
  }

  /// A sentence on why decoded statistics are not those of a fit, or `nil`.
  var fault: String? {
    if let fault = options.fault(cadence, landmarks) { return fault }
    let map = options.features(cadence, landmarks)
    guard
      sums.isPlausible && sums.folds == FoldRule.count && sums.groups == 1
        && sums.columns == map.columns
        && (options.stepsAhead(cadence)...options.targets(cadence)).contains(sums.outcomes)
        && sums.areOfWholeRows
    else {
      return "Sums must have the folds, features and leads of their options, whole rows, and "
        + "products within the bounds of the squares"
    }
    if let prior {
      guard
        prior.steps == sums.outcomes && prior.map.kernel == landmarks && prior.cadence == cadence
          && !prior.isPersonal && prior.map.withoutEvents.layout == map.withoutEvents.layout
      else { return "A prior must have the features and leads of its statistics" }
    }
    guard
      StoredLimits.counts.contains(recordCount) && StoredLimits.counts.contains(rowCount)
        && levels.isPlausible && levels.total <= rowCount
    else {
      return
        "Statistics must have at most 2^50 records and rows, and a count for each band of levels"
    }
    return nil
  }

  var rowCount: Int { sums.rowCount }

  /// Adds one recording per person, in O(*n p*²) and the memory of about 3,800 rows; throws
  /// ``FitError``, with the position of the recording, if its readings are too far apart.
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

  /// Adds the statistics of other recordings, whose people may be in another time zone; throws
  /// ``FitError`` if the landmarks or other options differ, or there are more than 2^50 rows or
  /// records.
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

  var rows: DesignRows {
    var rows = DesignRows(options, cadence, landmarks, targets: sums.outcomes)
    rows.zone = zone
    rows.map.levelSupport = prior?.map.levelSupport
    return rows
  }
}

extension DesignRows {
  /// Creates the rows that a model with these valid options is fitted to.
  package init(
    _ options: FitOptions, _ cadence: SensorCadence, _ landmarks: KernelLandmarks? = nil,
    targets: Int? = nil
  ) {
    self.init(
      map: options.features(cadence, landmarks),
      leads: (1...(targets ?? options.targets(cadence))).map { Double($0) * cadence.seconds },
      zone: options.zone, views: .training)
  }
}

extension PreparedSeries {
  init(_ recording: Recording, _ options: FitOptions) {
    self.init(
      recording.series, options.usesEvents ? EventFeatures(recording.events) : .none,
      summing: options.detail.includes(.daily))
  }
}

extension Shared: Codable where Value: Codable {
  package init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }

  package func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension FitStatistics {
  /// The number of rows of a fit at each level. The square and the cube of a level are extrapolated
  /// beyond these, so that a model clips levels to those with enough rows.
  struct LevelHistogram: Equatable, Codable, Sendable {
    /// The width of a band in mg/dL; the last band has no upper edge.
    private static let width = 10.0
    private static let bands = 45
    /// The number of rows beyond a level that support it, or one in twenty if that is fewer.
    private static let enough = 30

    private var counts = [Int](repeating: 0, count: bands)

    mutating func add(_ levels: some Sequence<Double>) {
      for level in levels {
        let band = min(max(level / Self.width, 0), Double(Self.bands - 1))
        counts[Int(band)] += 1
      }
    }

    static func += (lhs: inout Self, rhs: Self) { lhs.counts.add(rhs.counts) }

    var isPlausible: Bool {
      counts.count == Self.bands && counts.allSatisfy(StoredLimits.counts.contains)
    }

    var total: Int { counts.reduce(0, +) }

    /// The levels in mg/dL between which all but a few rows are, or `nil` without rows.
    var support: ClosedRange<Double>? {
      let enough = min(Self.enough, total / 20 + 1)
      func bandsBeyond(_ counts: some Sequence<Int>) -> Int {
        var sum = 0
        return counts.prefix { count in
          sum += count
          return sum < enough
        }.count
      }
      let lower = Double(bandsBeyond(counts)) * Self.width
      let upper = Double(Self.bands - bandsBeyond(counts.reversed())) * Self.width
      return lower < upper ? lower...upper : nil
    }
  }
}
