/// A value that copies share, so that a copy of whatever contains it is a copy of one reference.
///
/// For a value with many strings or arrays inside other values: the code that copies, assigns and
/// destroys such a value is otherwise repeated in every type that contains it. It is for values that
/// are replaced as a whole, since a change of a part of one copies it.
@propertyWrapper
package struct Shared<Value> {
  @usableFromInline
  final class Box {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
  }

  @usableFromInline let box: Box

  @inlinable @inline(__always)
  package init(_ value: Value) { box = Box(value) }

  @inlinable @inline(__always)
  package init(wrappedValue: Value) { box = Box(wrappedValue) }

  @inlinable @inline(__always)
  package var value: Value { box.value }

  @inlinable @inline(__always)
  package var wrappedValue: Value {
    get { box.value }
    set { self = Shared(newValue) }
  }
}

extension Shared.Box: Sendable where Value: Sendable {}
extension Shared: Sendable where Value: Sendable {}

extension Shared: Equatable where Value: Equatable {
  package static func == (first: Self, second: Self) -> Bool {
    first.box === second.box || first.value == second.value
  }
}
