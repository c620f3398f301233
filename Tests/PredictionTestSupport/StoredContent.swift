// SPDX-License-Identifier: Apache-2.0

package import Foundation

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

  /// Creates the content of a value.
  package init(of value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let decoder = JSONDecoder()
    self = try decoder.decode(Self.self, from: encoder.encode(value))
  }

  /// The content as a JSON document.
  package var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      return try encoder.encode(self)
    }
  }

  /// Returns a value of `type` that is decoded from this content.
  package func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(type, from: json)
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
      self = Self.numbers(text).map(Self.numbers) ?? .text(text)
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
    case .numbers(let numbers): try container.encode(Self.bytes(numbers))
    case .text(let text): try container.encode(text)
    case .list(let items): try container.encode(items)
    case .record(let fields): try container.encode(fields)
    }
  }

  /// Returns the numbers of a Base64 text whose first byte is their width, or `nil` for any other text.
  private static func numbers(_ text: String) -> [Double]? {
    guard let bytes = Data(base64Encoded: text).map([UInt8].init), let width = bytes.first,
      width == 4 || width == 8, (bytes.count - 1) % Int(width) == 0
    else { return nil }
    return stride(from: 1, to: bytes.count, by: Int(width)).map { start in
      let pattern = bytes[start..<start + Int(width)].reversed()
        .reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      return width == 8
        ? Double(bitPattern: pattern)
        : Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern)))
    }
  }

  private static func bytes(_ numbers: [Double]) -> Data {
    var bytes: [UInt8] = [8]
    for number in numbers {
      for byte in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(8 * byte)))
      }
    }
    return Data(bytes)
  }
}
