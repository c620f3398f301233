import Testing

@testable import GlucoseMath

@Suite struct PartitioningIndexTests {
  @Test(arguments: 0...9)
  func dividesAtEveryPlace(place: Int) {
    let values = Array(0..<9)
    #expect(values.partitioningIndex { $0 >= place } == place)
    let slice = values[3...]
    #expect(slice.partitioningIndex { $0 >= place } == min(max(place, 3), 9))
  }

  @Test func anEmptyCollectionDividesAtItsEnd() {
    #expect([Int]().partitioningIndex { _ in true } == 0)
  }
}
