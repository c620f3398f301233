import Foundation
import GlucoseKit

/// Statistics and patterns of a period with their evidence. Nothing on it is advice on treatment.
struct AdvicePage {
  let page: PageContext
  private let period: Period

  init(page: PageContext) throws {
    self.page = page
    period = Period(page, counts: [28, 14, 90], until: try page.lastDay())
  }

  private var days: ClosedRange<LocalDay> { period.days }

  var html: HTML {
    get async throws {
      let days = days
      let start = days.lowerBound.start
      let range = start..<max(start, min(days.upperBound.end, page.now))
      let record = try page.log.recording(
        in: days.lowerBound.advanced(by: -1).start..<days.upperBound.end
      ).prefix(through: page.now)
      let series = record.series(in: range)
      return await Frame.page(
        page, title: page(.advice),
        """
        <h1>\(page(.advice))</h1>
        <form class="filters" action="\(page.root)/patterns">
        <fieldset><legend>\(page(.range))</legend>\(period.fields)</fieldset>
        <p class="actions"><button>\(page(.apply))</button></p></form>
        \(period.account)
        <div id="advice" data-live>
        \(patterns(record))
        \(profile(series))
        \(try indicator(record, range))
        \(weekdays(record))
        \(meals(record, range))
        \(sufficiency(record))
        </div>
        """)
    }
  }

  // MARK: Patterns

  private func patterns(_ record: Recording) -> HTML {
    let all = record.patterns(of: days, bands: page.bands, falseDiscoveryRate: 1)
    let strict = all.filter { $0.falseDiscoveryRate <= 0.05 }
    let shown = strict.filter { !isDismissed($0) }
    let dismissed = strict.filter(isDismissed)
    let candidates =
      strict.isEmpty
      ? all.filter { $0.excess > .zero }
        .sorted { ($0.pValue, $0.slot) < ($1.pValue, $1.slot) }.prefix(3)
      : []
    return """
      <section class="card" aria-labelledby="patterns-title">
      <h2 id="patterns-title">\(page(candidates.isEmpty ? .advice : Word("Strongest candidates", "Stärkste Kandidaten")))</h2>
      <p class="quiet">\(page(hint(record, isStrict: !strict.isEmpty, hasCandidates: !candidates.isEmpty)))</p>
      <ul class="patterns">\((strict.isEmpty ? Array(candidates) : shown).map { item($0, isStrict: !strict.isEmpty) })</ul>
      \(dismissed.isEmpty ? nil : """
        <details><summary>\(page("Dismissed", "Ausgeblendet")) (\(dismissed.count))</summary><ul class="patterns">
        \(dismissed.map { item($0, isStrict: true) })</ul></details>
        """ as HTML)
      </section>
      """
  }

  private func hint(_ record: Recording, isStrict: Bool, hasCandidates: Bool) -> Word {
    if isStrict {
      return Word(
        "Times at which lows or highs cluster more than by chance.",
        "Zeiten, zu denen sich niedrige oder hohe Werte mehr als zufällig häufen.")
    }
    if hasCandidates {
      return Word(
        "No cluster is stronger than chance allows. These come closest; they may be chance.",
        "Keine Häufung ist stärker, als der Zufall erlaubt. Diese kommen dem am nächsten; sie können Zufall sein."
      )
    }
    return record.series(in: days.lowerBound.start..<days.upperBound.end).isEmpty
      ? Word(
        "There are no readings in this period. Another can be chosen above, and files are brought in on the page Data.",
        "In diesem Zeitraum gibt es keine Werte. Oben kann ein anderer gewählt werden; Dateien werden auf der Seite Daten eingelesen."
      )
      : Word(
        "There are no lows or highs of 15 minutes or more in this period.",
        "In diesem Zeitraum gibt es keine niedrigen oder hohen Werte von 15 Minuten oder mehr.")
  }

  private func isDismissed(_ pattern: GlucosePattern) -> Bool {
    page.choices.dismissedPatterns.contains(pattern.key)
  }

