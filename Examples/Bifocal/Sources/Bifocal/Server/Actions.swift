import FlyingFox
import Foundation
import GlucoseKit

/// What the forms of the pages do. Each is on disk before its answer is sent.
struct Actions {
  let page: PageContext

  func perform(_ action: String, _ request: HTTPRequest, _ body: Data) async throws -> Server.Answer
  {
    if action == "upload" { return .page(try await DataPage(page: page).upload(body)) }
    let form = Form(String(decoding: body, as: UTF8.self))
    if let domain = Domain(rawValue: action) {
      return try await Entry(page: page, domain: domain, form: form).save()
    }
    let (log, event) = (page.log, DiaryEvent.ID(rawValue: form["event"]))
    let favorite = Favorite.ID(rawValue: form["favorite"])
    var done = "saved"
    do {
      switch action {
      case "remove":
        try log.remove(event)
        done = "removed"
      case "undo": done = try log.undo() == nil ? "no-undo" : "undone"
      case "redo": done = try log.redo() == nil ? "no-redo" : "redone"
      case "toggle":
        let kind = DiaryCondition.Kind(rawValue: form["kind"])
        if form.has("on") {
          try log.begin(kind, at: page.now, in: page.zone)
        } else if kind == .exercise {
          return try endExercise(form)
        } else {
          try log.end(kind, at: page.now)
        }
      case "favorite-add":
        guard let event = try log.event(event) else { return back(form, "gone") }
        try log.add(
          Favorite(named: EventCard(page: page, day: page.today, event: event).title, from: event))
      case "favorite-rename":
        guard form.has("name"), var known = try log.favorites().first(where: { $0.id == favorite })
        else { return back(form, "gone") }
        known.name = String(form["name"].prefix(200))
        try log.update(known)
      case "favorite-move": try log.move(favorite, to: max(0, Int(form["to"]) ?? 0))
      case "favorite-remove":
        try log.remove(favorite)
        done = "removed"
      case "star", "note":
        guard let day = LocalDay(form["day"], in: page.zone) else { return back(form, "gone") }
        if action == "star" {
          try log.setStarred(form.has("on"), on: day)
        } else {
          try log.setNote(form.has("note") ? String(form["note"].prefix(1000)) : nil, on: day)
        }
      case "source-rename":
        let (source, name) = (ReadingSource(rawValue: form["source"]), form["name"].prefix(100))
        guard !name.isEmpty else { return back(form, "") }
        let other = ReadingSource(rawValue: String(name))
        // The readings of a source that takes the name of another are then the other's.
        if try log.sources().contains(where: { $0.source == other }) {
          try log.mergeSource(source, into: other)
        } else {
          try log.renameSource(source, to: other)
        }
      case "source-remove":
        try log.removeSource(ReadingSource(rawValue: form["source"]))
        done = "removed"
      case "reread": return try await DataPage(page: page).reread(form)
      case "take", "discard":
        return try await DataPage(page: page).decide(form, takes: action == "take")
      case "erase":
        guard form["confirm"] == "ERASE" else { return back(form, "") }
        try log.erase()
        done = "erased"
      case "settings": return try await SettingsPage(page: page).save(form)
      case "dismiss", "restore":
        let pattern = form["pattern"]
        guard !pattern.isEmpty, pattern.utf8.count < 64 else { return back(form, "") }
        try await page.person.prefer { choices in
          choices.dismissedPatterns.remove(pattern)
          if action == "dismiss" { choices.dismissedPatterns.insert(pattern) }
        }
        done = "kept"
      case "acknowledge", "snooze":
        guard let name = Alarm.Name(rawValue: form["alarm"]) else { return back(form, "") }
        let minutes = min(24 * 60, max(1, Double(form["minutes"]) ?? 30))
        let until = action == "snooze" ? page.now.addingTimeInterval(minutes * 60) : nil
        let answered = Alarm.answered(
          with: name, in: try await page.person.session.snapshot(at: page.now))
        try await page.person.prefer { choices in
          for alarm in answered { alarm.respond(&choices.responses, snoozingUntil: until) }
        }
        done = ""
      default: return back(form, "")
      }
    } catch let error as LogbookError {
      switch error.reason {
      case .noSuchEvent, .noSuchFavorite, .noSuchSource: return back(form, "gone")
      case .sourceExists: return back(form, "other-kind")
      case .conditionAlreadyOngoing: return back(form, "ongoing")
      default: throw error
      }
    }
    page.person.signals.send()
    return back(form, done)
  }

  /// Ends the exercise that is going on after a number of whole minutes, and opens its form.
  private func endExercise(_ form: Form) throws -> Server.Answer {
    let ongoing = try page.log.ongoingConditions()
    guard let session = ongoing.first(where: { $0.condition?.kind == .exercise }) else {
      return back(form, "gone")
    }
    let minutes = max(1, (page.now.timeIntervalSince(session.time) / 60).rounded())
    try page.log.end(session.id, at: session.time.addingTimeInterval(minutes * 60))
    page.person.signals.send()
    let day = LocalDay(containing: session.time, in: page.zone)
    let query = "?done=saved&edit=\(session.id.rawValue.escapedForQuery)#entry"
    return .redirect("\(page.root)/day/\(day)/exercise" + query)
  }

  /// Returns to the page of the form, which is one of the same person.
  func back(_ form: Form, _ done: String) -> Server.Answer {
    Self.back(form["back"], page, done)
  }

  static func back(_ path: String, _ page: PageContext, _ done: String) -> Server.Answer {
    let isOwn = path.hasPrefix(page.root + "/") && path.utf8.allSatisfy { (33...126).contains($0) }
    let target = isOwn ? path : page.root + "/day"
    guard !done.isEmpty else { return .redirect(target) }
    return .redirect(target + (target.contains("?") ? "&" : "?") + "done=\(done)")
  }
}

/// The fields of a form, or of the query of an address.
struct Form: Sendable {
  private(set) var fields: [String: String] = [:]

  init() {}

  /// Decodes `application/x-www-form-urlencoded`; of several fields of a name, the last counts.
  init(_ encoded: some StringProtocol) {
    for pair in encoded.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      func decoded(_ text: some StringProtocol) -> String? {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
      }
      guard let name = decoded(parts[0]), let value = decoded(parts.count > 1 ? parts[1] : "")
      else { continue }
      fields[name] = value
    }
  }

  /// The text of a field without whitespace around it; empty if there is none.
  subscript(name: String) -> String {
    get { (fields[name] ?? "").trimmingCharacters(in: .whitespacesAndNewlines) }
    set { fields[name] = newValue }
  }

  func has(_ name: String) -> Bool { !self[name].isEmpty }
}
