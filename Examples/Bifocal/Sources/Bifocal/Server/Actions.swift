import Foundation
import GlucoseKit

extension PageContext {
  /// Does what a form asks for. It is on disk before its answer is sent.
  func perform(_ action: String, _ body: Data) async throws -> Server.Answer {
    if action == "upload" { return .page(try await DataPage(page: self).upload(body)) }
    let form = Form(String(decoding: body, as: UTF8.self))
    if let domain = Domain(rawValue: action) {
      var entry = EntryForm(page: self, domain: domain, values: form)
      return try await entry.save()
    }
    do {
      switch action {
      case "reread", "take", "discard": return try await DataPage(page: self).decide(form, action)
      case "settings": return try await SettingsPage.save(form, self)
      case "toggle" where form["kind"] == "exercise" && !form.has("on"):
        return try endExercise(form)
      default:
        let done = try await change(action, form)
        person.signals.send()
        return answer(at: form["back"], done)
      }
    } catch let error as LogbookError {
      switch error.reason {
      case .noSuchEvent, .noSuchFavorite, .noSuchSource: return answer(at: form["back"], "gone")
      case .sourceExists: return answer(at: form["back"], "other-kind")
      case .conditionAlreadyOngoing: return answer(at: form["back"], "ongoing")
      default: throw error
      }
    }
  }

  /// Changes the logbook or the preferences, and returns what was done.
  private func change(_ action: String, _ form: Form) async throws -> String {
    let event = DiaryEvent.ID(rawValue: form["event"])
    let favorite = Favorite.ID(rawValue: form["favorite"])
    let source = ReadingSource(rawValue: form["source"])
    let day = LocalDay(form["day"], in: zone)
    switch action {
    case "undo": return try log.undo() == nil ? "no-undo" : "undone"
    case "redo": return try log.redo() == nil ? "no-redo" : "redone"
    case "toggle":
      let kind = DiaryCondition.Kind(rawValue: form["kind"])
      if form.has("on") {
        try log.begin(kind, at: now, in: zone)
      } else {
        try log.end(kind, at: now)
      }
    case "favorite-add":
      guard let event = try log.event(event) else { return "gone" }
      let title = EventCard(page: self, day: today, event: event).title
      try log.add(Favorite(named: title, from: event))
    case "favorite-rename":
      guard form.has("name"), var known = try log.favorites().first(where: { $0.id == favorite })
      else { return "gone" }
      known.name = String(form["name"].prefix(200))
      try log.update(known)
    case "favorite-move": try log.move(favorite, to: max(0, Int(form["to"]) ?? 0))
    case "star":
      guard let day else { return "gone" }
      try log.setStarred(form.has("on"), on: day)
    case "note":
      guard let day else { return "gone" }
      try log.setNote(form.has("note") ? String(form["note"].prefix(1000)) : nil, on: day)
    case "source-rename":
      guard form.has("name") else { return "" }
      let other = ReadingSource(rawValue: String(form["name"].prefix(200)))
      // The readings of a source that takes the name of another are then the other's.
      if try log.sources().contains(where: { $0.source == other }) {
        try log.mergeSource(source, into: other)
      } else {
        try log.renameSource(source, to: other)
      }
    case "remove": try log.remove(event)
    case "favorite-remove": try log.remove(favorite)
    case "source-remove": try log.removeSource(source)
    case "erase":
      guard form["confirm"] == "ERASE" else { return "" }
      try log.erase()
      return "erased"
    case "dismiss", "restore":
      let pattern = form["pattern"]
      guard !pattern.isEmpty, pattern.utf8.count < 64 else { return "" }
      try await person.prefer { choices in
        choices.dismissedPatterns.remove(pattern)
        if action == "dismiss" { choices.dismissedPatterns.insert(pattern) }
      }
      return "kept"
    case "acknowledge", "snooze":
      guard let name = Alarm.Name(rawValue: form["alarm"]) else { return "" }
      let minutes = min(24 * 60, max(1, Double(form["minutes"]) ?? 30))
      let until = action == "snooze" ? now.addingTimeInterval(minutes * 60) : nil
      let answered = Alarm.answered(with: name, in: try await person.session.snapshot(at: now))
      try await person.prefer { choices in
        for alarm in answered { alarm.respond(&choices.responses, snoozingUntil: until) }
      }
      return ""
    default: return ""
    }
    return action.hasSuffix("remove") ? "removed" : "saved"
  }

  /// Ends the exercise that is going on after a number of whole minutes, and opens its form.
  private func endExercise(_ form: Form) throws -> Server.Answer {
    let ongoing = try log.ongoingConditions()
    guard let session = ongoing.first(where: { $0.condition?.kind == .exercise }) else {
      return answer(at: form["back"], "gone")
    }
    let minutes = max(1, (now.timeIntervalSince(session.time) / 60).rounded())
    try log.end(session.id, at: session.time.addingTimeInterval(minutes * 60))
    person.signals.send()
    let query = "?done=saved&edit=\(session.id.rawValue.escapedForQuery)#entry"
    return .redirect("\(path(of: day(of: session.time)))/exercise" + query)
  }

  /// Returns to a page of the same person, which says what was done.
  func answer(at path: String, _ done: String) -> Server.Answer {
    let isOwn = path.hasPrefix(root + "/") && path.utf8.allSatisfy { (33...126).contains($0) }
    let target = isOwn ? path : root + "/day"
    let query = (target.contains("?") ? "&" : "?") + "done=\(done)"
    return .redirect(done.isEmpty ? target : target + query)
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
        .map { $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding }
      if let name = parts[0], let value = parts.count > 1 ? parts[1] : "" { fields[name] = value }
    }
  }

  /// The text of a field without whitespace around it; empty if there is none.
  subscript(name: String) -> String {
    get { (fields[name] ?? "").trimmingCharacters(in: .whitespacesAndNewlines) }
    set { fields[name] = newValue }
  }

  func has(_ name: String) -> Bool { !self[name].isEmpty }
}
