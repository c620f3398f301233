// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// Two feeds of one sensor, or two sensors of a person, that recorded at the same time.
///
/// The recording is of one of them; `MergedFeeds` states the rule. Two sensors may also be one:
/// before and after its clock was set back, as on a journey, in two files whose time zones differ,
/// or in two programs of which one changes the readings.
public struct SimultaneousSensors: Equatable, Sendable, CustomStringConvertible {
  /// The identifier of the person, if the file has one.
  public var person: String?
  /// The names of the two files, or empty if both are in one file.
  public var sources: [String]
  /// The feeds, and the readings of one of them that are not in the recording.
  public var feeds: ParallelFeeds

  /// The warning, as a sentence without its end.
  public var description: String {
    let names = sources.map { "\"\($0)\"" }.joined(separator: " and ")
    return (person.map { "\($0): " } ?? "") + feeds.description
      + (names.isEmpty ? "" : ": \(names)")
  }
}
