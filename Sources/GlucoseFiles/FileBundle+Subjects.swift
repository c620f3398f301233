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
    func merged(_ series: KeyPath<Subject, GlucoseSeries>) -> GlucoseSeries {
      let all = parts.map { $0[keyPath: series] }
      // What was in a series may be in one again, so there is nothing to throw.
      guard
        let intake = try? SeriesIntake(
          times: all.flatMap(\.times), values: all.flatMap(\.values), flags: all.flatMap(\.flags))
      else { return GlucoseSeries() }
      duplicates += intake.duplicateCount
      return intake.series
    }
    var seen: Set<EventID> = []
    let events = parts.flatMap(\.recording.events)
    let distinct = events.filter { seen.insert($0.id).inserted }
    let recording = Recording(series: merged(\.recording.series), events: distinct)
    self.init(
      id: first.id, recording: recording, scans: merged(\.scans), meter: merged(\.meter),
      duplicateReadingCount: duplicates,
      duplicateEventCount: parts.reduce(0) { $0 + $1.duplicateEventCount } + events.count
        - distinct.count)
  }
}
