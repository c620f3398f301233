#if CommandLine && Logbook
  import ArgumentParser
  import Foundation
  import GlucoseStudy

  struct LogExport: Command {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Export the content of a logbook as one JSON document.",
      discussion: """
        `import` restores the document to an empty logbook, or merges it into another. The \
        document is not encrypted; a file created by --output is readable by its owner only.

        Examples:
          glucose log export -o everything.json
          glucose log export | gpg --symmetric > everything.json.gpg
        """)

    @OptionGroup var log: LogbookFileOptions
    @OptionGroup var output: OutputOptions

    func run(_: inout Failures) throws {
      let logbook = try log.open(isReadOnly: true)
      // SQLite keeps changes in files beside the logbook.
      let files = logbook.path.map { [$0, $0 + "-wal", $0 + "-shm"] } ?? []
      try OutputOptions.refuse([output.output], replacing: files)
      guard let path = output.output, path != "-" else {
        try logbook.archive { try OutputOptions.write(Array($0)) }
        return try OutputOptions.write([UInt8(ascii: "\n")])
      }
      if !FileManager.default.fileExists(atPath: path) {
        // Created with owner permissions before it has content; an error is reported by the
        // write.
        _ = FileManager.default.createFile(
          atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
      }
      try OutputOptions.write(Array(logbook.archive()), to: path)
    }
  }
#endif