  private func name(_ pattern: GlucosePattern) -> String {
    let kind = page(pattern.kind == .low ? .lows : .highs)
    let slot = pattern.slot
    if let weekday = slot.weekday {
      return "\(kind), \(page.weekday(weekday))"
    }
    return "\(kind), \(slot.startHour):00–\(slot.endHour):00"
  }

  private func item(_ pattern: GlucosePattern, isStrict: Bool) -> HTML {
    let action = isDismissed(pattern) ? "restore" : "dismiss"
    let name = name(pattern)
    return """
      <li><h3>\(name)</h3>
      <p>\(page("on", "an")) \(page.days(pattern.affectedDayCount, of: pattern.observedDayCount))
      (\(page.percent(pattern.affectedPercentage)); \(page("at other times", "zu anderen Zeiten")) \(page.percent(pattern.affectedPercentageElsewhere)))
      <span class="quiet">\(page("probability by chance", "Wahrscheinlichkeit bei Zufall")) \(pattern.pValue < 0.001 ? "<" + page.number(0.001, places: 3) : page.number(pattern.pValue, places: 3))</span></p>
      <details><summary>\(page("Days of evidence", "Tage als Beleg")): \(pattern.evidence.count)</summary><ul class="evidence">
      \(pattern.evidence.map { evidence in
        """
        <li><a href="\(page.root)/day/\(evidence.day.description)">\(page.shortTitle(of: evidence.day)),
        \(page.clock(evidence.reading.time)): \(page.glucose(evidence.reading.glucose, evidence.reading.flags)) \(page.unitName)</a></li>
        """ as HTML
      })</ul></details>
      \(isStrict ? Frame.button(
        page, action, page(isDismissed(pattern) ? .restore : .dismiss), ["pattern": pattern.key],
        describedAs: "\(page(isDismissed(pattern) ? .restore : .dismiss)): \(name)") : nil)
      </li>
      """
  }

  // MARK: Pictures

  private func profile(_ series: GlucoseSeries) -> HTML {
    guard let profile = series.dayGrid(in: page.zone)?.ambulatoryGlucoseProfile() else { return "" }
    let times = series.statistics(bands: page.bands)?.timeInRanges
    let hours = series.grouped(by: .weekdayAndHour, in: page.zone)
    return """
      <section class="card" aria-labelledby="profile-title"><h2 id="profile-title">\(page("Profile", "Profil"))</h2>
      <div class="columns"><div>
      \(pictures(heights: (340, 400)) {
        ProfilePicture(
          profile, timeInRanges: times, unit: page.unit, bands: page.bands, size: $0,
          strings: page.chartStrings).svg(options: .colorVariables)
      })
      </div><div>
      <h3>\(page("Mean by hour and weekday", "Mittel nach Stunde und Wochentag"))</h3>
      \(pictures(heights: (300, 300)) {
        HeatMapPicture(
          hours, unit: page.unit, bands: page.bands, size: $0, strings: page.chartStrings
        ).svg(options: .colorVariables)
      })
      </div></div>
      </section>
      """
  }

  /// A picture for narrow pages and one for wide ones.
  private func pictures(
    heights: (small: Double, medium: Double), _ svg: (PlotSize) -> String
  ) -> [HTML] {
    [("small", 360.0, heights.small), ("medium", 720, heights.medium)].map { name, width, height in
      """
      <div class="picture \(name) pair">\(HTML(trusting: svg(PlotSize(width: width, height: height))))</div>
      """
    }
  }

