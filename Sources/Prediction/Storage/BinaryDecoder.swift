// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension BinaryValue {
  /// Returns a value of `type`, decoded from this content.
  ///
  /// - Throws: Any error from the initializer of the value, and `DecodingError` for content of
  ///   another type.
  package func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try ValueDecoder(value: self, codingPath: []).decode(type)
  }

  fileprivate var elements: [BinaryValue]? {
    switch self {
    case .list(let values): values
    case .numbers(let numbers): numbers.map { .number($0) }
    default: nil
    }
  }

  fileprivate struct ValueDecoder: Decoder, SingleValueDecodingContainer {
    let value: BinaryValue
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]

    // Specialized, it would be repeated for each stored type.
    @_semantics("optimize.sil.specialize.generic.never")
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      // A list of numbers is decoded at once, since a container for each number is slow.
      if type == [Double].self, case .numbers(let numbers) = value, let result = numbers as? Value {
        return result
      }
      if let list = type as? any NumberList.Type, case .numbers(let numbers) = value {
        guard let result = list.init(numbers: numbers) as? Value else { throw fault("\(type)") }
        return result
      }
      if let plain, let result = plain as? Value { return result }
      if type == UInt64.self, case .whole(let whole) = value,
        let result = UInt64(bitPattern: whole) as? Value
      {
        return result
      }
      if let integer = type as? any FixedWidthInteger.Type, case .whole(let whole) = value,
        let result = integer.init(exactly: whole) as? Value
      {
        return result
      }
      // These types' own decoding would call the decoder again without end.
      guard !(type is any FixedWidthInteger.Type), type != Bool.self, type != String.self,
        type != Double.self, type != Float.self
      else { throw fault("\(type)") }
      return try Value(from: self)
    }

    private var plain: Any? {
      switch value {
      case .flag(let flag): flag
      case .text(let text): text
      case .bytes(let bytes): Data(bytes)
      case .numbers(let numbers): numbers.count == 1 ? numbers[0] : nil
      default: nil
      }
    }

    private func fault(_ expected: String) -> DecodingError {
      .dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "There must be a \(expected) here"))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      guard case .record(let fields) = value else { throw fault("record") }
      return KeyedDecodingContainer(Fields(fields: fields, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
      guard let elements = value.elements else { throw fault("list") }
      return Elements(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { value == .absent }

    struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
      let fields: [String: BinaryValue]
      let codingPath: [any CodingKey]

      var allKeys: [Key] { fields.keys.sorted().compactMap { Key(stringValue: $0) } }

      func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }

      private func decoder(_ key: Key) throws -> ValueDecoder {
        guard let value = fields[key.stringValue] else {
          throw DecodingError.keyNotFound(
            key, .init(codingPath: codingPath, debugDescription: "A field is missing in the record")
          )
        }
        return ValueDecoder(value: value, codingPath: codingPath + [key])
      }

      func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

      func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(key).decode(type)
      }

      func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
      ) throws -> KeyedDecodingContainer<Nested> { try decoder(key).container(keyedBy: type) }

      func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
      }

      func superDecoder() -> any Decoder {
        ValueDecoder(value: .record(fields), codingPath: codingPath)
      }

      func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
    }

    struct Elements: UnkeyedDecodingContainer {
      let elements: [BinaryValue]
      let codingPath: [any CodingKey]
      var currentIndex = 0

      var count: Int? { elements.count }
      var isAtEnd: Bool { currentIndex == elements.count }

      private mutating func next() throws -> ValueDecoder {
        guard !isAtEnd else {
          throw DecodingError.dataCorrupted(
            .init(codingPath: codingPath, debugDescription: "The list has too few elements"))
        }
        currentIndex += 1
        return ValueDecoder(value: elements[currentIndex - 1], codingPath: codingPath)
      }

      mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, elements[currentIndex] == .absent else { return false }
        currentIndex += 1
        return true
      }

      mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next().decode(type)
      }

      mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
      ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }

      mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next().unkeyedContainer()
      }

      mutating func superDecoder() throws -> any Decoder { try next() }
    }
  }
}
