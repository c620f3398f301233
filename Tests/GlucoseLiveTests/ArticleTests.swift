import GlucoseTestSupport
import Testing

struct ArticleTests {
  /// The program is built and run as an example, so what the article shows works.
  @Test func showsTheProgramOfTheExample() throws {
    let program = try PackageFiles.program("Examples/Embed/Sources/FollowSensor/main.swift")
    let code = try PackageFiles.code(in: "Sources/GlucoseLive/GlucoseLive.docc/FollowingASensor.md")
    #expect(code.first == program)
  }
}
