// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import GlucoseDiary
  internal import Foundation

  /// An event as it lies in the file, in an archive and among the steps that can be undone.
  ///
  /// The format is this type's own: a change to `DiaryEvent` cannot change it unnoticed.
  struct StoredEvent: Codable {
    var id: String
    var time: Double
    var zone: String
    var details: Details

    /// What happened, under the name of its case, and the note. An entry has a `type` and fields, of
    /// which those that this version does not know are kept.
    struct Details: Codable {
      var meal: Meal?
      var insulin: InsulinDose?
      var exercise: StoredExercise?
      var condition: StoredCondition?
      var entry: DiaryEntry?
      var note: String?
    }

    struct StoredExercise: Codable {
      var name: String?
      var intensity: Exercise.Intensity?
      var seconds: Int64
      var attoseconds: Int64?
    }

    struct StoredCondition: Codable {
      var kind: String
      var end: Double?
    }

    init(_ event: DiaryEvent) throws {
      if let end = event.end, end < event.time { throw LogbookError(.endBeforeStart(event.id)) }
      id = try event.id.rawValue.storable
      time = try event.time.storable
      zone = event.zone.identifier
      details = try Details(event.content, note: event.note)
    }

    func event() throws -> DiaryEvent {
      guard let zone = TimeZone(identifier: zone) else {
        throw LogbookError(.damaged, detail: "this system knows no time zone \(zone)")
      }
      return DiaryEvent(
        id: DiaryEvent.ID(rawValue: id), at: Date(timeIntervalSinceReferenceDate: time), in: zone,
        try details.kind(), note: details.note)
    }
  }

  extension StoredEvent {
    /// The event, ending where it begins if it would end before: older versions stored such ones.
    var endingNoEarlier: StoredEvent {
      var event = self
      if let end = details.condition?.end, end < time { event.details.condition?.end = time }
      if let exercise = details.exercise, exercise.seconds < 0 || exercise.attoseconds ?? 0 < 0 {
        event.details.exercise?.seconds = 0
        event.details.exercise?.attoseconds = nil
      }
      return event
    }

    /// Returns whether both are equal byte by byte.
    ///
    /// Swift takes texts that differ in Unicode's normal form for equal; SQLite does not.
    func isIdentical(to other: StoredEvent) throws -> Bool {
      try JSON.data(self) == JSON.data(other)
    }
  }

  extension StoredEvent.Details {
    init(_ kind: DiaryEvent.Content, note: String?) throws {
      self.note = note
      switch kind {
      case .meal(let meal): self.meal = meal
      case .insulin(let dose): insulin = dose
      case .exercise(let exercise):
        let (seconds, attoseconds) = exercise.duration.components
        self.exercise = StoredEvent.StoredExercise(
          name: exercise.name, intensity: exercise.intensity, seconds: seconds,
          attoseconds: attoseconds == 0 ? nil : attoseconds)
      case .condition(let condition):
        self.condition = StoredEvent.StoredCondition(
          kind: condition.kind.rawValue, end: try condition.end?.storable)
      case .entry(let entry):
        guard entry.amount?.isFinite ?? true else { throw LogbookError(.notFinite) }
        self.entry = entry
      }
    }

    func kind() throws -> DiaryEvent.Content {
      if let meal { return .meal(meal) }
      if let insulin { return .insulin(insulin) }
      if let exercise {
        return .exercise(
          Exercise(
            name: exercise.name,
            duration: Duration(
              secondsComponent: exercise.seconds, attosecondsComponent: exercise.attoseconds ?? 0),
            intensity: exercise.intensity))
      }
      if let condition {
        return .condition(
          DiaryCondition(
            DiaryCondition.Kind(rawValue: condition.kind),
            until: condition.end.map { Date(timeIntervalSinceReferenceDate: $0) }))
      }
      if let entry { return .entry(entry) }
      throw LogbookError(.damaged, detail: "an event says nothing of what happened")
    }
  }

  extension Date {
    /// The instant as a number that SQLite gives back bit by bit, which it does for all but NaN,
    /// stored as NULL, and −0, stored as 0 and the same instant.
    var storable: Double {
      get throws {
        let seconds = timeIntervalSinceReferenceDate
        guard seconds.isFinite else { throw LogbookError(.notFinite) }
        return seconds + 0.0
      }
    }
  }

  extension String {
    /// The text, unless it holds U+0000, at which SQLite's functions on text would end it.
    var storable: String {
      get throws {
        guard !utf8.contains(0) else { throw LogbookError(.invalidText) }
        return self
      }
    }

    /// Returns whether both consist of the same bytes, which is what SQLite compares.
    func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
  }

  extension String? {
    /// Returns whether both consist of the same bytes, or are both `nil`.
    func isIdentical(to other: String?) -> Bool {
      guard let self, let other else { return self == nil && other == nil }
      return self.isIdentical(to: other)
    }
  }
#endif
