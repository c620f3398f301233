import Foundation
import GlucoseKit

/// The page of a day: glucose now, the bifocal display, the numbers of the day, and its diary.
struct DayPage {
  let page: PageContext
  let day: LocalDay
  let domain: Domain?
  /// A form that could not be saved, with its errors.
  var form: EntryForm?

  /// Answers a request under `/day`: `today` or a date, then a domain or `at` for a pop-up.
  static func answer(_ page: PageContext, _ rest: [String]) async throws -> Server.Answer {
    if rest.isEmpty, let chosen = page.day("date") {
      return .redirect("\(page.root)/day/\(chosen)")
    }
    let name = rest.first ?? "today"
    guard let day = name == "today" ? page.today : LocalDay(name, in: page.zone) else {
      return .notFound
    }
    if rest.dropFirst().first == "at" { return .page(try await page.popup(on: day)) }
    let domain = rest.dropFirst().first.flatMap(Domain.init(rawValue:))
    return .page(try await DayPage(page: page, day: day, domain: domain).html())
  }

  private var hours: ShownHours { ShownHours(page, day) }

  func html() async throws -> HTML {
    let display = try await page.display(of: day)
    let report = try page.history.report(of: day, bands: page.bands, now: page.now)
    let panel = DomainPanel(
      page: page, day: day, domain: domain, events: try page.log.events(in: day.interval),
      report: report, form: form)
    let mark = try page.log.mark(of: day)
    return await page.html(
      page.title(of: day),
      """
      <div id="day-title" class="title" data-live>\(navigation)
      \(page.star(day, mark, page(.star)))
      \(mark?.note.map { "<p class=\"quiet\">\($0)</p>" as HTML })</div>
      <div class="focus">
      <section id="now" class="card now" data-live aria-label="\(page(.glucoseNow))">
      \(GlucoseNow(page: page, snapshot: display.snapshot, now: page.now).html)
      \(display.snapshot.current == nil ? try guidance() : nil)
      </section>
      \(pictures(try DayPictures(page, display, hours)))
      \(numbers(report))
      </div>
      \(neighbors(display.surroundingDays))
      \(enter)
      \(try panel.html())
      <dialog id="popup" aria-labelledby="popup-title"><h2 id="popup-title">\(page("Events at this place", "Ereignisse an dieser Stelle"))</h2>
      <div id="popup-content"></div>
      <form method="dialog"><button>\(page("Close", "Schließen"))</button></form></dialog>
      """)
  }

  /// The address of another day or part of it, with the domain that is open.
  private func address(_ day: LocalDay, until end: Date? = nil, hours count: Int? = nil) -> String {
    (end == nil ? page.livePath(of: day) : page.path(of: day))
      + (domain.map { "/\($0.rawValue)" } ?? "")
      + ShownHours.query(count ?? hours.count, until: end, on: day)
  }

  private var navigation: HTML {
    func link(
      _ name: String, _ other: (day: LocalDay, end: Date?), _ whole: String, _ part: String,
      _ sign: String
    ) -> HTML {
      let label =
        hours.isWhole
        ? "\(whole): \(page.title(of: other.day))"
        : "\(hours.count) \(page.strings["hours"]) \(part)"
      return
        "<a rel=\"\(name)\" href=\"\(address(other.day, until: other.end))\" aria-label=\"\(label)\">\(sign)</a>"
    }
    return """
      <nav class="days" aria-label="\(page(.day))">
      \(link("prev", hours.before, page("Previous day", "Vorheriger Tag"), page("earlier", "früher"), "‹"))
      <h1>\(page.title(of: day))</h1>
      \(link("next", hours.after, page("Next day", "Nächster Tag"), page("later", "später"), "›"))
      <a rel="home" href="\(address(page.today))"\(attribute: "aria-current", day == page.today ? "date" : nil)>\(page("Today", "Heute"))</a>
      </nav>
      """
  }

  /// Links to the forms, which stay at the bottom of a narrow page.
  private var enter: HTML {
    """
    <nav class="enter" aria-label="\(page("Enter", "Eintragen"))"><ul>
    \(Domain.allCases.map { domain in
      """
      <li class="\(domain.rawValue)"><a href="\(page.livePath(of: day))/\(domain.rawValue)\(ShownHours.query(hours.count))#panel">+ \(page(domain.word))</a></li>
      """ as HTML
    })</ul></nav>
    """
  }

  /// Where the readings are if there are none now, or what is missing.
  private func guidance() throws -> HTML {
    guard let last = try page.latestReading() else {
      return
        "<p>\(page("The diary has no readings of a sensor. A file of them is brought in on this page:", "Das Tagebuch hat keine Werte eines Sensors. Eine Datei mit Werten wird auf dieser Seite eingelesen:")) <a href=\"\(page.root)/data\">\(page(.data))</a></p>"
    }
    let day = page.day(of: last.time)
    return "<p><a href=\"\(page.path(of: day))\">\(page(.goTo)): \(page.date(of: day))</a></p>"
  }

