// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "What each day was like, and all of them together.",
      discussion: """
        A line for each local day that has readings: how many, how much of the day they cover, lowest, \
        mean and highest, standard deviation, coefficient of variation, the share of readings in each \
        range band, and what was logged. The last line is of all readings together; what it says of \
        cover is the mean of the days above it.

        Rejected rows are told on standard error. Of a file with several people each gets a table.
        """)

    @OptionGroup var input: InputOptions
    @OptionGroup var presentation: PresentationOptions
    @Flag(help: "JSON for machines: concentrations in mg/dL, shares from 0 to 1.")
    var json = false

    func run() throws {
      try orFail {
        let sources = try input.read()
        let reports = try sources.map {
          try PeriodReport($0, input.zone, bands: presentation.bands(for: $0))
        }
        guard reports.contains(where: { $0.overall != nil }) else {
          throw Failure(.data, "\(input.files.joined(separator: ", ")): there are no readings.")
        }
        if json { return try OutputOptions.print(try jsonText(reports)) }
        for (index, (source, report)) in zip(sources, reports).enumerated() {
          let text = report.text(in: presentation.unit(for: source))
          try OutputOptions.print(index > 0 ? "\n" + text : text)
        }
      }
    }
  }
#endif
