// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

/// A person in a file, and what the file holds of that person.
public struct ImportedPerson: Hashable, Sendable {
  /// How the file names the person, or `nil` if it holds one person only and no identifier.
  public var id: String?
  /// The readings a sensor stored by itself, and the events.
  public var recording: Recording
  /// Readings that appear because somebody looked: a sensor scanned by hand.
  ///
  /// They lie between the stored readings and would weigh the moments of looking twice.
  public var scans: GlucoseSeries
  /// Blood glucose: finger-sticks, test strips and calibrations.
  public var meter: GlucoseSeries
  /// How many readings went because another of the same series held the same instant.
  public var duplicateReadingCount: Int
  /// How many of these differ in concentration from the reading of their instant that was kept; the
  /// others repeat it. ``ImportReport/conflicts`` and ``FileBundle/conflicts`` have each of them.
  public var conflictingReadingCount: Int
  /// The stored readings that went because another held the same instant, in order of time and then of
  /// the file; the last of an instant is in the recording.
  ///
  /// For the numbers of programs that count every row, which a `RawRecord` gives.
  public var duplicateReadings: [Reading]
  /// How many events went because another was equal to the last letter.
  public var duplicateEventCount: Int

  /// A person and what is known of that person.
  public init(
    id: String? = nil, recording: Recording, scans: GlucoseSeries = GlucoseSeries(),
    meter: GlucoseSeries = GlucoseSeries(), duplicateReadingCount: Int = 0,
    conflictingReadingCount: Int = 0, duplicateEventCount: Int = 0,
    duplicateReadings: [Reading] = []
  ) {
    self.id = id
    self.recording = recording
    self.scans = scans
    self.meter = meter
    self.duplicateReadingCount = duplicateReadingCount
    self.conflictingReadingCount = conflictingReadingCount
    self.duplicateEventCount = duplicateEventCount
    self.duplicateReadings = duplicateReadings
  }
}

extension DiaryCondition.Kind {
  /// Something a person wrote down at a moment, in the event's ``DiaryEvent/note``, that is no condition.
  public static let note = Self(rawValue: "note")
}
