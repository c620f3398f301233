/// A control of a form with its label and, beside it, an error or a hint that a screen reader reads with it.
struct Field {
  let label, name: String
  /// What precedes the name in the identifier of the control.
  var prefix = "f-"
  var isWide = false
  var error: String?
  var hint: String?

  init(_ label: String, _ name: String, prefix: String = "f-", error: String? = nil) {
    (self.label, self.name, self.prefix, self.error) = (label, name, prefix, error)
  }

  func input(
    _ value: String, type: String = "text", limit: Int? = nil, isNumber: Bool = false,
    list: [String] = [], _ attributes: HTML = ""
  ) -> HTML {
    around(
      """
      <input id="\(id)" name="\(name)" type="\(type)" value="\(value)" autocomplete="off"\(attributes)\
      \(attribute: "maxlength", limit.map(String.init))\(attribute: "inputmode", isNumber ? "decimal" : nil)\
      \(attribute: "list", list.isEmpty ? nil : id + "-list")\(attribute: "aria-invalid", error == nil ? nil : "true")\(described)>
      \(list.isEmpty ? nil : "<datalist id=\"\(id)-list\">\(list.map { "<option value=\"\($0)\"></option>" as HTML })</datalist>" as HTML)
      """)
  }

  func select(_ choices: [(String, String)], _ chosen: String?) -> HTML {
    around(
      """
      <select id="\(id)" name="\(name)"\(described)>\(choices.map { value, text in
        "<option value=\"\(value)\"\(flag: "selected", value == chosen)>\(text)</option>" as HTML
      })</select>
      """)
  }

  private var id: String { prefix + name }

  private var described: HTML {
    let notes = [error.map { _ in id + "-error" }, hint.map { _ in id + "-hint" }]
      .compactMap(\.self)
    return "\(attribute: "aria-describedby", notes.isEmpty ? nil : notes.joined(separator: " "))"
  }

  private func around(_ control: HTML) -> HTML {
    """
    <p class="field\(isWide ? " wide" : "")"><label for="\(id)">\(label)</label>
    \(control)\(error.map { "<span id=\"\(id)-error\" class=\"error\">\($0)</span>" as HTML })\
    \(hint.map { "<span id=\"\(id)-hint\" class=\"hint\">\($0)</span>" as HTML })</p>
    """
  }
}
