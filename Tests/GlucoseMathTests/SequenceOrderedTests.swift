import GlucoseMath
import Testing

@Suite struct SequenceOrderedTests {
  /// Elements that compare as equal keep their order, as with `sorted(by:)`.
  @Test(arguments: [0, 1, 2, 3, 50, 500])
  func equalsSorted(count: Int) {
    let elements = (0..<count).map { (key: $0 * 7919 % 13, place: $0) }
    let ordered = elements.ordered { $0.key < $1.key }
    let expected = elements.sorted { ($0.key, $0.place) < ($1.key, $1.place) }
    #expect(ordered.map(\.place) == expected.map(\.place))
  }

  @Test func ordersSets() {
    #expect(Set([3, 1, 2]).ordered(by: <) == [1, 2, 3])
    #expect(Set([3, 1, 2]).ordered(by: >) == [3, 2, 1])
  }
}
