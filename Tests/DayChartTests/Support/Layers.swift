import DayChart
import Foundation
import GlucosePictureTestSupport
import Testing

func parsed(_ picture: some ChartPicture) throws -> ParsedElement {
  try #require(ParsedElement.parse(picture.svg), "The document must be well formed")
}

func layer(_ name: String, of root: ParsedElement) throws -> ParsedElement {
  try #require(root.children.first { $0.attributes["data-layer"] == name })
}

/// Returns the main element of the page, which must be well formed.
func mainElement(of page: ReportPage) throws -> ParsedElement {
  let html = page.html
  let start = try #require(html.range(of: "<main>"))
  let end = try #require(html.range(of: "</main>"))
  return try #require(ParsedElement.parse(String(html[start.lowerBound..<end.upperBound])))
}
