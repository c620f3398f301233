import GlucoseKit

/// The two documents: a frame that loads itself anew, so that the form beside it keeps what is typed.
enum Page {
  /// The day: the alarms, glucose now with the forecast, and the picture.
  static func day(_ display: LiveDisplay, alarms: [String]) -> String {
    let snapshot = display.snapshot
    var picture = DayPicture(display.plot, size: PlotSize(width: 360, height: 300))
    picture.now = snapshot.date
    return document(
      """
      \(alarms.isEmpty ? "" : """
        <form class="alarm" role="alert" method="post" action="/acknowledge">
        <strong>\(alarms.joined(separator: ". "))</strong> <button>Acknowledge</button></form>
        """)
      <h1>\(now(snapshot))</h1>
      <p>\(forecast(snapshot))</p>
      \(picture.svg)
      """, head: "<meta http-equiv=\"refresh\" content=\"30\">")
  }

  /// The whole page: the day in a frame, and the form.
  static func whole(name: String = "", carbs: String = "", errors: [String] = []) -> String {
    document(
      """
      <iframe src="/day" title="The day"></iframe>
      <form method="post" action="/meals">
      <p role="alert">\(escaped(errors.joined(separator: " ")))</p>
      <label>Meal <input name="name" value="\(escaped(name))"></label>
      <label>Carbohydrate (g) <input name="carbs" inputmode="decimal" value="\(escaped(carbs))"></label>
      <button>Save</button></form>
      <footer>It informs and never doses.</footer>
      """)
  }

  private static func now(_ snapshot: LiveSnapshot) -> String {
    guard let current = snapshot.current else { return "No reading yet" }
    let value = "\(current.reading.text(in: .mmolL)) mmol/L"
    let minutes = Int(max(0, snapshot.date.timeIntervalSince(current.reading.time) / 60))
    // The trend of an old reading is not that of now.
    let trend = current.isStale ? "old" : current.trend?.rawValue ?? ""
    return "\(value) \(trend), \(minutes) min ago"
  }

  private static func forecast(_ snapshot: LiveSnapshot) -> String {
    guard let last = snapshot.forecast?.points.last else {
      return "No forecast" + (snapshot.forecastError.map { ": \(escaped("\($0)"))" } ?? "")
    }
    let bounds = "\(last.lower.text(in: .mmolL)) to \(last.upper.text(in: .mmolL))"
    return "In 30 minutes \(last.glucose.text(in: .mmolL)) (\(bounds)) mmol/L"
  }

  private static func document(_ body: String, head: String = "") -> String {
    """
    <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A day</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">\(head)
    <style>
    body { font: 100%/1.4 system-ui, sans-serif; max-width: 40rem; margin: 0.5rem auto; padding: 0 0.5rem; }
    iframe { width: 100%; height: 34rem; border: 0; }
    svg { width: 100%; height: auto; }
    input, button { display: block; font: inherit; min-height: 2.75rem; margin-bottom: 0.5rem; }
    .alarm { background: #8c1515; color: #fff; padding: 0.5rem; }
    </style></head><body>\(body)</body></html>
    """
  }

  /// Text that a person typed, which must not become markup.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { markup, character in
      switch character {
      case "&": markup += "&amp;"
      case "<": markup += "&lt;"
      case ">": markup += "&gt;"
      case "\"": markup += "&quot;"
      default: markup.append(character)
      }
    }
  }
}
