// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseKit

/// The alarms at the top of each page. A page announces those that are due by sound and notification.
struct Alarms {
  let page: PageContext

  /// An alarm that is shown.
  private struct Shown {
    let id: String
    let text: String
    /// What the page remembers, so that it announces an alarm once.
    let key: String
    let isDue: Bool
    let response: AlarmResponse
  }

  var html: HTML {
    get async {
      guard let snapshot = try? await page.person.session.snapshot(at: page.now) else { return "" }
      let shown = [low(snapshot), high(snapshot), silent(snapshot)].compactMap(\.self)
      return """
        <div id="alarms" class="alarms" data-live role="alert" aria-label="\(page(.alarms))">
        \(shown.map(banner))
        </div>
        """
    }
  }

  private func banner(_ alarm: Shown) -> HTML {
    let isSnoozed = (alarm.response.snoozedUntil ?? .distantPast) > page.now
    return """
      <section class="alarm \(alarm.id)" data-key="\(alarm.key)"\(flag: "data-due", alarm.isDue)>
      <p><strong>\(alarm.text)</strong>
      \(isSnoozed ? snoozed(alarm) : nil)</p>
      \(alarm.isDue ? controls(alarm) : nil)
      </section>
      """
  }

  private func snoozed(_ alarm: Shown) -> HTML {
    "<span class=\"quiet\">\(page(.snoozedUntil)) \(page.clock(alarm.response.snoozedUntil ?? page.now))</span>"
  }

  private func controls(_ alarm: Shown) -> HTML {
    """
    <div class="actions">
    \(Frame.button(page, "acknowledge", page(.acknowledge), ["alarm": alarm.id]))
    <span class="quiet">\(page(.snooze))</span>
    \([15, 30, 60].map { minutes in
      Frame.button(
        page, "snooze", "\(minutes) \(page(.minutes))",
        ["alarm": alarm.id, "minutes": "\(minutes)"])
    })
    </div>
    """
  }

  static let lowWords: [CrossingAlarm.State: Word] = [
    .expected: .lowExpected, .present: .isLow, .persistent: .stillLow,
  ]
  static let highWords: [CrossingAlarm.State: Word] = [
    .expected: .highExpected, .present: .isHigh, .persistent: .stillHigh,
  ]

  private func low(_ snapshot: LiveSnapshot) -> Shown? {
    shown(
      "low", snapshot.low, snapshot.date, page.choices.lowResponse, Self.lowWords)
  }

  private func high(_ snapshot: LiveSnapshot) -> Shown? {
    shown(
      "high", snapshot.high, snapshot.date, page.choices.highResponse, Self.highWords)
  }

  private func shown(
    _ id: String, _ alarm: CrossingAlarm, _ now: Date, _ response: AlarmResponse,
    _ words: [CrossingAlarm.State: Word]
  ) -> Shown? {
    guard let word = words[alarm.state] else { return nil }
    let time = alarm.announcement?.time.timeIntervalSince1970 ?? 0
    let snooze = response.snoozedUntil?.timeIntervalSince1970 ?? 0
    return Shown(
      id: id, text: page(word), key: "\(id)-\(time)-\(snooze)",
      isDue: alarm.isDue(at: now, after: response), response: response)
  }

  private func silent(_ snapshot: LiveSnapshot) -> Shown? {
    guard let since = snapshot.silentSince else { return nil }
    let response = page.choices.silentResponse
    return Shown(
      id: "silent", text: "\(page(.silent)), \(page(.since)) \(page.clock(since))",
      key:
        "silent-\(since.timeIntervalSince1970)-\(response.snoozedUntil?.timeIntervalSince1970 ?? 0)",
      isDue: snapshot.isSilenceDue(after: response), response: response)
  }
}
