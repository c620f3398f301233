// SPDX-License-Identifier: Apache-2.0

extension Sequence {
  /// Returns the elements in order, as `sorted(by:)` does, with the same code for all types.
  ///
  /// Each type and closure with `sorted(by:)` adds some four kilobytes to a program. This sorts
  /// positions instead, without specialization, which takes longer: it is for short lists.
  package func ordered(
    by areInIncreasingOrder: (Element, Element) -> Bool
  ) -> [Element] {
    let elements = Array(self)
    let positions = elements.indices.sorted { first, second in
      areInIncreasingOrder(elements[first], elements[second])
    }
    return positions.map { elements[$0] }
  }
}