  /// Lows and highs by the day of the week.
  private func weekdays(_ record: Recording) -> HTML {
    let reports = record.reports(of: days, bands: page.bands, now: page.now)
      .filter { $0.statistics != nil }
    let weeks = record.series(in: days.lowerBound.start..<days.upperBound.end)
      .prefix(through: page.now).grouped(by: .weekday, in: page.zone)
    let heads: [Word] = [.dayCount, .lows, .highs, .below, .above, .mean]
    return """
      <section class="card" aria-labelledby="weekdays"><h2 id="weekdays">\(page(.weekdays))</h2>
      <p class="quiet">\(page("Lows and highs are episodes of 15 minutes or more that begin on the day.", "Gezählt werden Episoden von 15 Minuten oder mehr, die an dem Tag beginnen."))</p>
      \(Frame.table(page(.weekdays), [""] + heads.map { page($0) }, weeks.map { week in
        let weekday = week.slot.weekday ?? 1
        let reports = reports.filter { $0.day.weekday == weekday }
        let statistics = week.series.statistics(bands: page.bands)
        let episodes = reports.flatMap { report in
          report.episodes.filter { report.day.contains($0.start) }
        }
        return """
          <tr><th scope="row">\(page.weekday(weekday))</th><td>\(week.dayCount)</td>
          <td>\(episodes.count { $0.kind == .low })</td><td>\(episodes.count { $0.kind == .high })</td>
          <td>\(statistics.map { page.percent($0.timeBelowRange) } ?? "–")</td>
          <td>\(statistics.map { page.percent($0.timeAboveRange) } ?? "–")</td>
          <td>\(statistics.map { page.glucose($0.mean) } ?? "–")</td></tr>
          """
      }))</section>
      """
  }

  // MARK: Meals

  private func meals(_ record: Recording, _ range: Range<Date>) -> HTML {
    let responses = record.mealResponses(in: range) { !($0.name ?? "").isEmpty }
      .filter { !$0.trace.isEmpty }
    let named = Dictionary(grouping: responses) { $0.meal.name ?? "" }
      .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    let chosen = named.first { $0.key == page.query["meal"] } ?? named.first
    return """
      <section class="card" aria-labelledby="meals"><h2 id="meals">\(page(.meals))</h2>
      <p class="quiet">\(page("A response is not the effect of the meal alone: insulin, exercise and earlier meals act too.", "Ein Verlauf ist nicht die Wirkung der Mahlzeit allein: Insulin, Bewegung und frühere Mahlzeiten wirken mit."))</p>
      \(chosen.map { table($0.value, $0.key, named.prefix(12).map { ($0.key, $0.value.count) }) }
        ?? "<p>\(page("No named meal has readings in this period.", "Keine benannte Mahlzeit hat Werte in diesem Zeitraum."))</p>")
      </section>
      """
  }

  private func table(
    _ responses: [MealResponse], _ name: String, _ names: [(String, Int)]
  ) -> HTML {
    let shown = Array(responses.suffix(12).reversed())
    return """
      <nav aria-label="\(page(.meals))"><ul class="chips">\(names.map { other, count in
        """
        <li><a class="button" href="\(page.root)/patterns?\(address)meal=\(other.escapedForQuery)#meals"\
        \(attribute: "aria-current", other == name ? "true" : nil)>\(other) (\(count))</a></li>
        """ as HTML
      })</ul></nav>
      \(pictures(heights: (260, 320)) {
        MealResponsesPicture(
          shown, in: page.zone, unit: page.unit, bands: page.bands, size: $0,
          strings: page.chartStrings, title: name).svg(options: .colorVariables)
      })
      \(Frame.table(name, [Word.day, .carbs, Word("Rise", "Anstieg"), Word("Peak", "Gipfel"), Word("Time to peak", "Zeit bis zum Gipfel")].map { page($0) }, shown.map(row)))
      """
  }

  /// The part of an address that names the period.
  private var address: String {
    ["days", "from", "to"].filter { page.query.has($0) }
      .map { "\($0)=\(page.query[$0].escapedForQuery)&" }.joined()
  }

