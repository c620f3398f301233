import GlucoseStudy

/// A JSON object. A member without a value is absent.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let members: [(name: String, value: (any Encodable)?)]

  init(_ members: [(String, (any Encodable)?)]) { self.members = members }
  init(dictionaryLiteral members: (String, (any Encodable)?)...) { self.init(members) }

  /// Creates the document of a schema of docs/json.md, whose version increases when a key is removed
  /// or its meaning changes.
  init(schema: String, _ object: JSONObject) {
    let head: JSONObject = [
      "schema": "swift-glucose/" + schema, "version": 1, "unit": GlucoseUnit.mgdL.rawValue,
    ]
    self = head.adding(object)
  }

  /// The object in which each member without a value is null.
  var withNulls: JSONObject {
    let null: any Encodable = Double?.none as Double?
    return JSONObject(members.map { ($0.name, $0.value ?? null) })
  }

  func adding(_ object: JSONObject) -> JSONObject { JSONObject(members + object.members) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for case (let name, let value?) in members {
      try container.encode(value, forKey: Name(stringValue: name))
    }
  }
}
