internal import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

extension FileBundle {
  /// Returns the unit of the files that most readings of a person are from, or `nil` if no file of
  /// the person has a known unit.
  ///
  /// The files of an archive may have different units. Use bands in the unit of each person.
  public func unit(of person: ImportedPerson) -> GlucoseUnit? {
    dialects[person.id]?.unit
  }

  /// Returns the time zone of the files that most readings of a person are from, or `nil` if no file
  /// of the person states its zone.
  public func zone(of person: ImportedPerson) -> TimeZone? {
    dialects[person.id]?.zone
  }

  struct Dialect {
    var unit: GlucoseUnit?
    var zone: TimeZone?
  }

  static func dialects(_ members: [Member], names: [String?]) -> [String?: Dialect] {
    var files: [String?: [(detected: FileDialect, count: Int)]] = [:]
    for (member, name) in zip(members, names) {
      for part in member.file.people {
        let count = part.recording.series.count + part.scans.count + part.meter.count
        files[part.id ?? name, default: []].append((member.file.report.detected, count))
      }
    }
    return files.mapValues { files in
      Dialect(
        unit: commonest(files.map { ($0.detected.unit?.value, $0.count) }),
        zone: commonest(files.map { ($0.detected.zone?.value, $0.count) }))
    }
  }

  /// Returns the value of most readings, the first of several.
  private static func commonest<Value: Equatable>(_ files: [(value: Value?, count: Int)]) -> Value?
  {
    var counts: [(value: Value, count: Int)] = []
    for case (let value?, let count) in files {
      if let index = counts.firstIndex(where: { $0.value == value }) {
        counts[index].count += count
      } else {
        counts.append((value, count))
      }
    }
    return counts.max { $0.count < $1.count }?.value
  }

  static func merged(
    _ members: [Member], names: [String?]
  ) -> ([ImportedPerson], [ReadingConflict], [SimultaneousSensors]) {
    guard members.count > 1 else { return (members.first?.file.people ?? [], [], []) }
    var order: [String?] = []
    var parts: [String?: [MergedSubject.Part]] = [:]
    for (member, name) in zip(members, names) {
      for var subject in member.file.people {
        subject.id = subject.id ?? name
        if parts[subject.id] == nil { order.append(subject.id) }
        parts[subject.id, default: []].append(
          MergedSubject.Part(
            name: member.name, unit: member.file.report.detected.unit?.value, subject: subject))
      }
    }
    let merged = order.compactMap { parts[$0].flatMap(MergedSubject.init) }
    return (
      merged.map(\.subject), merged.flatMap(\.conflicts), merged.flatMap(\.simultaneousSensors)
    )
  }
}

private struct MergedSubject {
  struct Part {
    var name: String?
    var unit: GlucoseUnit?
    var subject: ImportedPerson
  }

  let subject: ImportedPerson
  private(set) var conflicts: [ReadingConflict] = []
  private(set) var simultaneousSensors: [SimultaneousSensors] = []

  init?(_ parts: [Part]) {
    guard let first = parts.first else { return nil }
    guard parts.count > 1 else {
      subject = first.subject
      return
    }
    let feeds = MergedFeeds(parts.map(\.subject.recording.series))
    var parts = parts
    for (number, series) in feeds.feeds.enumerated() {
      let events = parts[number].subject.recording.events
      parts[number].subject.recording = Recording(series: series, inOrder: events)
    }
    var conflicts: [ReadingConflict] = []
    var duplicates = parts.reduce(0) { $0 + $1.subject.duplicateReadingCount }
    func merged(_ series: KeyPath<ImportedPerson, GlucoseSeries>) -> ValidatedReadings? {
      let all = parts.map { $0.subject[keyPath: series] }
      // Every reading was valid in its own series, so nothing is thrown here.
      let validated = try? ValidatedReadings(
        times: all.flatMap(\.times), values: all.flatMap(\.values), flags: all.flatMap(\.flags))
      duplicates += validated?.duplicateCount ?? 0
      if (validated?.conflictCount ?? 0) > 0 { conflicts += Self.conflicts(parts, series) }
      return validated
    }
    let readings = merged(\.recording.series)
    let (scans, meter) = (merged(\.scans)?.series, merged(\.meter)?.series)
    let leftOut =
      parts.flatMap(\.subject.leftOutReadings) + (readings?.duplicates ?? []) + feeds.leftOut
    var seen: Set<DiaryEvent.ID> = []
    let events = parts.flatMap(\.subject.recording.events)
    let distinct = events.filter { seen.insert($0.id).inserted }
    self.conflicts = conflicts
    simultaneousSensors = feeds.parallel.map { found in
      let sources = [found.first, found.second].compactMap { parts[$0].name }
      return SimultaneousSensors(
        person: first.subject.id, sources: found.first == found.second ? [] : sources, feeds: found)
    }
    subject = ImportedPerson(
      id: first.subject.id,
      recording: Recording(series: readings?.series ?? GlucoseSeries(), events: distinct),
      scans: scans ?? GlucoseSeries(), meter: meter ?? GlucoseSeries(),
      duplicateReadingCount: duplicates,
      conflictingReadingCount: conflicts.count
        + parts.reduce(0) { $0 + $1.subject.conflictingReadingCount },
      duplicateEventCount: parts.reduce(0) { $0 + $1.subject.duplicateEventCount } + events.count
        - distinct.count,
      leftOutReadings: leftOut.ordered { $0.time < $1.time })
  }

  /// Returns the readings that differ from that of the same instant in the last file with one.
  private static func conflicts(
    _ parts: [Part], _ series: KeyPath<ImportedPerson, GlucoseSeries>
  ) -> [ReadingConflict] {
    var readings: [ReadingConflict.PlacedReading] = []
    for (number, part) in parts.enumerated() {
      let series = part.subject[keyPath: series]
      readings += zip(series.times, series.values).map {
        (time: $0, place: number, mgdL: $1)
      }
    }
    func side(_ reading: ReadingConflict.PlacedReading) -> ReadingConflict.Side {
      ReadingConflict.Side(
        glucose: .mgdL(reading.mgdL), unit: parts[reading.place].unit,
        source: parts[reading.place].name)
    }
    return ReadingConflict.contradictions(among: readings) { parts[$0].unit != parts[$1].unit }
      .map { kept, other in
        ReadingConflict(
          person: parts[0].subject.id, time: Date(timeIntervalSinceReferenceDate: kept.time),
          kept: side(kept), discarded: side(other))
      }
  }
}
