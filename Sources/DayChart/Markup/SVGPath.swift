// SPDX-License-Identifier: Apache-2.0

/// A path through points in a picture.
package struct SVGPath {
  private var bytes: [UInt8] = []

  /// The path as the value of the attribute "d".
  package var data: String { String(decoding: bytes, as: UTF8.self) }
  /// A Boolean value that indicates whether the path is empty.
  package var isEmpty: Bool { bytes.isEmpty }

  /// Creates an open line through `points`.
  package init(line points: [PicturePoint]) { append(line: points) }

  /// Creates a closed outline through `points`.
  package init(outline points: [PicturePoint]) { append(outline: points) }

  /// Adds a closed outline through `points`.
  package mutating func append(outline points: [PicturePoint]) {
    append(line: points)
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Adds a separate line through `points`.
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
