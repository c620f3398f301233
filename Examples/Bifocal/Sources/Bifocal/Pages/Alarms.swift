import Foundation
import GlucoseKit

/// An alarm of a snapshot, with what it says and how a person answers it.
struct Alarm: Sendable {
  /// What an alarm is about, first the most urgent.
  enum Name: String, Codable, CaseIterable, CodingKeyRepresentable, Sendable {
    case veryLow, low, veryHigh, high, silent

    /// The milder alarm that an answer to this one answers, too.
    var milder: Name? { [.veryLow: .low, .veryHigh: .high][self] }
  }

  let name: Name
  let snapshot: LiveSnapshot
  /// The crossing, or `nil` for a silent sensor.
  let crossing: CrossingAlarm?

  init?(_ name: Name, of snapshot: LiveSnapshot) {
    let levels = snapshot.levels.count == 2 ? snapshot.levels : nil
    switch name {
    case .veryLow: crossing = levels?[0]
    case .low: crossing = snapshot.low
    case .veryHigh: crossing = levels?[1]
    case .high: crossing = snapshot.high
    case .silent: crossing = nil
    }
    guard crossing.map({ Self.words(name)[$0.state] != nil }) ?? (snapshot.silentSince != nil)
    else { return nil }
    (self.name, self.snapshot) = (name, snapshot)
  }

  private static func words(_ name: Name) -> [CrossingAlarm.State: Word] {
    switch name {
    case .veryLow:
      [
        .expected: Word("A very low value is expected", "Sehr niedrige Glukose erwartet"),
        .present: Word("Glucose is very low", "Glukose ist sehr niedrig"),
        .persistent: Word(
          "Glucose has been very low for hours", "Glukose ist seit Stunden sehr niedrig"),
      ]
    case .low:
      [
        .expected: Word("A low is expected", "Niedrige Glukose erwartet"),
        .present: Word("Glucose is low", "Glukose ist niedrig"),
        .persistent: Word("Glucose has been low for hours", "Glukose ist seit Stunden niedrig"),
      ]
    case .veryHigh:
      [
        .expected: Word("A very high value is expected", "Sehr hohe Glukose erwartet"),
        .present: Word("Glucose is very high", "Glukose ist sehr hoch"),
        .persistent: Word(
          "Glucose has been very high for hours", "Glukose ist seit Stunden sehr hoch"),
      ]
    case .high:
      [
        .expected: Word("A high is expected", "Hohe Glukose erwartet"),
        .present: Word("Glucose is high", "Glukose ist hoch"),
        .persistent: Word("Glucose has been high for hours", "Glukose ist seit Stunden hoch"),
      ]
    case .silent: [:]
    }
  }

  /// The sentence without times.
  var word: Word { crossing.flatMap { Self.words(name)[$0.state] } ?? .silent }

  func isDue(after responses: [Name: AlarmResponse]) -> Bool {
    let response = responses[name] ?? AlarmResponse()
    return crossing?.isDue(at: snapshot.date, after: response)
      ?? snapshot.isSilenceDue(after: response)
  }

  /// Whether glucose is beyond the threshold, and not only expected to be.
  private var isPresent: Bool { crossing.map { $0.state != .expected } ?? true }

  /// The alarms that a page shows: of two of a side, the milder says nothing that the other does not,
  /// unless it alone is due.
  static func shown(in snapshot: LiveSnapshot, after responses: [Name: AlarmResponse]) -> [Alarm] {
    let all = Name.allCases.compactMap { Alarm($0, of: snapshot) }
    let implied = all.filter { alarm in
      all.contains {
        $0.name.milder == alarm.name && $0.isPresent
          && ($0.isDue(after: responses) || !alarm.isDue(after: responses))
      }
    }
    return all.filter { alarm in !implied.contains { $0.name == alarm.name } }
  }

  /// The alarms that are answered together with one.
  static func answered(with name: Name, in snapshot: LiveSnapshot) -> [Alarm] {
    [name, name.milder].compactMap { $0.flatMap { Alarm($0, of: snapshot) } }
  }

  /// Stores the person's answer: until when the alarm is snoozed, or that it is acknowledged.
  func respond(_ responses: inout [Name: AlarmResponse], snoozingUntil end: Date?) {
    var response = responses[name] ?? AlarmResponse()
    if let end {
      response.snooze(until: end)
    } else if let crossing {
      response.acknowledge(crossing)
    } else {
      response.acknowledgeSilence(of: snapshot)
    }
    responses[name] = response
  }
}

/// The alarms at the top of each page. A page announces those that are due by sound and notification.
struct Alarms {
  let page: PageContext

  var html: HTML {
    get async {
      guard let snapshot = try? await page.person.session.snapshot(at: page.now) else { return "" }
      return """
        <div id="alarms" class="alarms" data-live role="alert" aria-label="\(page("Alarms", "Alarme"))">
        \(Alarm.shown(in: snapshot, after: page.choices.responses).map(banner))
        </div>
        """
    }
  }

  private func banner(_ alarm: Alarm) -> HTML {
    let name = alarm.name.rawValue
    let response = page.choices.responses[alarm.name] ?? AlarmResponse()
    let snoozedUntil = response.snoozedUntil ?? .distantPast
    let isDue = alarm.isDue(after: page.choices.responses)
    let silentSince = alarm.crossing == nil ? alarm.snapshot.silentSince : nil
    let start = silentSince ?? alarm.crossing?.announcement?.time ?? .distantPast
    // What the page remembers, so that it announces an alarm once.
    let key = [start, snoozedUntil].map { "\(Int($0.timeIntervalSince1970))" }
    return """
      <section class="alarm \(name)" data-key="\(name)-\(key.joined(separator: "-"))"\(flag: "data-due", isDue)>
      <p><strong>\(page(alarm.word))\(silentSince.map { ", \(page(.since)) \(page.clock($0))" } ?? "")</strong>
      \(snoozedUntil > page.now ? "<span class=\"quiet\">\(page("snoozed until", "stumm bis")) \(page.clock(snoozedUntil))</span>" as HTML : nil)</p>
      \(isDue ? controls(name) : nil)
      </section>
      """
  }

  private func controls(_ alarm: String) -> HTML {
    """
    <div class="actions">
    \(Frame.button(page, "acknowledge", page("Acknowledge", "Bestätigen"), ["alarm": alarm]))
    <span class="quiet">\(page("Snooze", "Später erinnern:"))</span>
    \([15, 30, 60].map { minutes in
      Frame.button(
        page, "snooze", "\(minutes) \(page(.minutes))",
        ["alarm": alarm, "minutes": "\(minutes)"])
    })
    </div>
    """
  }
}
