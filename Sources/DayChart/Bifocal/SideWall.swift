// SPDX-License-Identifier: Apache-2.0

/// The plane on which the days on one side stand: it is joined to the day in focus at a fold and
/// recedes from there, as in the ARISES display and before it in the perspective wall (Mackinlay,
/// Robertson and Card, *Proceedings of CHI*, 1991).
///
/// The plane is turned by 45° about the fold and seen from 500 points away in a picture 640 points
/// wide, and in proportion in others, so that every picture shows it at the same angle. At the fold
/// a concentration stands as high as in the day in focus.
struct SideWall {
  /// Where the fold is.
  let fold: Double
  /// How wide the wall is seen.
  let width: Double
  /// -1 for the wall at the left, 1 for that at the right.
  let direction: Double
  /// The height at which nothing is moved up or down.
  let middle: Double
  /// How far away the viewer is.
  let distance: Double

  /// The sine and cosine of 45°.
  private static let turn = 0.5.squareRoot()

  /// The length of the plane itself, which is seen as ``width``.
  var length: Double { width / (Self.turn * (1 - width / distance)) }

  /// How large something is seen at `depth`, in points along the plane from the fold.
  func scale(at depth: Double) -> Double { 1 / (1 + depth * Self.turn / distance) }

  /// Where the point of the plane is seen that lies `depth` from the fold at the height `y`.
  func place(_ depth: Double, _ y: Double) -> PicturePoint {
    let scale = scale(at: depth)
    return PicturePoint(
      x: fold + direction * depth * Self.turn * scale, y: middle + (y - middle) * scale)
  }
}
