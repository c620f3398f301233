package enum PageStyle {
  /// Returns the rules for these colors on a screen, on one whose reader prefers a dark color scheme,
  /// and on paper. By default, the others are those on a screen, and the browser chooses the paper.
  package static func rules(
    _ palette: ChartPalette, dark: ChartPalette? = nil, print: ChartPalette? = nil,
    paper: ReportPage.Paper? = nil
  ) -> String {
    let scheme =
      dark.map {
        """

        @media screen and (prefers-color-scheme: dark) { :root { color-scheme: dark; \
        \($0.cssVariables) } }
        """
      } ?? ""
    let size = paper.map { "size: \($0 == .a4 ? "A4" : "letter"); " } ?? ""
    return """
      :root { \(palette.cssVariables) }\(scheme)
      @media print { :root { \((print ?? palette).cssVariables) } }
      \(screen)
      @page { \(size)margin: 12mm; }
      \(paperRules)
      """
  }

  private static let screen = """
    :root { background: var(--glucose-background); color: var(--glucose-text); \
    font: 16px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, \
    sans-serif; }
    body { margin: 0 auto; max-width: 912px; padding: 0 16px 48px; }
    h1 { font-size: 1.6em; margin: 24px 0 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.2em; margin: 32px 0 8px; }
    .subtitle, .note { color: var(--glucose-secondary-text); }
    .subtitle { margin: 0; }
    .note { font-size: 0.9em; margin: 8px 0; }
    figure { margin: 0 0 24px; }
    svg { display: block; height: auto; max-width: 100%; }
    .narrow { display: none; }
    table { border-collapse: collapse; font-size: 0.9em; }
    th, td { border-bottom: 1px solid var(--glucose-guide); padding: 4px 10px 4px 0; \
    text-align: right; white-space: nowrap; }
    th:first-child { text-align: left; }
    .pair { display: flex; flex-wrap: wrap; gap: 16px 40px; }
    .pair > * { flex: 1 1 340px; }
    .numbers th { white-space: normal; }
    .numbers tr > :last-child { padding-right: 0; }
    .numbers td + td { color: var(--glucose-secondary-text); }
    th { font-weight: 600; }
    thead th { vertical-align: bottom; white-space: normal; }
    thead th::first-letter { text-transform: uppercase; }
    .days { font-size: 0.82em; width: 100%; }
    .days th, .days td { padding-right: 8px; }
    .days tr > :last-child { color: var(--glucose-secondary-text); padding-right: 0; \
    text-align: left; white-space: normal; }
    .scroll { overflow-x: auto; }
    section > table, .pair, .scroll { margin-bottom: 16px; }
    [role="button"] { cursor: pointer; }
    [role="button"]:focus { outline: 3px solid var(--glucose-line); outline-offset: 2px; }
    .events { font-size: 0.9em; }
    .events ol { columns: 16em; padding-left: 1.5em; }
    .events li { break-inside: avoid; margin-bottom: 8px; }
    dl { display: grid; gap: 0 10px; grid-template-columns: max-content 1fr; margin: 0; }
    dt { color: var(--glucose-secondary-text); }
    dt::first-letter { text-transform: uppercase; }
    dd { margin: 0; overflow-wrap: anywhere; unicode-bidi: isolate; }
    #popup { background: var(--glucose-background); border: 1px solid var(--glucose-edge); \
    border-radius: 8px; box-shadow: 0 4px 16px rgb(0 0 0 / 25%); \
    box-sizing: border-box; max-height: 60vh; max-width: min(300px, 94vw); overflow: auto; \
    padding: 10px 14px; position: absolute; z-index: 1; }
    #popup[hidden] { display: none; }
    #popup dl + dl { border-top: 1px solid var(--glucose-guide); margin-top: 8px; \
    padding-top: 8px; }
    @media screen and (max-width: 700px) { .narrow { display: block; } .wide { display: none; } \
    .days tr > :last-child { white-space: nowrap; } \
    .numbers { font-size: 0.82em; } .numbers th { hyphens: auto; } \
    .numbers th, .numbers td { padding-right: 6px; } \
    .numbers td:last-child { white-space: normal; } }
    """

  /// The rules for paper: the wide pictures, whole tables, open lists, and no section or picture on
  /// two pages if it fits on one. The tallest picture, a calendar of a quarter, is no taller than a
  /// letter page. The first page ends after the lines of the last days.
  private static let paperRules = """
    @media print {
    :root { font-size: 9.5pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
    body { max-width: none; padding: 0; }
    h1 { font-size: 1.5em; margin: 0; }
    h2 { break-after: avoid-page; margin: 10px 0 4px; }
    section { break-inside: avoid-page; }
    #days, #table, #signal, #nights, #sensors, section.long { break-inside: auto; }
    #daily + section { break-before: page; }
    figure, tr, li, svg, .pair { break-inside: avoid-page; }
    figure { margin: 0 0 10px; }
    svg { max-height: 235mm; }
    thead { display: table-header-group; }
    th, td { padding-bottom: 2px; padding-top: 2px; }
    .days { font-size: 7.5pt; }
    .days tr > :last-child { min-width: 11em; }
    .days thead th { hyphens: auto; }
    .pair { flex-wrap: nowrap; gap: 24px; }
    .pair > * { flex: 1 1 0; }
    .scroll { overflow: visible; }
    details:not([open])::details-content { content-visibility: visible; height: auto; }
    details > summary { list-style: none; }
    .events { font-size: 7.5pt; }
    .events ol { columns: 3; column-gap: 28px; margin: 4px 0; }
    .events li { margin-bottom: 3px; }
    .events dl { display: block; }
    .events dt, .events dd { display: inline; }
    .events dd:not(:last-child)::after { content: "; "; }
    #popup { display: none; }
    }
    """
}
