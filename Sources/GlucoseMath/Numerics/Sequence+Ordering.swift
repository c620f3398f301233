extension RandomAccessCollection {
  /// Returns the index of the first element that satisfies `predicate`, which must be after all
  /// that do not, in O(log *n*).
  @inlinable
  package func partitioningIndex(where predicate: (Element) throws -> Bool) rethrows -> Index {
    var low = startIndex
    var length = count
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if try predicate(self[middle]) {
        length = half
      } else {
        low = index(after: middle)
        length -= half + 1
      }
    }
    return low
  }
}

extension Sequence {
  /// Returns the elements in order, with the same code for all types. Each type and closure with
  /// `sorted(by:)` adds some four kilobytes to a program; this takes longer, and is for short
  /// lists.
  package func ordered(by areInIncreasingOrder: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    let positions = elements.indices.sorted { first, second in
      areInIncreasingOrder(elements[first], elements[second])
    }
    return positions.map { elements[$0] }
  }
}
