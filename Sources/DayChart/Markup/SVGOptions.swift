/// Options for an SVG document that is part of a page.
///
///     let svg = picture.svg(options: [.focusableMarks, .colorVariables])
public struct SVGOptions: OptionSet, Equatable, Sendable {
  /// The bits of the options.
  public let rawValue: Int

  /// Creates options from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Each mark with a `data-event` attribute, the identifier of its event, is focusable, has the
  /// role of a button, and has its title as its label. The page handles the clicks and keys.
  public static let focusableMarks = SVGOptions(rawValue: 1)

  /// Each color of the palette is a CSS variable with the color as its fallback, such as
  /// `var(--glucose-target, #ffffff)`, so that a page switches palettes without a new picture; see
  /// ``ChartPalette/cssVariables``.
  public static let colorVariables = SVGOptions(rawValue: 2)
}

extension Markup {
  var interactive: Markup {
    var element = self
    // Screen readers ignore the children of an image, but not the children of a group.
    if name == "svg" { element.replace("role", "group") }
    if attributes.contains(where: { $0.name == "data-event" }) {
      element.set("tabindex", "0")
      element.set("role", "button")
      if let title { element.set("aria-label", SVGValue(title)) }
    }
    element.mapChildren(\.interactive)
    return element
  }
}
