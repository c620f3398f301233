// SPDX-License-Identifier: Apache-2.0

internal import Diary
internal import GlucoseMath

/// Some records next to each other that are summed on their own, so that blocks can be summed at once.
///
/// Blocks follow from the records alone, and are added in their order: a fit gives the same numbers
/// however many tasks share it.
struct FitBlock: Sendable {
  /// So many readings make a block.
  private static let fill = 16_384

  let people: ArraySlice<Recording>

  /// The blocks of these records.
  static func all(_ people: [Recording]) -> [FitBlock] {
    var blocks: [FitBlock] = []
    var start = 0
    var readings = 0
    for (index, recording) in people.enumerated() {
      readings += recording.series.count
      guard readings >= fill || index + 1 == people.count else { continue }
      blocks.append(FitBlock(people: people[start..<index + 1]))
      start = index + 1
      readings = 0
    }
    return blocks
  }

  /// The statistics of these records alone.
  ///
  /// - Parameter like: Statistics of the same model.
  func statistics(_ like: FitStatistics) throws(FitError) -> FitStatistics {
    var statistics = FitStatistics(cadence: like.cadence, like.options, centres: like.centres)
    for (number, recording) in zip(people.indices, people) {
      try statistics.add(recording, number: number)
    }
    return statistics
  }
}