  private func numbers(_ report: DayReport) -> HTML {
    let values = report.statistics.map { statistics in
      """
      <p class="value"><span class="big">\(page.percent(statistics.timeInRange))</span></p>
      \(page.list([
        (page(.below), page.percent(statistics.timeBelowRange)),
        (page(.above), page.percent(statistics.timeAboveRange)),
        (page(.mean), page.glucose(statistics.mean)),
        (page(.lowest), page.glucose(statistics.minimum, statistics.minimumFlags)),
        (page(.highest), page.glucose(statistics.maximum, statistics.maximumFlags)),
        (page(.coverage), page.percent(report.coverage)),
      ]))
      """ as HTML
    }
    return """
      <section id="numbers" class="card numbers" data-live><h2>\(page(.timeInRange))</h2>
      \(values ?? "<p>\(page("no data", "keine Daten"))</p>")</section>
      """
  }

  private func pictures(_ pictures: DayPictures) -> HTML {
    """
    <div class="view">
    <section id="picture" data-live aria-label="\(page("Picture of the day", "Bild des Tages"))" data-day="\(day)" data-part="\(hours.query)">
    \(PictureSize.allCases.map { size in
      """
      <div class="picture \(size.rawValue)" data-size="\(size.rawValue)">\(HTML(pictures.picture(size), focusableMarks: true))</div>
      """
    })
    </section>
    <nav id="hours" data-live class="hours" aria-label="\(page("Hours of the picture", "Stunden im Bild"))"><ul>
    \(ShownHours.choices.map { count in
      """
      <li><a class="button" href="\(address(day, hours: count))"\(attribute: "aria-current", count == hours.count ? "true" : nil)>\(count) \(page.strings["hours"])</a></li>
      """ as HTML
    })</ul></nav></div>
    """
  }

  /// The days around as text, which are links, since bars cannot be read by a screen reader.
  private func neighbors(_ window: SurroundingDays) -> HTML {
    let bars = Dictionary(window.bars.map { ($0.day, $0) }) { first, _ in first }
    let days = Array(window.days)
    return """
      <nav id="around" data-live class="around" aria-label="\(page("The days around", "Die Tage davor und danach"))"><ol>
      \(days.map { other in
        """
        <li><a href="\(address(other))"\(attribute: "aria-current", other == day ? "date" : nil)>\
        <span class="name"><span>\(page.text(of: other) { $0.weekday(.abbreviated) })</span> <span>\(page.text(of: other) { $0.day() })</span>\
        <span class="wide"> \(page.text(of: other) { $0.month(.abbreviated) })</span></span>
        \(bars[other].map(range) ?? "<span class=\"quiet\">–</span>")</a></li>
        """ as HTML
      })
      </ol>
      <form action="\(page.root)/day" class="inline">
      <label for="date" class="spoken">\(page(.date))</label>
      <input id="date" type="date" name="date" value="\(day)" required>
      <button aria-label="\(page(.goTo))">\(page("Go", "Gehen"))</button>
      <a class="button" href="\(page.root)/month?day=\(day)">\(page.strings["calendar"])</a></form></nav>
      """
  }

  private func range(_ bar: DayRangeBar) -> HTML {
    let shown = bar.statistics
    return """
      <span><span class="spoken">\(page(.mean)) </span>\(page.glucose(shown.mean))<span class="spoken">,</span></span> \
      <span class="quiet wide">\(page.glucose(shown.minimum, shown.minimumFlags))–\(page.glucose(shown.maximum, shown.maximumFlags))</span>
      """
  }
}

extension PageContext {
  /// The bifocal display of a day with its plans, and with the basal rates of the settings,
  /// replaced by the temporary ones that were logged.
  fileprivate func display(of day: LocalDay) async throws -> LiveDisplay {
    let basal = try log.basalSegments(on: day, schedule: choices.basal ?? BasalSchedule())
    return try await person.session.display(
      at: now, day: day, options: plotOptions, includingPlans: true, basal: basal)
  }

  /// The events at a place of the picture, by the hit test of the picture.
  fileprivate func popup(on day: LocalDay) async throws -> HTML {
    guard let x = Double(query["x"]), let y = Double(query["y"]),
      let size = PictureSize(rawValue: query["size"])
    else { return "" }
    // The distance is that of a finger, in points.
    var ids = try DayPictures(self, try await display(of: day), ShownHours(self, day)).picture(size)
      .places.eventIDs(at: PicturePoint(x: x, y: y), within: 22)
    let named = DiaryEvent.ID(rawValue: query["event"])
    if query.has("event"), !ids.contains(named) { ids.insert(named, at: 0) }
    let events = try ids.compactMap { try log.event($0) }
    return
      "<ul class=\"events\">\(events.map { EventCard(page: self, day: day, event: $0).item })</ul>"
  }
}
