// SPDX-License-Identifier: Apache-2.0

/// The style sheet of a report page.
package enum PageStyle {
  /// Returns the rules in the colors of `palette`.
  package static func rules(_ palette: ChartPalette) -> String {
    let mark = palette.glucose.hexadecimal
    return """
      :root { background: \(palette.background.hexadecimal); color: \(palette.text.hexadecimal); \
      font: 16px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, \
      sans-serif; }
      body { margin: 0 auto; max-width: 912px; padding: 0 16px 48px; }
      h1 { font-size: 1.6em; margin: 24px 0 0; overflow-wrap: anywhere; }
      h2 { font-size: 1.2em; margin: 32px 0 8px; }
      .subtitle, .note, td:last-child { color: \(palette.secondaryText.hexadecimal); }
      .subtitle { margin: 0; }
      figure { margin: 0 0 24px; }
      svg { display: block; height: auto; max-width: 100%; }
      .narrow { display: none; }
      @media (max-width: 700px) { .narrow { display: block; } .wide { display: none; } }
      table { border-collapse: collapse; font-size: 0.9em; }
      th, td { border-bottom: 1px solid \(palette.guide.hexadecimal); padding: 4px 10px 4px 0; \
      text-align: right; white-space: nowrap; }
      th:first-child, td:last-child { text-align: left; }
      .numbers th, .numbers td { white-space: normal; }
      th { font-weight: 600; }
      thead th { vertical-align: bottom; white-space: normal; }
      thead th::first-letter { text-transform: uppercase; }
      .scroll { overflow-x: auto; }
      [role="button"] { cursor: pointer; }
      [role="button"]:focus { outline: 3px solid \(mark); outline-offset: 2px; }
      .events { font-size: 0.9em; }
      .events ol { columns: 16em; padding-left: 1.5em; }
      .events li { break-inside: avoid; margin-bottom: 8px; }
      dl { display: grid; gap: 0 10px; grid-template-columns: max-content 1fr; margin: 0; }
      dt { color: \(palette.secondaryText.hexadecimal); }
      dt::first-letter { text-transform: uppercase; }
      dd { margin: 0; overflow-wrap: anywhere; }
      #popup { background: \(palette.background.hexadecimal); border: 1px solid \
      \(palette.edge.hexadecimal); border-radius: 8px; box-shadow: 0 4px 16px rgb(0 0 0 / 25%); \
      box-sizing: border-box; max-height: 60vh; max-width: min(300px, 94vw); overflow: auto; \
      padding: 10px 14px; position: absolute; z-index: 1; }
      #popup[hidden] { display: none; }
      #popup dl + dl { border-top: 1px solid \(palette.guide.hexadecimal); margin-top: 8px; \
      padding-top: 8px; }
      @media print { #popup { display: none; } section { break-inside: avoid-page; } }
      """
  }
}
