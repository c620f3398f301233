package import Foundation
internal import GlucoseTestSupport
internal import Prediction

/// The JSON document of a stored value as a tree, with the numbers that are stored as bytes.
package enum StoredContent: Codable, Equatable, Sendable {
  case absent
  case flag(Bool)
  case whole(Int64)
  case number(Double)
  /// Numbers that a document has as the Base64 text of their bytes.
  case numbers([Double])
  case text(String)
  case list([StoredContent])
  case record([String: StoredContent])

  package init(of value: some Encodable) throws {
    self = try JSONDecoder().decode(Self.self, from: HostileJSON.encoder.encode(value))
  }

  package var json: Data {
    get throws { try HostileJSON.encoder.encode(self) }
  }

  package func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try HostileJSON.decoder.decode(type, from: json)
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .absent
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let whole = try? container.decode(Int64.self) {
      self = .whole(whole)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      let numbers = try? container.decode(DoubleBytes.self)
      self = numbers.map { .numbers($0.wrappedValue) } ?? .text(text)
    } else if let items = try? container.decode([Self].self) {
      self = .list(items)
    } else {
      self = .record(try container.decode([String: Self].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .absent: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .whole(let whole): try container.encode(whole)
    case .number(let number): try container.encode(number)
    case .numbers(let numbers): try container.encode(DoubleBytes(wrappedValue: numbers))
    case .text(let text): try container.encode(text)
    case .list(let items): try container.encode(items)
    case .record(let fields): try container.encode(fields)
    }
  }
}
