import ArgumentParser
import Foundation
import GlucoseStudy

struct Simulate: Command {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Simulate the recording of a virtual person with type 1 diabetes, as plain CSV.",
    discussion: """
      The same seed results in the same person and the same recording on every machine. With \
      --people, the people are different and have different ids.
      """)

  @OptionGroup var output: OutputOptions

  @Option(help: "The number of days, from 1 to 36525.")
  var days = 14

  @Option(help: "The seed of the person, a whole number from 0.")
  var seed: UInt64 = 1

  @Option(help: "The number of people, from 1 to 100000.")
  var people = 1

  @Option(help: .value("day", "The first day, from 1900 to 2200."))
  var from = "2026-03-02"

  @Option(help: "The time zone of the person (default: GMT).", transform: InputOptions.zone)
  var zone: TimeZone = .gmt

  @Option(help: "The unit: mg/dL or mmol/L (default: mg/dL).", transform: InputOptions.unit)
  var unit: GlucoseUnit = .mgdL

  func validate() throws {
    try require((1...36_525).contains(days), "--days must be from 1 to 36525, a century.")
    try require((1...100_000).contains(people), "--people must be from 1 to 100000.")
    guard let day = LocalDay(from, in: zone), (1900...2200).contains(day.year) else {
      throw ValidationError("\(from) is not a day such as 2026-03-02, from 1900 to 2200.")
    }
  }

  func run(_: inout Failures) throws {
    guard let day = LocalDay(from, in: zone) else { return }
    let patients =
      people == 1 ? [VirtualPatient(seed: seed)] : VirtualPatient.cohort(of: people, seed: seed)
    let writer = CSVWriter(unit: unit, zone: zone)
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
