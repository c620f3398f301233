internal import GlucoseMath

/// The colors and the text of a picture.
public struct ChartStyle<Strings: Equatable & Sendable>: Equatable, Sendable {
  /// The colors.
  public var palette: ChartPalette
  /// The text and its formats.
  public var strings: Strings {
    @inline(__always) get { sharedStrings.value }
    set { sharedStrings = Shared(newValue) }
  }
  private var sharedStrings: Shared<Strings>

  package init(_ palette: ChartPalette, _ strings: Strings) {
    self.palette = palette
    sharedStrings = Shared(strings)
  }
}

/// A picture as an SVG document. The pictures of this package conform to this protocol.
public protocol ChartPicture: Equatable, Sendable {
  /// The type of the text, with its formats.
  associatedtype Strings: Equatable & Sendable

  /// The colors and the text.
  var style: ChartStyle<Strings> { get set }

  /// Returns the picture as an SVG document with `options`.
  func svg(options: SVGOptions) -> String
}

extension ChartPicture {
  /// The colors.
  public var palette: ChartPalette {
    get { style.palette }
    set { style.palette = newValue }
  }

  /// The text and its formats.
  public var strings: Strings {
    @inline(__always) get { style.strings }
    set { style.strings = newValue }
  }

  /// The picture as an SVG document.
  ///
  /// The document is self-contained: it has no script, no style sheet, and no external reference.
  /// It has a title and a description for screen readers, and, where marks are apart, a title on
  /// each for pointers.
  public var svg: String { svg(options: []) }
}

package protocol SVGPicture: ChartPicture {
  var root: Markup { get }
}

extension SVGPicture {
  /// Returns the picture as an SVG document with `options`.
  public func svg(options: SVGOptions) -> String {
    var picture = self
    if options.contains(.colorVariables) { picture.palette = palette.withVariables }
    let root = picture.root
    return (options.contains(.focusableMarks) ? root.interactive : root).document
  }
}
