import Foundation
import GlucoseKit

/// An alarm of a snapshot, with what it says and how a person answers it.
struct Alarm: Sendable {
  /// What an alarm is about, first the most urgent.
  enum Name: String, Codable, CaseIterable, CodingKeyRepresentable, Sendable {
    case veryLow, low, veryHigh, high, silent

    /// The milder alarm that an answer to this one answers, too.
    var milder: Name? { [.veryLow: .low, .veryHigh: .high][self] }

    /// What is said of glucose, and of glucose as it is expected.
    fileprivate static let words: [Name: (level: Word, expected: Word)] = [
      .veryLow: (
        Word("very low", "sehr niedrig"),
        Word("A very low value is expected", "Sehr niedrige Glukose erwartet")
      ),
      .low: (Word("low", "niedrig"), Word("A low is expected", "Niedrige Glukose erwartet")),
      .veryHigh: (
        Word("very high", "sehr hoch"),
        Word("A very high value is expected", "Sehr hohe Glukose erwartet")
      ),
      .high: (Word("high", "hoch"), Word("A high is expected", "Hohe Glukose erwartet")),
    ]
  }

  let name: Name
  let snapshot: LiveSnapshot
  /// The crossing, or `nil` for a silent sensor.
  let crossing: CrossingAlarm?
  let word: Word

  init?(_ name: Name, of snapshot: LiveSnapshot) {
    let levels = snapshot.levels.count == 2 ? snapshot.levels : nil
    switch name {
    case .veryLow: crossing = levels?[0]
    case .low: crossing = snapshot.low
    case .veryHigh: crossing = levels?[1]
    case .high: crossing = snapshot.high
    case .silent: crossing = nil
    }
    switch (crossing?.state, Name.words[name]) {
    case (.expected, let (_, expected)?): word = expected
    case (.present, let (level, _)?):
      word = Word("Glucose is \(level.english)", "Glukose ist \(level.german)")
    case (.persistent, let (level, _)?):
      word = Word(
        "Glucose has been \(level.english) for hours", "Glukose ist seit Stunden \(level.german)")
    case (nil, nil) where snapshot.silentSince != nil:
      word = Word("The sensor is silent", "Der Sensor schweigt")
    default: return nil
    }
    (self.name, self.snapshot) = (name, snapshot)
  }

  func isDue(after responses: [Name: AlarmResponse]) -> Bool {
    let response = responses[name] ?? AlarmResponse()
    return crossing?.isDue(at: snapshot.date, after: response)
      ?? snapshot.isSilenceDue(after: response)
  }

  /// The alarms that a page shows: of two of a side, the milder says nothing that the other does not,
  /// unless it alone is due.
  static func shown(in snapshot: LiveSnapshot, after responses: [Name: AlarmResponse]) -> [Alarm] {
    let all = Name.allCases.compactMap { Alarm($0, of: snapshot) }
    return all.filter { alarm in
      // Glucose is beyond the other's threshold, and not only expected to be.
      !all.contains {
        $0.name.milder == alarm.name && $0.crossing?.state != .expected
          && ($0.isDue(after: responses) || !alarm.isDue(after: responses))
      }
    }
  }

  /// The alarms that are answered together with one.
  static func answered(with name: Name, in snapshot: LiveSnapshot) -> [Alarm] {
    [name, name.milder].compactMap { $0.flatMap { Alarm($0, of: snapshot) } }
  }

  /// Stores the person's answer: until when the alarm is snoozed, or that it is acknowledged.
  func respond(_ responses: inout [Name: AlarmResponse], snoozingUntil end: Date?) {
    var response = responses[name] ?? AlarmResponse()
    if let end {
      response.snooze(until: end, at: snapshot.date)
    } else if let crossing {
      response.acknowledge(crossing)
    } else {
      response.acknowledgeSilence(of: snapshot)
    }
    responses[name] = response
  }
}

extension PageContext {
  /// The alarms at the top of each page. A page announces those that are due by sound and notification.
  var alarms: HTML? {
    get async {
      guard let snapshot = try? await person.session.snapshot(at: now) else { return nil }
      return """
        <div id="alarms" class="alarms" data-live role="alert" aria-label="\(self("Alarms", "Alarme"))">
        \(Alarm.shown(in: snapshot, after: choices.responses).map(banner))
        </div>
        """
    }
  }

  private func banner(_ alarm: Alarm) -> HTML {
    let name = alarm.name.rawValue
    let snoozedUntil = choices.responses[alarm.name]?.snoozedUntil ?? .distantPast
    let isDue = alarm.isDue(after: choices.responses)
    let silentSince = alarm.crossing == nil ? alarm.snapshot.silentSince : nil
    let start = silentSince ?? alarm.crossing?.announcementTime ?? .distantPast
    // What the page remembers, so that it announces an alarm once.
    let key = [start, snoozedUntil].map { "\(Int($0.timeIntervalSince1970))" }
    return """
      <section class="alarm \(name)" data-key="\(name)-\(key.joined(separator: "-"))"\(flag: "data-due", isDue)>
      <p><strong>\(self(alarm.word))\(silentSince.map { ", \(self(.since)) \(clock($0))" } ?? "")</strong>
      \(snoozedUntil > now ? "<span class=\"quiet\">\(self("snoozed until", "stumm bis")) \(clock(snoozedUntil))</span>" as HTML : nil)</p>
      \(isDue ? """
        <div class="actions">
        \(button("acknowledge", self("Acknowledge", "Bestätigen"), ["alarm": name]))
        <span class="quiet">\(self("Snooze", "Später:"))</span>
        \([15, 30, 60].map { button("snooze", "\($0) \(strings["minutes"])", ["alarm": name, "minutes": "\($0)"]) })
        </div>
        """ as HTML : nil)
      </section>
      """
  }
}
