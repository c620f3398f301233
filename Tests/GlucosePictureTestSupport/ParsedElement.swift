import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An element of an XML document that another parser has read back.
public final class ParsedElement {
  /// The name of the element.
  public let name: String
  /// The values of its attributes by name.
  public let attributes: [String: String]
  /// The elements in it.
  public fileprivate(set) var children: [ParsedElement] = []
  /// The text in it.
  public fileprivate(set) var text = ""

  fileprivate init(name: String, attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  /// The root of `document`, or `nil` if it is not well formed.
  public static func parse(_ document: String) -> ParsedElement? {
    let parser = XMLParser(data: Data(document.utf8))
    let builder = Builder()
    parser.delegate = builder
    guard parser.parse() else { return nil }
    return builder.root
  }

  /// The element and all within it, in the order of the document.
  public var all: [ParsedElement] { [self] + children.flatMap(\.all) }

  /// The value of an attribute as a number, or `nil` if it is none.
  public func number(_ name: String) -> Double? { attributes[name].flatMap(Double.init) }

  private final class Builder: NSObject, XMLParserDelegate {
    var root: ParsedElement?
    private var open: [ParsedElement] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String] = [:]
    ) {
      let element = ParsedElement(name: name, attributes: attributes)
      if let parent = open.last { parent.children.append(element) } else { root = element }
      open.append(element)
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      open.removeLast()
    }
  }
}
