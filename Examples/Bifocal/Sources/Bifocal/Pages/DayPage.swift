import FlyingFox
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
      return .page(Frame.message(Word.notFound), .notFound)
    }
    if rest.dropFirst().first == "at" {
      return .page(try await Popup(page: page, day: day).html)
    }
    let domain = rest.dropFirst().first.flatMap(Domain.init(rawValue:))
    return .page(try await DayPage(page: page, day: day, domain: domain).html)
  }

  private var hours: ShownHours { ShownHours(page, day) }

  var html: HTML {
    get async throws {
      let events = try page.log.events(in: day.interval)
      let display = try await page.display(of: day)
      let report = try page.history.report(of: day, bands: page.bands, now: page.now)
      let content: HTML = """
        <div id="day-title" class="title" data-live>\(navigation)\(try star)</div>
        <div class="focus">
        \(try current(display.snapshot))
        \(pictures(try DayPictures(page, display, hours)))
        \(numbers(report))
        </div>
        \(neighbors(display.surroundingDays))
        \(enter)
        \(try DomainPanel(page: page, day: day, domain: domain, events: events, report: report, form: form).html)
        <dialog id="popup" aria-labelledby="popup-title"><h2 id="popup-title">\(page("Events at this place", "Ereignisse an dieser Stelle"))</h2>
        <div id="popup-content"></div>
        <form method="dialog"><button>\(page("Close", "Schließen"))</button></form></dialog>
        """
      return await Frame.page(page, title: page.title(of: day), content)
    }
  }

  /// The address of another day or part of it, with the domain that is open.
  private func address(_ day: LocalDay, until end: Date? = nil, hours count: Int? = nil) -> String {
    let name = day == page.today && end == nil ? "today" : day.description
    return "\(page.root)/day/\(name)" + (domain.map { "/\($0.rawValue)" } ?? "")
      + ShownHours.query(count ?? hours.count, until: end, on: day)
  }

  private var star: HTML {
    get throws {
      let mark = try page.log.mark(of: day)
      let isStarred = mark?.isStarred ?? false
      return """
        \(Frame.button(
          page, "star", isStarred ? "★" : "☆", ["day": day.description, "on": isStarred ? "" : "1"],
          describedAs: page(.star), pressed: isStarred))
        \(mark?.note.map { "<p class=\"quiet\">\($0)</p>" as HTML })
        """
    }
  }

  private var navigation: HTML {
    let (before, after) = (hours.before, hours.after)
    let step = "\(hours.count) \(page(.hours))"
    func name(_ other: LocalDay, _ word: Word, _ part: Word) -> String {
      hours.isWhole ? "\(page(word)): \(page.title(of: other))" : "\(step) \(page(part))"
    }
    return """
      <nav class="days" aria-label="\(page(.day))">
      <a rel="prev" href="\(address(before.day, until: before.end))" aria-label="\(name(before.day, Word("Previous day", "Vorheriger Tag"), Word("earlier", "früher")))">‹</a>
      <h1>\(page.title(of: day))</h1>
      <a rel="next" href="\(address(after.day, until: after.end))" aria-label="\(name(after.day, Word("Next day", "Nächster Tag"), Word("later", "später")))">›</a>
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
      <li class="\(domain.rawValue)"><a href="\(page.root)/day/\(day == page.today ? "today" : day.description)/\(domain.rawValue)\(ShownHours.query(hours.count))#panel">+ \(page(domain.word))</a></li>
      """ as HTML
    })</ul></nav>
    """
  }

  private func current(_ snapshot: LiveSnapshot) throws -> HTML {
    """
    <section id="now" class="card now" data-live aria-label="\(page(.glucoseNow))">
    \(GlucoseNow(page: page, snapshot: snapshot, now: page.now).html)
    \(snapshot.current == nil ? try guidance : nil)
    </section>
    """
  }

  /// Where the readings are if there are none now, or what is missing.
  private var guidance: HTML {
    get throws {
      guard let last = try page.latestReading() else {
        return
          "<p>\(page("The diary has no readings. A file of them is brought in on this page:", "Das Tagebuch hat keine Werte. Eine Datei mit Werten wird auf dieser Seite eingelesen:")) <a href=\"\(page.root)/data\">\(page(.data))</a></p>"
      }
      let day = LocalDay(containing: last.time, in: page.zone)
      return """
        <p><a href="\(page.root)/day/\(day.description)">\(page(.goTo)): \(page.date(of: day))</a></p>
        """
    }
  }

  private func numbers(_ report: DayReport) -> HTML {
    guard let statistics = report.statistics else {
      return """
        <section id="numbers" class="card numbers" data-live><h2>\(page(.timeInRange))</h2>
        <p>\(page("no data", "keine Daten"))</p></section>
        """
    }
    let rows: [(Word, String)] = [
      (.below, page.percent(statistics.timeBelowRange)),
      (.above, page.percent(statistics.timeAboveRange)),
      (.mean, page.glucose(statistics.mean)),
      (.lowest, page.glucose(statistics.minimum, statistics.minimumFlags)),
      (.highest, page.glucose(statistics.maximum, statistics.maximumFlags)),
      (.coverage, page.percent(report.coverage)),
    ]
    return """
      <section id="numbers" class="card numbers" data-live><h2>\(page(.timeInRange))</h2>
      <p class="value"><span class="big">\(page.percent(statistics.timeInRange))</span></p>
      <dl>\(rows.map { "<div><dt>\(page($0.0))</dt><dd>\($0.1)</dd></div>" as HTML })</dl>
      </section>
      """
  }

  private func pictures(_ pictures: DayPictures) -> HTML {
    """
    <div class="view">
    <section id="picture" data-live aria-label="\(page("Picture of the day", "Bild des Tages"))" data-day="\(day.description)" data-part="\(hours.query)">
    \(PictureSize.allCases.map { size in
      """
      <div class="picture \(size.rawValue)" data-size="\(size.rawValue)">\(HTML(trusting: pictures.svg(size)))</div>
      """
    })
    </section>
    <nav id="hours" data-live class="hours" aria-label="\(page("Hours of the picture", "Stunden im Bild"))"><ul>
    \(ShownHours.choices.map { count in
      """
      <li><a class="button" href="\(address(day, hours: count))"\(attribute: "aria-current", count == hours.count ? "true" : nil)>\(count) \(page(.hours))</a></li>
      """ as HTML
    })</ul></nav></div>
    """
  }

  /// The days around as text, which are links, since bars cannot be read by a screen reader.
  private func neighbors(_ window: SurroundingDays) -> HTML {
    let bars = Dictionary(window.bars.map { ($0.day, $0) }) { first, _ in first }
    let days = (-window.before...window.after).map { day.advanced(by: $0) }
    return """
      <nav id="around" data-live class="around" aria-label="\(page("The days around", "Die Tage davor und danach"))"><ol>
      \(days.map { other in
        """
        <li><a href="\(address(other))"\(attribute: "aria-current", other == day ? "date" : nil)>\
        \(dayName(other)) \(bars[other].map(range) ?? "<span class=\"quiet\">–</span>")</a></li>
        """ as HTML
      })
      </ol>
      <form action="\(page.root)/day" class="inline">
      <label for="date" class="spoken">\(page(.date))</label>
      <input id="date" type="date" name="date" value="\(day.description)" required>
      <button aria-label="\(page(.goTo))">\(page("Go", "Gehen"))</button>
      <a class="button" href="\(page.root)/month?day=\(day.description)">\(page(.calendar))</a></form></nav>
      """
  }

  /// The weekday and the number of the day; the month where there is room, and for screen readers.
  private func dayName(_ day: LocalDay) -> HTML {
    let time = day.time(hour: 12)
    let style = Date.FormatStyle(locale: page.locale, timeZone: day.zone)
    return """
      <span class="name"><span>\(time.formatted(style.weekday(.abbreviated)))</span> <span>\(time.formatted(style.day()))</span>\
      <span class="wide"> \(time.formatted(style.month(.abbreviated)))</span></span>
      """
  }

  private func range(_ bar: DayRangeBar) -> HTML {
    """
    <span><span class="spoken">\(page(.mean)) </span>\(page.glucose(bar.mean))<span class="spoken">,</span></span> \
    <span class="quiet wide">\(page.glucose(bar.minimum, bar.minimumFlags))–\(page.glucose(bar.maximum, bar.maximumFlags))</span>
    """
  }
}

extension PageContext {
  /// The bifocal display of a day with its plans, and with the basal rates of the settings,
  /// replaced by the temporary ones that were logged.
  fileprivate func display(of day: LocalDay) async throws -> LiveDisplay {
    let basal = try log.basalSegments(on: day, schedule: choices.basal ?? BasalSchedule())
    return try await person.session.display(
      at: now, day: day, options: plotOptions,
      includingPlans: true, basal: basal)
  }
}

/// The events at a place of the picture, by the hit test of the picture.
struct Popup {
  let page: PageContext
  let day: LocalDay

  /// The distance of a finger, in points.
  private static let reach = 22.0

  var html: HTML {
    get async throws {
      guard let x = Double(page.query["x"]), let y = Double(page.query["y"]),
        let size = PictureSize(rawValue: page.query["size"])
      else { return "" }
      let display = try await page.display(of: day)
      var ids = try DayPictures(page, display, ShownHours(page, day)).places(size)
        .eventIDs(at: PicturePoint(x: x, y: y), within: Self.reach)
      let named = DiaryEvent.ID(rawValue: page.query["event"])
      if page.query.has("event"), !ids.contains(named) { ids.insert(named, at: 0) }
      let events = try ids.compactMap { try page.log.event($0) }
      return
        "<ul class=\"events\">\(events.map { EventCard(page: page, day: day, event: $0).item })</ul>"
    }
  }
}
