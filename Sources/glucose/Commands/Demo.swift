// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "All of it on a virtual person: a report, pictures, a forecast, a back-test.",
      discussion: "Writes files to open into a folder, and says which.")

    @Argument(help: "The folder, which is made if need be.")
    var folder = "glucose-demo"
    @Option(help: "Which virtual person: any whole number from 0.")
    var seed: UInt64 = 35
    @Option(help: "mg/dL or mmol/L.", transform: InputOptions.unit)
    var unit: GlucoseUnit = .mmolL
    @Flag(help: "Only write the files.")
    var quiet = false

    func run() async throws {
      try await orFail {
        do {
          try FileManager.default.createDirectory(
            at: URL(filePath: folder), withIntermediateDirectories: true)
        } catch {
          throw Failure(.noOutput, "\(folder) cannot be made: \(reason(error))")
        }
        let files = try await DemoFiles(seed: seed, unit: unit)
        for (name, contents) in files.contents {
          try OutputOptions.write(Array(contents.utf8), to: folder + "/" + name)
        }
        guard !quiet else { return }
        let names = DemoFiles.meanings.map { "  \($0)\($1)" }.joined(separator: "\n")
        try OutputOptions.print(
          """
          \(files.report)

          The next 30 minutes:

          \(files.forecast)

          How good such forecasts were:

          \(files.backtest)

          Files to open in \(URL(filePath: folder).standardizedFileURL.path):
          \(names)
          """)
      }
    }
  }
#endif
