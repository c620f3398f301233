import Foundation
import GlucoseKit

extension PageContext {
  /// Glucose now for the home screen of a phone or a frame of another page. It has no controls.
  ///
  /// The page contains the texts of the next minutes, as the timeline of a widget does, and shows each at
  /// its time: while the server is out of reach, ages are right until the reading is old, and then it is
  /// marked as old.
  func widgetPage() async throws -> HTML {
    let snapshot = try await person.session.snapshot(at: now)
    let plot = try history.plot(of: today, options: plotOptions)
    return Frame.document(
      "\(choices.name) – Bifocal", language: language,
      head: "<noscript><meta http-equiv=\"refresh\" content=\"60\"></noscript>",
      """
      <main id="main" class="widget" data-root="\(root)" data-here="\(path)">
      <h1 class="spoken">\(self(.glucoseNow))</h1>
      <div id="timeline" data-live data-speed="\(person.clock.speed)">
      \(snapshot.timeline(every: .seconds(60)).enumerated().map { index, entry in
        // Nobody answers an alarm here, and the silence is in the age.
        let alarms = Alarm.shown(in: entry, after: [:]).filter { $0.crossing != nil }
          .map { self($0.word) }.joined(separator: ". ")
        return """
          <section data-after="\(Int(entry.date.timeIntervalSince(snapshot.date)))"\(flag: "hidden", index > 0)>
          \(GlucoseNow(page: self, snapshot: entry, now: entry.date).html)
          \(alarms.isEmpty ? nil : "<p class=\"warning\">\(alarms)</p>" as HTML)
          </section>
          """ as HTML
      })
      </div>
      <div id="line" data-live>\(line(of: plot))</div>
      <p id="offline" class="notice" role="status" data-text="\(self(.offline))"></p>
      \(simulated)
      <p><a href="\(root)/day" target="_top">\(choices.name): \(self(.day))</a></p>
      </main>
      """)
  }

  func line(of plot: DayPlot) -> HTML { HTML(SparklinePicture(plot, strings: strings)) }
}
