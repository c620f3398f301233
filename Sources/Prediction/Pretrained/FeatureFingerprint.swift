// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The features of a made-up moment, by which to tell whether a model's features are still made as
/// they were when it was learned.
enum FeatureFingerprint {
  /// How long the made-up record is, but for 40 readings, in seconds: no window looks back further.
  private static let duration = 24 * 3600.0

  /// The features of two moments, in single precision.
  static func values(of map: FeatureMap) -> [Double] {
    let step = map.cadence.seconds
    let count = Int(duration / step) + 40
    func wave(_ index: Int, _ period: Int) -> Double {
      let phase = Double(index % period) / Double(period)
      return phase < 0.5 ? 4 * phase - 1 : 3 - 4 * phase
    }
    let values = (0..<count).map { 140 + 45 * wave($0, 53) + 20 * wave($0, 17) + 3 * wave($0, 3) }
    let times = values.indices.map { Double($0) * step }
    guard let series = try? SeriesIntake(times: times, values: values).series else { return [] }
    let trace = PreparedSeries(series)
    var cursor = FeatureMap.Cursor(map)
    var block = DesignBlock(columns: map.columns, outcomes: 1)
    for index in [count - 21, count - 1] {
      block.writeRow { row, base in
        map.write(trace, at: index, timeOfDay: 0.3, cursor: &cursor, to: &row, from: base)
      }
      block.commit(level: values[index], known: 1)
    }
    block.writeKernel(map)
    return block.features[0..<2 * map.columns].map { Double(Float($0)) }
  }

  /// Whether `map` gives the features that were kept; the C libraries of two systems may differ in
  /// the last digits.
  static func agrees(_ kept: [Double], _ map: FeatureMap) -> Bool {
    let values = values(of: map)
    return values.count == kept.count && !values.isEmpty
      && zip(values, kept).allSatisfy { abs($0 - $1) <= 1e-4 * (1 + abs($1)) }
  }
}
