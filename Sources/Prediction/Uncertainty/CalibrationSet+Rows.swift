internal import GlucoseDiary
package import GlucoseMath

extension [CalibrationSet] {
  init(outcomes: Int) {
    self.init(repeating: CalibrationSet(outcomes: outcomes), count: FoldRule.count)
  }

  /// Adds a recording's training and validation rows, with errors under the fold's weights.
  mutating func add(
    _ recording: Recording, _ rows: DesignRows, _ options: FitOptions, _ foldWeights: [[Double]]
  ) {
    rows.forEachFoldedBlock(of: recording, options) { fold, block in
      self[fold].add(block, rows.map, block.errors(of: foldWeights[fold]))
    }
  }

  static func += (lhs: inout Self, rhs: Self) {
    for fold in lhs.indices { lhs[fold] += rhs[fold] }
  }

  var joined: CalibrationSet {
    reduce(into: CalibrationSet(outcomes: first?.outcomes ?? 0)) { $0 += $1 }
  }
}

extension DesignRows {
  /// The number of rows that are enough to calibrate on; of more, a fraction is used.
  private static let enough = 50_000.0

  /// Returns the rows that calibrate intervals, for this number of origins before tests.
  func calibrating(among origins: Int) -> DesignRows {
    calibrating(fraction: min(Self.enough / Double(max(origins, 1)), 1))
  }

  package func calibrating(fraction: Double) -> DesignRows {
    var rows = self
    rows.fraction = fraction
    rows.views = .calibration
    return rows
  }

  package func originCount(beforeTestOf series: GlucoseSeries, _ options: FitOptions) -> Int {
    originCount(
      of: PreparedSeries(series, summing: false),
      in: OriginRange(end: FoldRule(series, options).test.start))
  }

  /// Calls `body` with each fold of a recording's training and validation parts.
  func forEachFoldedBlock(
    of recording: Recording, _ options: FitOptions, _ body: (Int, DesignBlock) -> Void
  ) {
    let rule = FoldRule(recording.series, options)
    var range = OriginRange(end: rule.test.start)
    forEachBlock(
      of: PreparedSeries(recording, options), in: &range, partedBy: rule.fold, body)
  }
}
