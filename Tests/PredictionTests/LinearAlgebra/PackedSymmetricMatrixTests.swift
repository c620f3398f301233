import Foundation
import Testing

@testable import Prediction

struct PackedSymmetricMatrixTests {
  private func matrix(_ size: Int, seed: UInt64) -> SymmetricMatrix {
    var generator = SeededGenerator(seed: seed)
    var matrix = SymmetricMatrix(size: size)
    for row in 0..<size {
      for column in row..<size { matrix[row, column] = generator.normal() }
    }
    return matrix
  }

  /// [1 2; 2 4] in the order of the triangle's rows, and its form for (1, −1): 1 − 2·2 + 4 = 1.
  @Test func elementsAreTheTriangleByRows() {
    var whole = SymmetricMatrix(size: 2)
    (whole[0, 0], whole[0, 1], whole[1, 1]) = (1, 2, 4)
    let packed = PackedSymmetricMatrix(whole)
    #expect(packed.numbers == [1, 2, 4] && packed.size == 2)
    #expect(packed.quadratic([1, -1]) == 1)
  }

  @Test(arguments: [1, 2, 5, 20])
  func everyResultIsThatOfTheWholeMatrix(size: Int) throws {
    let (one, other) = (matrix(size, seed: 50), matrix(size, seed: 51))
    var packed = PackedSymmetricMatrix(one)
    #expect(packed.unpacked == one)
    #expect(other - packed == other - one)
    var generator = SeededGenerator(seed: 52)
    let vector = (0..<size).map { _ in generator.normal() }
    #expect(abs(packed.quadratic(vector) - one.quadratic(vector)) < 1e-11)
    #expect(packed.map { $0.limited(to: 1) }.numbers == [one[0, 0]])
    for selected in [Array(0..<size), Array(stride(from: 0, to: size, by: 2)), [size - 1]] {
      #expect(packed.selecting(selected).unpacked == one.selecting(selected))
    }
    packed += PackedSymmetricMatrix(other)
    var sum = one
    sum += other
    #expect(packed.unpacked == sum)
  }

  /// Both forms are stored equally.
  @Test func theEncodedFormIsThatOfTheWholeMatrix() throws {
    let whole = matrix(6, seed: 53)
    let packed = PackedSymmetricMatrix(whole)
    let (one, other) = try (JSONEncoder().encode([whole]), JSONEncoder().encode([packed]))
    #expect(one == other)
    #expect(try JSONDecoder().decode([PackedSymmetricMatrix].self, from: one) == [packed])
    #expect(PackedSymmetricMatrix(numbers: packed.numbers) == packed)
    #expect(PackedSymmetricMatrix(numbers: [1, 2]) == nil)
  }
}
