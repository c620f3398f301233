// SPDX-License-Identifier: Apache-2.0

internal import Diary
internal import GlucoseMath

extension FileBundle {
  /// The persons of all files, in order of appearance.
  ///
  /// An export of several files is of one person, so those without an identifier are one, as are those
  /// with the same one. Readings at one instant and events with one identifier are kept once.
  public var subjects: [Subject] {
    guard members.count > 1 else { return members.first?.file.subjects ?? [] }
    var order: [String?] = []
    var parts: [String?: [Subject]] = [:]
    for subject in members.flatMap(\.file.subjects) {
      if parts[subject.id] == nil { order.append(subject.id) }
      parts[subject.id, default: []].append(subject)
    }
    return order.compactMap { parts[$0].flatMap(Subject.init(merging:)) }
  }
}

extension Subject {
  /// One person of whom several files tell.
  fileprivate init?(merging parts: [Subject]) {
    guard let first = parts.first else { return nil }
    guard parts.count > 1 else {
      self = first
      return
    }
    var duplicates = parts.reduce(0) { $0 + $1.duplicateReadingCount }
    func merged(_ series: KeyPath<Subject, GlucoseSeries>) -> SeriesIntake? {
      let all = parts.map { $0[keyPath: series] }
      // What was in a series may be in one again, so there is nothing to throw.
      let intake = try? SeriesIntake(
        times: all.flatMap(\.times), values: all.flatMap(\.values), flags: all.flatMap(\.flags))
      duplicates += intake?.duplicateCount ?? 0
      return intake
    }
    let readings = merged(\.recording.series)
    let (scans, meter) = (merged(\.scans)?.series, merged(\.meter)?.series)
    let repeated = parts.flatMap(\.repeatedReadings) + (readings?.repeated ?? [])
    var seen: Set<EventID> = []
    let events = parts.flatMap(\.recording.events)
    let distinct = events.filter { seen.insert($0.id).inserted }
    self.init(
      id: first.id,
      recording: Recording(series: readings?.series ?? GlucoseSeries(), events: distinct),
      scans: scans ?? GlucoseSeries(), meter: meter ?? GlucoseSeries(),
      duplicateReadingCount: duplicates,
      duplicateEventCount: parts.reduce(0) { $0 + $1.duplicateEventCount } + events.count
        - distinct.count,
      repeatedReadings: repeated.sorted { $0.time < $1.time })
  }
}
