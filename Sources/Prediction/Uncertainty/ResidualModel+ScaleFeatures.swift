internal import GlucoseMath

extension ResidualModel {
  /// The features of the scale of errors: level, slopes and roughness of the last hour and, with
  /// daily features, gaps, variability, the missing fraction of the day, and the time of day. Most
  /// are logarithms: a person whose glucose varies half as much has errors half as large, in any
  /// study.
  package enum ScaleFeatures {
    static let columns = 23
    static let missingShare = 15
    /// 90 mg/dL, below which errors grow as glucose falls: a fall may continue or be treated.
    private static let lowLevel = TrendFeatures.level(90)

    static func write(
      _ features: [Double], from base: Int, _ map: FeatureMap, to row: inout [Double], at start: Int
    ) {
      let layout = map.layout
      let level = min(max(features[base + layout.level], -3), 3)
      let changes = base + layout.changes.lowerBound
      let steps = map.cadence.slopeSteps
      func sum(_ count: Int) -> Double {
        var sum = 0.0
        for lag in 0..<count { sum += features[changes + lag] }
        return sum
      }
      func logarithm(_ size: Double, _ least: Double) -> Double {
        MathFunctions.logarithm(abs(size) + least)
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
      let deviation = logarithm(max(squares / count - mean * mean, 0).squareRoot(), 0.2)
      row[start] = 1
      row[start + 1] = level
      row[start + 2] = max(lowLevel - level, 0)
      row[start + 3] = logarithm(sum(steps.short), 0.2)
      row[start + 4] = logarithm(sum(steps.middle), 0.3)
      row[start + 5] = logarithm(sum(steps.long), 0.4)
      row[start + 6] = logarithm(roughness / count, 0.1)
      row[start + 7] = deviation
      row[start + 8] = min(max(sum(steps.middle), 0), 4)
      for column in 9..<columns { row[start + column] = 0 }
      guard map.detail.includes(.daily) else { return }
      let windows = base + layout.windows.lowerBound
      row[start + 9] = logarithm(features[windows + WindowFeatures.deviation(ofWindow: 1)], 0.2)
      row[start + 10] = logarithm(features[windows + WindowFeatures.deviation(ofWindow: 2)], 0.2)
      let variability = base + layout.variability.lowerBound
      let ratio = features[variability + VariabilityFeatures.ratio]
      let stepSize = features[variability + VariabilityFeatures.stepSize]
      row[start + 11] = ratio
      row[start + 12] = stepSize
      row[start + 13] = features[variability + VariabilityFeatures.restSize]
      let history = base + layout.history.lowerBound
      let missing = features[history + HistoryFeatures.missingShares.day]
      row[start + 14] = features[history + HistoryFeatures.missingShares.sixHours]
      row[start + missingShare] = missing
      row[start + 16] = missing * deviation
      row[start + 17] = missing * stepSize
      row[start + 18] = missing * ratio
      row[start + 19] = features[history + HistoryFeatures.bridgedShares.hour]
      row[start + 20] = features[history + HistoryFeatures.bridgedShares.quarter]
      guard map.usesTimeOfDay else { return }
      row[start + 21] = features[base + layout.clock.lowerBound]
      row[start + 22] = features[base + layout.clock.lowerBound + 1]
    }

    package static func block(of block: DesignBlock, _ map: FeatureMap) -> [Double] {
      var result = [Double](repeating: 0, count: block.rows * columns)
      for row in 0..<block.rows {
        write(block.features, from: row * block.columns, map, to: &result, at: row * columns)
      }
      return result
    }
  }
}
