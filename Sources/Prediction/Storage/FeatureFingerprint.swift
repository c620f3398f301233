// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The identity of a model's features: the values of each group of columns in a synthetic
/// recording.
///
/// A stored model contains the fingerprint of the features that it was fitted with. A version of
/// the library with another fingerprint would multiply the weights by other values, and therefore
/// rejects the model.
struct FeatureFingerprint: Hashable, Codable, Sendable {
  /// A group of columns.
  struct Group: Hashable, Codable, Sendable {
    /// The name of the group in ``FeatureLayout``, or "scale" for ``ResidualModel/ScaleFeatures``.
    let name: String
    /// The number of columns.
    let columns: Int
    /// A weighted sum of the values, for each of three origins in the recording.
    let sums: [Double]
  }

  /// The groups with columns, in the order of the layout; the last is "scale".
  let groups: [Group]

  /// Creates the fingerprint of the features of `map`.
  init(of map: FeatureMap) {
    let block = Self.features(of: map)
    func group(_ name: String, _ columns: Range<Int>, _ values: [Double], stride: Int) -> Group? {
      guard !columns.isEmpty else { return nil }
      return Group(
        name: name, columns: columns.count,
        sums: (0..<block.rows).map { row in
          columns.reduce(0) {
            $0 + Self.factor($1 - columns.lowerBound) * values[row * stride + $1]
          }
        })
    }
    let scales = ResidualModel.ScaleFeatures.block(of: block, map)
    groups =
      map.layout.namedColumns.compactMap {
        group($0.name, $0.columns, block.features, stride: map.columns)
      }
      + [
        group(
          "scale", 0..<ResidualModel.ScaleFeatures.columns, scales,
          stride: ResidualModel.ScaleFeatures.columns)
      ]
      .compactMap { $0 }
  }

  init(groups: [Group]) { self.groups = groups }

  /// Decodes a list of groups.
  init(from decoder: any Decoder) throws {
    groups = try decoder.singleValueContainer().decode([Group].self)
    try decoder.require(groups.count <= 64, "A model must have at most 64 groups of features")
  }

  /// Encodes the list of groups.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(groups)
  }

  /// Returns the names of the groups whose columns or values differ, or that only one fingerprint
  /// has.
  func changes(from other: FeatureFingerprint) -> [String] {
    let (own, others) = (names, other.names)
    let order = groups.map(\.name) + other.groups.map(\.name).filter { own[$0] == nil }
    return order.filter { name in
      guard let group = own[name], let other = others[name] else { return true }
      return group.differs(from: other)
    }
  }

  private var names: [String: Group] {
    Dictionary(groups.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Returns the weight of a group's column in a sum: a number from 0.5 to 1.5 that is different
  /// for each column.
  private static func factor(_ column: Int) -> Double {
    let place = Double(column + 1) * 0.618_033_988_749_894_9
    return 0.5 + place - place.rounded(.down)
  }
}

extension FeatureFingerprint.Group {
  /// Returns a Boolean value that indicates whether the values differ by more than the rounding of
  /// mathematical functions on different systems.
  fileprivate func differs(from other: Self) -> Bool {
    columns != other.columns || sums.count != other.sums.count
      || !zip(sums, other.sums).allSatisfy { abs($0 - $1) <= 1e-6 * (1 + abs($1)) }
  }
}

// MARK: - Reading

extension FeatureFingerprint {
  /// Throws an error unless this version computes the features of `map` as they were when a model
  /// was stored.
  ///
  /// - Parameters:
  ///   - stored: The fingerprint of the stored model, or `nil` if it has none.
  ///   - map: The features.
  /// - Throws: ``StoredModelError``.
  static func check(_ stored: FeatureFingerprint?, of map: FeatureMap) throws(StoredModelError) {
    guard let stored else { throw .damaged("The fingerprint of features is missing.") }
    let changed = FeatureFingerprint(of: map).changes(from: stored)
    guard changed.isEmpty else { throw StoredModelError(.features(changed: changed)) }
  }
}

// MARK: - The synthetic recording

extension FeatureFingerprint {
  /// The length of the recording in seconds.
  private static let duration = 3 * 86_400.0

  /// Returns the rows of three origins: one with exactly the history that the model needs, one a
  /// day later, and one at the end.
  private static func features(of map: FeatureMap) -> DesignBlock {
    let step = map.cadence.seconds
    let count = Int(duration / step)
    func wave(_ index: Int, _ period: Int) -> Double {
      let phase = Double(index % period) / Double(period)
      return phase < 0.5 ? 4 * phase - 1 : 3 - 4 * phase
    }
    let values = (0..<count).map { 140 + 45 * wave($0, 53) + 20 * wave($0, 17) + 3 * wave($0, 3) }
    // It has no gap, so that the fractions in bridged gaps are zero in every row; they are tested by
    // hand. The next version of the fingerprint, which makes stored models unreadable, should have
    // a gap in each of these histories.
    let times = values.indices.map { Double($0) * step }
    var block = DesignBlock(columns: map.columns, outcomes: 1, room: 3)
    guard let series = try? ValidatedReadings(times: times, values: values).series else {
      return block
    }
    let trace = PreparedSeries(
      series, map.usesEvents ? EventFeatures(events, from: -.infinity, through: duration) : .none,
      summing: true)
    var cursor = FeatureMap.Cursor(map)
    for index in [map.lags + 2, map.lags + Int(90_000 / step), count - 1] {
      block.writeRow { row, base in
        map.write(trace, at: index, timeOfDay: 0.3, cursor: &cursor, to: &row, from: base)
      }
      block.commit(level: values[index], known: 1)
    }
    block.writeKernel(map)
    return block
  }

  /// A meal, a dose and exercise in the last hours of the recording.
  private static var events: [DiaryEvent] {
    let kinds: [DiaryEvent.Content] = [
      .meal(Meal(carbs: 45)), .insulin(InsulinDose(units: 4.5)),
      .exercise(Exercise(duration: .seconds(1500), intensity: .moderate)),
    ]
    return kinds.enumerated().map { number, kind in
      let time = duration - 2400 - 3000 * Double(number)
      return DiaryEvent(
        id: DiaryEvent.ID(rawValue: "\(number)"), at: Date(timeIntervalSinceReferenceDate: time),
        in: .gmt,
        kind)
    }
  }
}

extension FeatureLayout {
  /// The columns of each group of features, by name.
  fileprivate var namedColumns: [(name: String, columns: Range<Int>)] {
    [
      ("history", constant..<changes.upperBound), ("interactions", interactions),
      ("windows", windows), ("clock", clock), ("variability", variability),
      ("seasonal", seasonal), ("view", history), ("events", events), ("kernel", kernel),
    ]
  }
}
