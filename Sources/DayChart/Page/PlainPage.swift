package import DaySummary

/// A page of tables and pictures, which fetches nothing and runs no script.
package enum PlainPage {
  package static func html(
    _ title: String, subtitle: String, _ contents: [Markup], _ palette: ChartPalette
  ) -> String {
    let main = Markup(
      "main", [:],
      [Markup("h1", text: title), Markup("p", ["class": "subtitle"], text: subtitle)] + contents)
    let style = """
      \(PageStyle.rules(palette))
      h3 { font-size: 1em; margin: 24px 0 4px; }
      td:first-child { text-align: left; }
      td:last-child { color: inherit; text-align: right; }
      td.words, th.words { text-align: left; }
      @media screen and (max-width: 900px) { table { font-size: 0.68em; } \
      th, td { overflow-wrap: break-word; padding-right: 4px; white-space: normal; } }
      @media print { h3 { break-after: avoid-page; } }
      """
    return document(
      title, language: "en", policy: "default-src 'none'; style-src 'unsafe-inline'", style,
      main.document)
  }

  static func document(
    _ title: String, language: String, policy: String, _ style: String, _ body: String
  ) -> String {
    """
    <!DOCTYPE html>
    <html lang="\(language.xmlEscaped)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    \(Markup("title", text: title).document)<style>
    \(style)
    </style>
    </head>
    <body>
    \(body)</body>
    </html>

    """
  }

  /// Returns a picture of this height for a phone and, 20 % higher, for a desktop or paper.
  package static func figure(
    _ height: Double, width: Double = 680, _ picture: (PlotSize) -> some SVGPicture
  ) -> Markup {
    let sizes = [("narrow", 328, height), ("wide", width, height * 1.2)]
    return Markup(
      "figure", [:],
      sizes.map { name, width, height in
        let size = PlotSize(width: width, height: height)
        return Markup("div", ["class": SVGValue(name)], [picture(size).root])
      })
  }
}