  private func row(_ response: MealResponse) -> HTML {
    let day = LocalDay(containing: response.time, in: page.zone)
    let places = page.unit == .mmolL ? 1 : 0
    let bound = response.isFollowUpComplete ? "" : "≥ "
    return """
      <tr><th scope="row"><a href="\(page.root)/day/\(day.description)">\(page.shortTitle(of: day)) \(page.clock(response.time))</a></th>
      <td>\(response.meal.carbs.map { page.amount($0) + " g" } ?? "–")</td>
      <td>\((response.rise?.value(in: page.unit)).map { bound + page.number($0, places: places) } ?? "–")</td>
      <td>\(response.peak.map { bound + page.glucose($0) } ?? "–")</td>
      <td>\(response.timeToPeak.map(page.duration) ?? "–")</td></tr>
      """
  }

  // MARK: Data

  /// The glucose management indicator, and the results of a laboratory beside it.
  private func indicator(_ record: Recording, _ range: Range<Date>) throws -> HTML {
    let (summary, strings) = (
      record.period(of: days, bands: page.bands, now: page.now), page.reportStrings
    )
    let results = try page.history.hemoglobinA1cComparisons(over: range, in: page.zone)
    let heads = [
      strings.day, strings.laboratory, strings.managementIndicator, strings.laboratoryDifference,
    ]
    return """
      <section class="card" aria-labelledby="indicator"><h2 id="indicator">\(strings.managementIndicator)</h2>
      <p>\(summary.managementIndicator.map { "\(page.number($0, places: 1)) %" } ?? page(.insufficient))\
      \(summary.statistics.map { " (\(page(.mean)) \(page.glucose($0.mean)) \(page.unitName))" } ?? "")</p>
      <p class="quiet">\(page("The HbA1c that is expected from the mean of two weeks or more. That of a laboratory often differs.", "Der HbA1c, der nach dem Mittel von zwei Wochen oder mehr zu erwarten ist. Der eines Labors weicht oft ab."))</p>
      \(results.isEmpty ? nil : """
        \(Frame.table(strings.laboratory, heads, results.map(row)))
        <p class="hint">\(strings.laboratoryNote.replacing("{days}", with: "84"))</p>
        """ as HTML)
      </section>
      """
  }

  private func row(_ result: HemoglobinA1cComparison) -> HTML {
    let day = LocalDay(containing: result.time, in: page.zone)
    let (laboratory, mark) = (result.laboratory, result.isSufficient ? "" : " *")
    return """
      <tr><th scope="row"><a href="\(page.root)/day/\(day.description)/health">\(page.date(of: day))</a></th>
      <td>\(page.number(laboratory.percent, places: 1)) %, \(page.number(laboratory.mmolPerMol, places: 0)) mmol/mol</td>
      <td>\(page.number(result.glucoseManagementIndicator, places: 1)) %\(mark)</td>
      <td>\(page.signed(result.difference, places: 1))\(mark)</td></tr>
      """
  }

  private func sufficiency(_ record: Recording) -> HTML {
    let data = record.period(of: days, bands: page.bands, now: page.now).sufficiency
    let needed = DataSufficiency.requiredActivePercentage.percent
    return """
      <section class="card" aria-labelledby="enough"><h2 id="enough">\(page(.enough))</h2>
      \(Frame.table(page(.enough), [page(.coverage), page("needed", "benötigt"), ""], ["""
        <tr><td>\(data.dayCount) \(page(.days)), \(page.number(data.activePercentage?.percent ?? 0, places: 0)) %</td>
        <td>\(DataSufficiency.requiredDayCount) \(page(.days)), \(page.number(needed, places: 0)) %</td>
        <td>\(page(data.isSufficient ? .sufficient : .insufficient))</td></tr>
        """]))</section>
      """
  }
}

extension PeriodSummary {
  /// The glucose management indicator, in percent, or `nil` of fewer days or readings than it needs.
  var managementIndicator: Double? {
    sufficiency.isSufficient ? statistics?.glucoseManagementIndicator : nil
  }
}

extension GlucosePattern {
  /// What is stored of a pattern that was dismissed: its kind and its slot.
  var key: String { "\(kind.rawValue)-\(slot.weekday ?? 0)-\(slot.startHour)" }
}
