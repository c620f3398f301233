// SPDX-License-Identifier: Apache-2.0

/// A path through points in a picture.
struct SVGPath {
  private(set) var data = ""

  /// An open line through `points`.
  init(line points: [PicturePoint]) { append(line: points) }

  /// A closed outline through `points`.
  init(outline points: [PicturePoint]) { append(outline: points) }

  /// Adds a closed outline through `points`.
  mutating func append(outline points: [PicturePoint]) {
    append(line: points)
    data += "Z"
  }

  /// Adds a line through `points` that does not touch what came before.
  mutating func append(line points: [PicturePoint]) {
    for (index, point) in points.enumerated() {
      data += (index == 0 ? "M" : "L") + point.x.svgNumber + " " + point.y.svgNumber
    }
  }

  init() {}
}

/// A point in a picture, in points from its upper left corner.
struct PicturePoint {
  var x: Double
  var y: Double
}
