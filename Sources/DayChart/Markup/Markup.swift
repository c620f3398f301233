/// An element of a picture or a page: a name, attributes in the given order, and contents.
package struct Markup {
  package enum Child {
    case element(Markup)
    case text(String)
  }

  package let name: String
  package private(set) var attributes: [(name: String, value: SVGValue)]
  package private(set) var children: [Child] = []

  @inline(never)
  package init(_ name: String, _ attributes: KeyValuePairs<String, SVGValue> = [:]) {
    self.name = name
    self.attributes = attributes.map { ($0.key, $0.value) }
  }

  @inline(never)
  package init(
    _ name: String, _ attributes: KeyValuePairs<String, SVGValue> = [:], _ children: [Markup]
  ) {
    self.init(name, attributes)
    self.children = children.map(Child.element)
  }

  @inline(never)
  package init(_ name: String, _ attributes: KeyValuePairs<String, SVGValue> = [:], text: String) {
    self.init(name, attributes)
    children = [.text(text)]
  }

  @inline(never)
  package mutating func append(_ child: Markup) { children.append(.element(child)) }

  @inline(never)
  package mutating func set(_ name: String, _ value: SVGValue) { attributes.append((name, value)) }

  package mutating func replace(_ name: String, _ value: SVGValue) {
    for index in attributes.indices where attributes[index].name == name {
      attributes[index].value = value
    }
  }

  var interactive: Markup {
    var element = self
    // Screen readers ignore the children of an image, but not the children of a group.
    if name == "svg" { element.replace("role", "group") }
    if attributes.contains(where: { $0.name == "data-event" }) {
      element.set("tabindex", "0")
      element.set("role", "button")
      if let title { element.set("aria-label", SVGValue(title)) }
    }
    element.children = children.map { child in
      if case .element(let element) = child { .element(element.interactive) } else { child }
    }
    return element
  }

  var title: String? {
    for case .element(let element) in children where element.name == "title" {
      for case .text(let text) in element.children { return text }
    }
    return nil
  }

  package var document: String {
    var output: [UInt8] = []
    write(to: &output, indent: 0)
    return String(decoding: output, as: UTF8.self)
  }

  private func write(to output: inout [UInt8], indent: Int) {
    output.append(blanks: indent)
    output.append(UInt8(ascii: "<"))
    output += name.utf8
    for (name, value) in attributes {
      output.append(UInt8(ascii: " "))
      output += name.utf8
      output.append(UInt8(ascii: "="))
      output.append(UInt8(ascii: "\""))
      value.write(to: &output)
      output.append(UInt8(ascii: "\""))
    }
    guard !children.isEmpty else {
      output += "/>\n".utf8
      return
    }
    output.append(UInt8(ascii: ">"))
    var endsLine = true
    for (index, child) in children.enumerated() {
      switch child {
      case .text(let text):
        output.append(xmlEscaped: text)
        endsLine = false
      case .element(let element):
        if index == 0 { output.append(UInt8(ascii: "\n")) }
        element.write(to: &output, indent: indent + 2)
        endsLine = true
      }
    }
    if endsLine { output.append(blanks: indent) }
    output += "</".utf8
    output += name.utf8
    output += ">\n".utf8
  }
}

extension [UInt8] {
  fileprivate mutating func append(blanks count: Int) {
    for _ in 0..<count { append(UInt8(ascii: " ")) }
  }
}
