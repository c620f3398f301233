// SPDX-License-Identifier: Apache-2.0

/// A value that copies share, so that a copy of whatever contains it is a copy of one reference.
///
/// For a value with many strings or arrays inside other values: the code that copies, assigns and
/// destroys such a value is otherwise repeated in every type that contains it.
package struct Shared<Value> {
  // One element.
  @usableFromInline let values: [Value]

  /// Shares a value.
  @inlinable
  package init(_ value: Value) { values = [value] }

  /// The value.
  @inlinable
  package var value: Value { values[0] }
}

extension Shared: Equatable where Value: Equatable {}
extension Shared: Hashable where Value: Hashable {}
extension Shared: Sendable where Value: Sendable {}
