// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "A plain CSV of what a virtual person with type 1 diabetes recorded.",
      discussion: """
        The same seed gives the same person and the same recording on every machine. With --people \
        there are as many different people, told apart by their ids.
        """)

    @OptionGroup var output: OutputOptions

    @Option(help: "How many days.")
    var days = 14

    @Option(help: "Which person: any whole number from 0.")
    var seed: UInt64 = 1

    @Option(help: "How many people.")
    var people = 1

    @Option(
      help: ArgumentHelp("The first day, for instance 2026-03-02.", valueName: "day"))
    var from = "2026-03-02"

    @Option(help: "The zone the person lives in.", transform: InputOptions.zone)
    var zone: TimeZone = .gmt

    @Option(help: "mg/dL or mmol/L.", transform: InputOptions.unit)
    var unit: GlucoseUnit = .mgdL

    func validate() throws {
      guard (1...36_525).contains(days) else {
        throw ValidationError("--days lies between 1 and 36525, a century.")
      }
      guard (1...100_000).contains(people) else {
        throw ValidationError("--people lies between 1 and 100000.")
      }
      guard let day = LocalDay(from, in: zone), (1900...2200).contains(day.year) else {
        throw ValidationError("\(from) is no day such as 2026-03-02, between 1900 and 2200.")
      }
    }

    func run() throws {
      guard let day = LocalDay(from, in: zone) else { return }
      let patients =
        people == 1
        ? [VirtualPatient(seed: seed)] : VirtualPatient.cohort(of: people, seed: seed)
      let writer = CSVWriter(unit: unit, zone: zone)
      try orFail {
        var progress = ProgressLine(of: patients.count)
        let subjects = patients.enumerated().lazy.map { number, patient in
          progress.show(number, "virtual patient \(number + 1)")
          return ImportedPerson(
            id: "Virtual \(number + 1)", recording: patient.simulate(days: days, from: day))
        }
        defer { progress.end() }
        guard let path = output.output else {
          return try writer.write(subjects) { try OutputOptions.write($0) }
        }
        var bytes: [UInt8] = []
        writer.write(subjects) { bytes += $0 }
        try OutputOptions.write(bytes, to: path)
      }
    }
  }
#endif
