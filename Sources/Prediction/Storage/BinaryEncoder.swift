// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension BinaryValue {
  /// Creates the content of `value`.
  package init(encoding value: some Encodable) throws {
    let node = Node()
    try node.encode(value, [])
    self = node.value
  }

  /// A node of the tree of values that an encoder builds.
  fileprivate final class Node {
    private enum Content {
      case one(BinaryValue)
      case list([Node])
      case record([String: Node])
    }

    private var content = Content.one(.absent)

    var value: BinaryValue {
      switch content {
      case .one(let value): return value
      case .record(let nodes): return .record(nodes.mapValues(\.value))
      case .list(let nodes):
        let values = nodes.map(\.value)
        var numbers: [Double] = []
        for value in values {
          guard case .numbers(let own) = value, own.count == 1 else { return .list(values) }
          numbers += own
        }
        // An empty list has no element type, and a list of one number would be identical to the
        // number.
        return numbers.count < 2 ? .list(values) : .numbers(numbers)
      }
    }

    // Specialized, it would be repeated for each stored type.
    @_semantics("optimize.sil.specialize.generic.never")
    func encode(_ value: some Encodable, _ path: [any CodingKey]) throws {
      switch value {
      case let value as Bool: content = .one(.flag(value))
      case let value as Double: content = .one(.number(value))
      case let value as Float: content = .one(.number(Double(value)))
      case let value as String: content = .one(.text(value))
      case let value as Data: content = .one(.bytes([UInt8](value)))
      case let value as any NumberList: content = .one(.numbers(value.numbers))
      // The low half of a duration may exceed the greatest signed number.
      case let value as UInt64: content = .one(.whole(Int64(bitPattern: value)))
      case let value as any FixedWidthInteger & Encodable:
        guard let whole = Int64(exactly: value) else {
          throw EncodingError.invalidValue(
            value,
            .init(codingPath: path, debugDescription: "An integer must have at most 64 bits"))
        }
        content = .one(.whole(whole))
      default: try value.encode(to: ValueEncoder(node: self, codingPath: path))
      }
    }

    func encodeNothing() { content = .one(.absent) }

    func becomeRecord() {
      if case .record = content { return }
      content = .record([:])
    }

    func becomeList() {
      if case .list = content { return }
      content = .list([])
    }

    func child(_ key: any CodingKey) -> Node {
      let node = Node()
      if case .record(var nodes) = content {
        nodes[key.stringValue] = node
        content = .record(nodes)
      }
      return node
    }

    var count: Int { if case .list(let nodes) = content { nodes.count } else { 0 } }

    func element() -> Node {
      let node = Node()
      if case .list(var nodes) = content {
        content = .list([])  // so that the list is added to in place
        nodes.append(node)
        content = .list(nodes)
      }
      return node
    }
  }

  fileprivate struct ValueEncoder: Encoder, SingleValueEncodingContainer {
    let node: BinaryValue.Node
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      node.becomeRecord()
      return KeyedEncodingContainer(Fields(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
      node.becomeList()
      return Elements(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { node.encodeNothing() }

    func encode(_ value: some Encodable) throws { try node.encode(value, codingPath) }

    struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
      let node: BinaryValue.Node
      let codingPath: [any CodingKey]

      func encodeNil(forKey key: Key) { node.child(key).encodeNothing() }

      func encode(_ value: some Encodable, forKey key: Key) throws {
        try node.child(key).encode(value, codingPath + [key])
      }

      func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
      ) -> KeyedEncodingContainer<Nested> { superEncoder(forKey: key).container(keyedBy: type) }

      func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        superEncoder(forKey: key).unkeyedContainer()
      }

      func superEncoder() -> any Encoder { ValueEncoder(node: node, codingPath: codingPath) }

      func superEncoder(forKey key: Key) -> any Encoder {
        ValueEncoder(node: node.child(key), codingPath: codingPath + [key])
      }
    }

    struct Elements: UnkeyedEncodingContainer {
      let node: BinaryValue.Node
      let codingPath: [any CodingKey]
      var count: Int { node.count }

      func encodeNil() { node.element().encodeNothing() }

      func encode(_ value: some Encodable) throws { try node.element().encode(value, codingPath) }

      func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
      ) -> KeyedEncodingContainer<Nested> { superEncoder().container(keyedBy: type) }

      func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        superEncoder().unkeyedContainer()
      }

      func superEncoder() -> any Encoder {
        ValueEncoder(node: node.element(), codingPath: codingPath)
      }
    }
  }
}
