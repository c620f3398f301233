import ArgumentParser
import Foundation
import GlucoseStudy

struct Demo: Command {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract:
      "Run every analysis on a virtual person: a report, pictures, a forecast, a back-test.",
    discussion: """
      Writes files to a folder and prints a summary of them. The files of an earlier demo are \
      replaced.
      """)

  @Argument(help: "The folder. It is created if it does not exist.")
  var folder = "glucose-demo"
  @Option(help: "The seed of the virtual person, a whole number from 0.")
  var seed: UInt64 = 35
  @Option(help: "The number of days, from 3 to 365, the last of them not over.")
  var days = 15
  @Option(
    help: "The unit of the output: mg/dL or mmol/L (default: mmol/L).",
    transform: InputOptions.unit)
  var unit: GlucoseUnit = .mmolL
  @Flag(
    help: "Print the whole report, all tables of the back-test, and a description of each file.")
  var full = false
  @Flag(help: "Write the files without printing a summary.")
  var quiet = false

  func validate() throws {
    try require((3...365).contains(days), "--days must be from 3 to 365.")
    try require(!(full && quiet), "Choose one of --full and --quiet.")
  }

  func run(_: inout Failures) async throws {
    // The files of an earlier demo are replaced, and no others.
    let known = DemoFiles.names.filter { FileManager.default.fileExists(atPath: folder + "/" + $0) }
    if let first = known.first, known.count < DemoFiles.names.count {
      throw CommandFailure(
        .noOutput,
        "\(folder) contains \(first), which is not of a complete demo: choose another folder.")
    }
    do {
      try FileManager.default.createDirectory(
        at: URL(filePath: folder), withIntermediateDirectories: true)
    } catch { throw CommandFailure(.noOutput, "\(folder) cannot be created: \(reason(error))") }
    let files = try await DemoFiles(seed: seed, days: days, unit: unit)
    for (name, contents) in files.contents {
      try OutputOptions.write(Array(contents.utf8), to: folder + "/" + name)
    }
    guard !quiet else { return }
    let place = URL(filePath: folder).standardizedFileURL.path
    try OutputOptions.print(full ? files.fullText(in: place) : files.summary(in: place))
  }
}
