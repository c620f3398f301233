// SPDX-License-Identifier: Apache-2.0

/// A path through points in a picture.
struct SVGPath {
  private var bytes: [UInt8] = []

  /// The path as the attribute "d" writes it.
  var data: String { String(decoding: bytes, as: UTF8.self) }
  /// Whether nothing was added.
  var isEmpty: Bool { bytes.isEmpty }

  /// An open line through `points`.
  init(line points: [PicturePoint]) { append(line: points) }

  /// A closed outline through `points`.
  init(outline points: [PicturePoint]) { append(outline: points) }

  /// Adds a closed outline through `points`.
  mutating func append(outline points: [PicturePoint]) {
    append(line: points)
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Adds a line through `points` that does not touch what came before.
  mutating func append(line points: [PicturePoint]) {
    for (index, point) in points.enumerated() {
      bytes.append(index == 0 ? UInt8(ascii: "M") : UInt8(ascii: "L"))
      bytes.append(decimal: point.x, places: 2, trimmed: true)
      bytes.append(UInt8(ascii: " "))
      bytes.append(decimal: point.y, places: 2, trimmed: true)
    }
  }

  init() {}
}

/// A point in a picture, in points from its upper left corner.
struct PicturePoint {
  var x: Double
  var y: Double
}
