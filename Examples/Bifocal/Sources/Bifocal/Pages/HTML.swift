import GlucoseKit

/// Markup of a page. What is interpolated into a literal is escaped unless it is markup itself, so
/// that no text of a person or a file can become an element or an attribute.
///
///     let cell: HTML = "<td title=\"\(note)\">\(name)</td>"
struct HTML: ExpressibleByStringInterpolation, Sendable {
  private(set) var text: String

  init(stringLiteral value: String) { text = value }

  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// Creates markup from a document of the library.
  init(trusting document: String) { text = document }

  /// Creates a picture whose colors follow those of the page.
  init(_ picture: any ChartPicture, focusableMarks: Bool = false) {
    text = picture.svg(focusableMarks: focusableMarks, colorVariables: true)
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    // Not inlined into the pages, whose optimization would take minutes.
    @inline(never) mutating func appendLiteral(_ literal: String) { text += literal }

    @inline(never) mutating func appendInterpolation(_ markup: HTML?) { text += markup?.text ?? "" }

    @inline(never) mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { text += part.text }
    }

    @inline(never) mutating func appendInterpolation(_ number: some LosslessStringConvertible) {
      appendInterpolation(number.description)
    }

    @inline(never) mutating func appendInterpolation(_ day: LocalDay) { text += day.description }

    @inline(never) mutating func appendInterpolation(_ string: String) {
      for scalar in string.unicodeScalars {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "\"": text += "&quot;"
        case "'": text += "&#39;"
        // Control characters are not allowed in a document.
        case _ where scalar.value < 32 && scalar != "\n" && scalar != "\t": text += "\u{FFFD}"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }

    /// Appends an attribute without a value, such as `checked`, if it applies.
    @inline(never) mutating func appendInterpolation(flag name: StaticString, _ applies: Bool) {
      if applies { text += " \(name)" }
    }

    @inline(never) mutating func appendInterpolation(attribute name: StaticString, _ value: String?)
    {
      guard let value else { return }
      text += " \(name)=\""
      appendInterpolation(value)
      text += "\""
    }
  }
}
