import GlucoseTestSupport
import Testing

struct ArticleTests {
  /// The program is built and run as an example, so what the article shows works.
  @Test func showsTheProgramOfTheExample() throws {
    let program = try PackageFiles.program("Examples/Embed/Sources/KeepLogbook/main.swift")
    let code = try PackageFiles.code(in: "Sources/GlucoseLog/GlucoseLog.docc/KeepingALogbook.md")
    #expect(code == [program])
  }
}
