// SPDX-License-Identifier: Apache-2.0

/// The plane of the days on one side. It is joined to the day in focus at a fold and recedes from
/// there, as in the ARISES display and in the perspective wall (Mackinlay, Robertson and Card,
/// *Proceedings of CHI*, 1991).
///
/// The plane is rotated by 45° about the fold and seen from 500 points away in a picture 640 points
/// wide, and in proportion in others, so that the angle is the same in every picture. At the fold,
/// a concentration has the same height as in the day in focus.
struct SideWall {
  /// The x-coordinate of the fold.
  let fold: Double
  /// The projected width of the wall.
  let width: Double
  /// -1 for the left wall, 1 for the right wall.
  let direction: Double
  /// The height at which the projection moves no point up or down.
  let middle: Double
  /// The distance of the viewer.
  let distance: Double

  /// The sine and cosine of 45°.
  private static let turn = 0.5.squareRoot()

  /// The length of the plane, whose projection is ``width``.
  var length: Double { width / (Self.turn * (1 - width / distance)) }

  /// Returns the projected scale at `depth`, in points along the plane from the fold.
  func scale(at depth: Double) -> Double { 1 / (1 + depth * Self.turn / distance) }

  /// Returns the projection of the point of the plane at `depth` from the fold and the height `y`.
  func place(_ depth: Double, _ y: Double) -> PicturePoint {
    let scale = scale(at: depth)
    return PicturePoint(
      x: fold + direction * depth * Self.turn * scale, y: middle + (y - middle) * scale)
  }
}
