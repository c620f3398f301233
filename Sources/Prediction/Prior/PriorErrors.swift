// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// What a prior gets wrong on people of studies that took no part in its fit, for one kind of
/// sensor.
struct PriorErrors {
  /// How many moments of each part are kept.
  private static let enough = 60_000

  /// For each part, the situations with the errors as outcomes.
  private let tiles: [[Tile]]
  private let outcomes: Int

  init(
    _ folds: PriorFolds, _ stream: RowStream, _ weightsOfOthers: [[Double]], _ kind: SensorKind
  ) {
    outcomes = stream.leads.count
    tiles = folds.folds.indices.map { fold in
      var stream = stream
      let readings = folds.folds[fold].people.reduce(0) {
        $0 + ($1.kind == kind ? $1.trace.times.count : 0)
      }
      stream.every = max(readings / Self.enough, 1)
      var tiles: [Tile] = []
      folds.forEachTile(of: fold, stream) { person, tile in
        guard person.kind == kind else { return }
        let errors = tile.errors(of: weightsOfOthers[fold])
        tiles.append(
          tile.replacing(
            features: Situation.tile(of: tile, stream.map), columns: Situation.columns,
            changes: errors))
      }
      return tiles
    }
  }

  /// The range that the errors of all parts give, but for one; `nil` if too few are left.
  func range(leaving left: Int?) throws(FitError) -> RangeModel? {
    let parts = tiles.indices.filter { $0 != left }
    var sizes = RegressionSums(columns: Situation.columns, outcomes: outcomes)
    for part in parts {
      for tile in tiles[part] {
        sizes.add(
          tile.replacing(
            features: Array(tile.features[0..<tile.rows * tile.columns]), columns: tile.columns,
            changes: tile.changes.map(abs)))
      }
    }
    guard (sizes.counts.min() ?? 0) >= Forecaster.fewestRows.calibration,
      var range = RangeModel(sizes: sizes)
    else { return nil }
    var ratios = [[Double]](repeating: [], count: outcomes)
    for part in parts { forEachRatio(part, range) { ratios[$0].append($1) } }
    range.calibrate(ratios)
    return range
  }

  /// How often the range of the other parts holds the outcomes of a part.
  func measured() throws(FitError) -> MeasuredCoverage? {
    var coverage = MeasuredCoverage(outcomes: outcomes)
    for part in tiles.indices where !tiles[part].isEmpty {
      guard let range = try range(leaving: part) else { continue }
      forEachRatio(part, range) { outcome, ratio in
        let quantiles = range.quantiles[outcome]
        coverage.record(outcome: outcome) { quantiles[$0] <= ratio && ratio <= quantiles[$1] }
      }
    }
    return coverage.counts.contains(0) ? nil : coverage
  }

  private func forEachRatio(_ part: Int, _ range: RangeModel, _ body: (Int, Double) -> Void) {
    for tile in tiles[part] {
      for row in 0..<tile.rows {
        for outcome in 0..<outcomes where tile.knows(outcome, inRow: row) {
          let size = range.size(tile.features, from: row * tile.columns, outcome: outcome)
          body(outcome, tile.changes[row * outcomes + outcome] / size)
        }
      }
    }
  }
}
