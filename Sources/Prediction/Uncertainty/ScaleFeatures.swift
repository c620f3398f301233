// SPDX-License-Identifier: Apache-2.0

/// What tells how far off a forecast may be: level, slopes, how restless the last hour was and, in a
/// model that looks at them, the last 6 and 24 hours and the time of day.
enum ScaleFeatures {
  static let columns = 16
  /// Below 90 mg/dL, errors grow as glucose falls: it may go on or be brought up.
  private static let lowLevel = TrendFeatures.level(90)

  /// Writes the situation of a row of features, which begins with the constant, the level and the
  /// changes from step to step.
  static func write(
    _ features: [Double], from base: Int, _ map: FeatureMap, to row: inout [Double], at start: Int
  ) {
    let layout = map.layout
    let level = features[base + layout.level]
    let changes = base + layout.changes.lowerBound
    let steps = map.cadence.slopeSteps
    func sum(_ count: Int) -> Double {
      var sum = 0.0
      for lag in 0..<count { sum += features[changes + lag] }
      return sum
    }
    let hour = min(map.lags, 60 / map.cadence.rawValue)
    var roughness = 0.0
    var path = 0.0
    var total = 0.0
    var squares = 0.0
    for lag in 0..<hour {
      if lag > 0 { roughness += abs(features[changes + lag - 1] - features[changes + lag]) }
      path += features[changes + lag]
      total += path
      squares += path * path
    }
    let count = Double(hour)
    let mean = total / count
    let spread = max(squares / count - mean * mean, 0).squareRoot()
    let above = max(level, 0)
    row[start] = 1
    row[start + 1] = level
    row[start + 2] = level * level
    row[start + 3] = abs(sum(steps.short))
    row[start + 4] = abs(sum(steps.middle))
    row[start + 5] = abs(sum(steps.long))
    row[start + 6] = roughness / count
    row[start + 7] = spread
    row[start + 8] = level * spread
    row[start + 9] = above * abs(sum(steps.middle))
    row[start + 10] = max(sum(steps.middle), 0)
    row[start + 11] = max(lowLevel - level, 0)
    for column in 12..<columns { row[start + column] = 0 }
    guard map.detail.includes(.daily) else { return }
    let windows = base + layout.windows.lowerBound
    row[start + 12] = features[windows + WindowFeatures.deviation(ofWindow: 1)]
    row[start + 13] = features[windows + WindowFeatures.deviation(ofWindow: 2)]
    guard map.usesTimeOfDay else { return }
    row[start + 14] = features[base + layout.clock.lowerBound]
    row[start + 15] = features[base + layout.clock.lowerBound + 1]
  }

  /// The situations of all rows of a block.
  static func block(of block: DesignBlock, _ map: FeatureMap) -> [Double] {
    var result = [Double](repeating: 0, count: block.rows * columns)
    for row in 0..<block.rows {
      write(block.features, from: row * block.columns, map, to: &result, at: row * columns)
    }
    return result
  }
}
