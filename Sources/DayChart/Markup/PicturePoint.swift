/// A position in a picture, in points from its upper-left corner: the coordinates of its SVG
/// document.
///
/// If a page displays the document in another size, divide the distances of the pointer from the
/// corner by the scale: the displayed width over the picture's `size.width`.
public struct PicturePoint: Equatable, Sendable {
  /// The distance from the left edge.
  public var x: Double
  /// The distance from the top edge.
  public var y: Double

  /// Creates a position `x` points from the left edge and `y` points from the top edge.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  func distance(to other: PicturePoint) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }
}

extension Collection {
  /// Returns the longest runs in which each element belongs with the previous one.
  func runs(_ belongs: (Element, Element) -> Bool) -> [[Element]] {
    reduce(into: []) { runs, element in
      if let last = runs.last?.last, belongs(last, element) {
        runs[runs.count - 1].append(element)
      } else {
        runs.append([element])
      }
    }
  }
}

extension [PicturePoint] {
  /// The line through these points, thinned if it has more than two points per point of width.
  package var thinnedIfDense: [PicturePoint] {
    guard let first, let last, Double(count) > 2 * (last.x - first.x) + 4 else { return self }
    return thinned
  }

  /// The line through these points, with at most two points per point of width: the highest and the
  /// lowest in it, in order, so that no extreme is lost.
  var thinned: [PicturePoint] {
    var result: [PicturePoint] = []
    var column: (lowest: Int, highest: Int)?
    func flush() {
      guard let found = column else { return }
      result += Set([found.lowest, found.highest]).sorted().map { self[$0] }
    }
    for index in indices {
      guard let found = column, self[found.lowest].x.rounded(.down) == self[index].x.rounded(.down)
      else {
        flush()
        column = (index, index)
        continue
      }
      if self[index].y > self[found.lowest].y { column?.lowest = index }
      if self[index].y < self[found.highest].y { column?.highest = index }
    }
    flush()
    // A reading without adjacent readings is a line of zero length, which round caps draw as a dot.
    return result.count == 1 ? result + result : result
  }
}

package struct SVGPath {
  private var bytes: [UInt8] = []

  package var data: String { String(decoding: bytes, as: UTF8.self) }
  package var isEmpty: Bool { bytes.isEmpty }

  package init(line points: [PicturePoint]) { append(line: points) }

  package init(outline points: [PicturePoint]) { append(outline: points) }

  package mutating func append(outline points: [PicturePoint]) {
    append(line: points)
    bytes.append(UInt8(ascii: "Z"))
  }

  package mutating func append(line points: [PicturePoint]) {
    for (index, point) in points.enumerated() {
      bytes.append(index == 0 ? UInt8(ascii: "M") : UInt8(ascii: "L"))
      bytes.append(decimal: point.x, places: 2, trimmed: true)
      bytes.append(UInt8(ascii: " "))
      bytes.append(decimal: point.y, places: 2, trimmed: true)
    }
  }

  package init() {}
}
