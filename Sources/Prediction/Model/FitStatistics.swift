// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// All that a fit needs to know of its data, in a form that adds.
///
///     var statistics = FitStatistics(cadence: .fiveMinutes, options)
///     for series in people { try statistics.add(series) }
///     try statistics.add(fromAnotherClinic)     // the same as fitting to both clinics' records
///
/// Statistics hold sums of products over thousands of moments, and no reading.
public struct FitStatistics: Hashable, Codable, Sendable {
  /// The cadence of the model.
  public let cadence: SensorCadence
  /// How the model is fitted.
  public let options: FitOptions
  /// The typical moments of the kernel block, if the model has one.
  public let centres: KernelCentres?
  /// How many records were added.
  public private(set) var recordCount = 0
  /// Sums over the first part of each record.
  private(set) var early: RegressionSums
  /// Sums over the part that chooses penalties.
  private(set) var late: RegressionSums

  /// Statistics of no data.
  ///
  /// - Parameters:
  ///   - cadence: The cadence of the model.
  ///   - options: How the model is fitted.
  ///   - centres: The typical moments of the kernel block. Without them the model has none,
  ///     whatever the detail.
  /// - Precondition: `options` are within the bounds their documentation gives, and `centres` were
  ///   placed with the same options.
  public init(
    cadence: SensorCadence, _ options: FitOptions = FitOptions(), centres: KernelCentres? = nil
  ) {
    let fault = options.fault(cadence, centres)
    precondition(fault == nil, fault ?? "")
    self.cadence = cadence
    self.options = options
    let map = options.features(cadence, centres)
    self.centres = map.kernel
    let columns = map.columns
    early = RegressionSums(columns: columns, outcomes: options.stepsAhead(cadence))
    late = early
  }

  /// Decodes statistics and checks that their parts fit together.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    cadence = try container.decode(SensorCadence.self, forKey: .cadence)
    options = try container.decode(FitOptions.self, forKey: .options)
    centres = try container.decodeIfPresent(KernelCentres.self, forKey: .centres)
    recordCount = try container.decode(Int.self, forKey: .recordCount)
    early = try container.decode(RegressionSums.self, forKey: .early)
    late = try container.decode(RegressionSums.self, forKey: .late)
    if let fault = options.fault(cadence, centres) {
      throw DecodingError.dataCorruptedError(
        forKey: .options, in: container, debugDescription: fault)
    }
    let (columns, outcomes) = (
      options.features(cadence, centres).columns, options.stepsAhead(cadence)
    )
    guard [early, late].allSatisfy({ $0.columns == columns && $0.outcomes == outcomes }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .early, in: container, debugDescription: "The sums are of another model")
    }
  }

  /// The number of moments with history and outcome: a row each.
  public var rowCount: Int { early.rows + late.rows }

  /// Adds one person's record.
  ///
  /// - Throws: ``FitError`` if its readings are too far apart.
  /// - Complexity: O(*n p*²) for *p* features; memory of about a thousand rows.
  public mutating func add(_ series: GlucoseSeries) throws(FitError) {
    guard let gap = series.cadence, cadence.suits(gap) else {
      throw FitError(.cadence(found: series.cadence, expected: cadence), record: recordCount)
    }
    let trace = Trace(series)
    let parts = RecordParts(trace, options)
    var walk = parts.early
    stream.forEachTile(of: trace, in: &walk) { early.add($0) }
    walk = parts.late
    stream.forEachTile(of: trace, in: &walk) { late.add($0) }
    recordCount += 1
  }

  /// Adds the statistics of other records, whose people may live in another zone.
  ///
  /// - Throws: ``FitError`` if they are of a different model.
  public mutating func add(_ other: FitStatistics) throws(FitError) {
    guard other.stream.map == stream.map, other.stream.leads == stream.leads,
      other.options.heldOut == options.heldOut, other.options.validation == options.validation
    else { throw FitError(.differentModels) }
    early += other.early
    late += other.late
    recordCount += other.recordCount
  }

  var stream: RowStream {
    RowStream(
      map: options.features(cadence, centres),
      leads: (1...options.stepsAhead(cadence)).map { Double($0) * cadence.seconds },
      zone: options.zone)
  }

  /// The sums over both parts.
  var all: RegressionSums {
    var all = early
    all += late
    return all
  }
}

/// The parts of a record in order of time: to fit, to choose, to measure.
struct RecordParts {
  let early, late, heldOut: RowStream.Walk
  /// Where the held-out part begins.
  let cut: Double

  init(_ trace: Trace, _ options: FitOptions) {
    let count = Double(trace.times.count)
    func time(at share: Double) -> Double {
      let index = Int(count * share)
      return index < trace.times.count ? trace.times[index] : .infinity
    }
    let kept = 1 - options.heldOut
    let middle = time(at: kept * (1 - options.validation))
    cut = time(at: kept)
    early = RowStream.Walk(end: middle)
    late = RowStream.Walk(start: middle, end: cut)
    heldOut = RowStream.Walk(start: cut)
  }
}
