import Foundation
import GlucoseKit

/// Glucose now for the home screen of a phone or a frame of another page. It has no controls.
///
/// The page contains the texts of the next minutes, as the timeline of a widget does, and shows each at
/// its time: while the server is out of reach, ages are right until the reading is old, and then it is
/// marked as old.
struct WidgetPage {
  let page: PageContext

  var html: HTML {
    get async throws {
      let snapshot = try await page.person.session.snapshot(at: page.now)
      let plot = try page.history.plot(
        of: page.today, options: page.plotOptions)
      let entries = snapshot.timeline(every: .seconds(60))
      return Frame.document(
        "\(page.choices.name) – Bifocal", language: page.language,
        head: "<noscript><meta http-equiv=\"refresh\" content=\"60\"></noscript>",
        """
        <main id="main" class="widget" data-root="\(page.root)" data-here="\(page.path)">
        <h1 class="spoken">\(page(.glucoseNow))</h1>
        <div id="timeline" data-live data-speed="\("\(page.person.clock.speed)")">
        \(entries.enumerated().map { index, entry in
          """
          <section data-after="\(Int(entry.date.timeIntervalSince(snapshot.date)))"\(flag: "hidden", index > 0)>
          \(GlucoseNow(page: page, snapshot: entry, now: entry.date).html)
          \(alarms(entry))
          </section>
          """ as HTML
        })
        </div>
        <div id="line" data-live>\(HTML(
          trusting: SparklinePicture(plot, strings: page.chartStrings).svg(options: .colorVariables)))</div>
        <p id="offline" class="notice" role="status" data-text="\(page(.offline))"></p>
        \(Frame.simulated(page))
        <p><a href="\(page.root)/day" target="_top">\(page.choices.name): \(page(.day))</a></p>
        </main>
        """)
    }
  }

  private func alarms(_ snapshot: LiveSnapshot) -> HTML? {
    // Nobody answers an alarm here, and the silence is in the age.
    let texts = Alarm.shown(in: snapshot, after: [:]).filter { $0.crossing != nil }
      .map { page($0.word) }
    return texts.isEmpty ? nil : "<p class=\"warning\">\(texts.joined(separator: ". "))</p>"
  }
}
