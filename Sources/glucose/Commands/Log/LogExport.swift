// SPDX-License-Identifier: Apache-2.0

#if CommandLine && Logbook
  import ArgumentParser
  import GlucoseKit

  struct LogExport: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Everything a logbook holds, as one JSON document.",
      discussion: "`import` of it into an empty logbook gives the same logbook.")

    @OptionGroup var log: LogbookFileOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      try orFail {
        let archive = try log.open().archive()
        guard let path = output.output else {
          return print(String(decoding: archive, as: UTF8.self))
        }
        try OutputOptions.write(Array(archive), to: path)
      }
    }
  }
#endif
