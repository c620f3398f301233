// SPDX-License-Identifier: Apache-2.0

#if CommandLine && Logbook
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct LogExport: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Everything a logbook holds, as one JSON document.",
      discussion: """
        `import` of it into an empty logbook gives the same logbook, and into another adds to that. The \
        document is not encrypted; a file that --output makes can be read by its owner only.

        Examples:
          glucose log export -o everything.json
          glucose log export | gpg --symmetric > everything.json.gpg
        """)

    @OptionGroup var log: LogbookFileOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      try orFail {
        let archive = try log.open(isReadOnly: true).archive()
        guard let path = output.output else {
          return try OutputOptions.print(String(decoding: archive, as: UTF8.self))
        }
        if !FileManager.default.fileExists(atPath: path) {
          // Made for its owner before anything is in it; what goes wrong shows when it is written.
          _ = FileManager.default.createFile(
            atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        try OutputOptions.write(Array(archive), to: path)
      }
    }
  }
#endif
