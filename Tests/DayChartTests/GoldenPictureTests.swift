// SPDX-License-Identifier: Apache-2.0

import DayChart
import DaySummary
import Foundation
import Testing

struct GoldenPictureTests {
  static let sizes = [
    "320": PlotSize(width: 320, height: 260), "640": PlotSize(width: 640, height: 400),
    "1200": PlotSize(width: 1200, height: 620),
  ]

  /// With UPDATE_GOLDEN=1 in the environment the fixtures are written anew instead.
  @Test(arguments: ["320", "640", "1200"])
  func pictureIsTheSameToTheByte(name: String) throws {
    let size = try #require(Self.sizes[name])
    let svg = DayPicture(try ExampleDay.plot(), size: size).svg
    let file = "Fixtures/day-\(name).svg"
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: file)
      try svg.write(to: source, atomically: true, encoding: .utf8)
      return
    }
    let url = try #require(Bundle.module.url(forResource: file, withExtension: nil))
    #expect(try svg == String(contentsOf: url, encoding: .utf8))
  }
}
