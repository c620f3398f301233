// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

extension GlucoseSeries {
  /// Returns the limit flag of an extreme of the series: `flag` if a reading at it has it, no flag if
  /// another reading at it has none, and otherwise the other limit flag.
  ///
  /// - Complexity: O(*n*), where *n* is the number of readings.
  func limitFlags(at extreme: Glucose?, beyond flag: ReadingFlags) -> ReadingFlags {
    guard let extreme else { return [] }
    let limits: ReadingFlags = [.belowDeviceLimit, .aboveDeviceLimit]
    var found: ReadingFlags?
    for (value, flags) in zip(values, flags) where value == extreme.mgdL {
      let limit = flags.intersection(limits)
      if limit.contains(flag) { return flag }
      found = found == [] ? [] : limit
    }
    return found ?? []
  }
}
