public import GlucoseDiary
public import GlucoseMath

/// A person in a file, with that person's readings and events.
public struct ImportedPerson: Equatable, Sendable {
  /// The identifier of the person in the file, or `nil` if the file has a single person without an
  /// identifier.
  public var id: String?
  /// The readings that a sensor stored automatically, and the events.
  public var recording: Recording
  /// The readings of a sensor scanned by hand.
  ///
  /// They are recorded between the stored readings, and would give the times of scanning twice the
  /// weight.
  public var scans: GlucoseSeries
  /// Blood glucose measurements: finger-sticks, test strips, and calibrations; and the readings of a
  /// device that a plain table does not state, if most are more than an hour apart.
  public var meter: GlucoseSeries
  /// The number of readings that were removed because another reading of the same series has the
  /// same instant.
  package var duplicateReadingCount = 0
  /// The number of removed readings whose concentration differs from the reading that was kept at
  /// their instant.
  ///
  /// The other removed readings repeat the one that was kept. ``ImportReport/conflicts`` and
  /// ``FileBundle/conflicts`` list each conflict.
  package var conflictingReadingCount = 0
  /// The stored readings that are not in the recording, because another has the same instant or they
  /// are of a feed beside another, ordered by time and then by position in the file.
  ///
  /// The last reading of an instant is in the recording, and of parallel feeds those of the trace that
  /// `MergedFeeds` determines. The others are kept for a `RawRecord`, which reproduces the numbers
  /// of programs that count every row.
  public var leftOutReadings: [Reading]
  /// The number of events that were removed because another event has the same identifier.
  package var duplicateEventCount = 0
  /// The number of removed events that differ from the last of their identifier, which was kept.
  package var conflictingEventCount = 0

  /// Creates a person.
  public init(
    id: String? = nil, recording: Recording, scans: GlucoseSeries = GlucoseSeries(),
    meter: GlucoseSeries = GlucoseSeries(), leftOutReadings: [Reading] = []
  ) {
    (self.id, self.recording, self.scans, self.meter) = (id, recording, scans, meter)
    self.leftOutReadings = leftOutReadings
  }

  /// Sets the events to the last of each identifier, and counts the others.
  mutating func takeLast(of events: [DiaryEvent]) {
    let last = Dictionary(events.map { ($0.id, $0) }) { $1 }
    let distinct = last.count == events.count ? events : Array(last.values)
    recording = Recording(series: recording.series, events: distinct)
    duplicateEventCount += events.count - distinct.count
    if distinct.count < events.count {
      conflictingEventCount += events.count { last[$0.id] != $0 }
    }
  }

  /// Leaves out the readings of a feed that is parallel to another: of devices that the file names, or
  /// of a mixture.
  mutating func leaveOutParallelFeeds(of devices: [DeviceFeed]) -> [SimultaneousSensors] {
    let merged = MergedFeeds(devices.isEmpty ? [recording.series] : devices.map(\.series))
    guard !merged.parallel.isEmpty else { return [] }
    let series = recording.series
    recording = Recording(
      series: series.removing(
        merged.leftOut.map { series.index(atOrAfter: $0.time) }.map { $0..<$0 + 1 }),
      inOrder: recording.events)
    leftOutReadings = (leftOutReadings + merged.leftOut).ordered { $0.time < $1.time }
    return merged.parallel.map { found in
      let names =
        found.first == found.second ? [] : [found.first, found.second].map { devices[$0].name }
      return SimultaneousSensors(
        person: id, sources: names.filter { !$0.isEmpty }.map { TableCursor.excerpt($0) },
        feeds: found)
    }
  }
}
