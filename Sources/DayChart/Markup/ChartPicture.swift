public import DaySummary
package import GlucoseMath

/// A picture as an SVG document. The pictures of this package conform to this protocol.
public protocol ChartPicture: Equatable, Sendable {
  /// The size in points, at least that of the smallest picture of its kind.
  var size: PlotSize { get }
  /// The title at the upper left, by default in the language with which the picture was created.
  var title: String { get set }
  /// The colors.
  var palette: ChartPalette { get set }
  /// The text and its formats.
  var strings: ChartStrings { get set }

  /// Returns the picture as an SVG document that is part of a page.
  ///
  ///     let svg = picture.svg(focusableMarks: true, colorVariables: true)
  ///
  /// - Parameters:
  ///   - focusableMarks: Whether each mark with a `data-event` attribute, the identifier of its event,
  ///     is focusable, has the role of a button, and has its title as its label. The page handles the
  ///     clicks and keys.
  ///   - colorVariables: Whether each color of the palette is a CSS variable with the color as its
  ///     fallback, such as `var(--glucose-target, #ffffff)`, so that a page switches palettes without
  ///     a new picture; see ``ChartPalette/cssVariables``.
  func svg(focusableMarks: Bool, colorVariables: Bool) -> String
}

extension ChartPicture {
  /// The picture as an SVG document.
  ///
  /// The document is self-contained: it has no script, no style sheet, and no external reference.
  /// It has a title and a description for screen readers, and, where marks are apart, a title on
  /// each for pointers.
  public var svg: String { svg(focusableMarks: false, colorVariables: false) }
}

package struct ChartStyle: Equatable, Sendable {
  package let size: PlotSize
  package var title: String
  @Shared package var palette: ChartPalette
  @Shared package var strings: ChartStrings

  package init(
    _ size: PlotSize, atLeast least: PlotSize, _ palette: ChartPalette, _ strings: ChartStrings,
    _ title: String
  ) {
    self.size = size.enlarged(to: least)
    self.title = title
    self.palette = palette
    self.strings = strings
  }
}

package protocol SVGPicture: ChartPicture, PictureDrawing {
  var style: ChartStyle { get set }
  var root: Markup { get }
}

extension SVGPicture {
  /// The size in points, at least that of the smallest picture of its kind.
  public var size: PlotSize { style.size }

  /// The title at the upper left, by default in the language with which the picture was created.
  public var title: String {
    get { style.title }
    set { style.title = newValue }
  }

  /// The colors.
  public var palette: ChartPalette {
    get { style.palette }
    set { style.palette = newValue }
  }

  /// The text and its formats.
  public var strings: ChartStrings {
    get { style.strings }
    set { style.strings = newValue }
  }

  /// Returns the picture as an SVG document that is part of a page.
  public func svg(focusableMarks: Bool, colorVariables: Bool) -> String {
    var picture = self
    if colorVariables { picture.palette = palette.withVariables }
    let root = picture.root
    return (focusableMarks ? root.interactive : root).document
  }
}
