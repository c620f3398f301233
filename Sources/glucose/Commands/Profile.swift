import ArgumentParser
import Foundation
import GlucoseStudy

struct Profile: Command {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Compute the ambulatory glucose profile: percentiles at each time of day.",
    discussion: """
      The percentiles are over all days at one local time, without smoothing. The terminal shows \
      one row per hour; --csv and --json contain one per five minutes, or interval of a sensor \
      that records more often, in mg/dL.

      Columns of --csv, and names of --json under "rows":
        file, id: the recording
        zone: the time zone
        minute_of_day, time: the local time, as minutes after midnight and as 07:05
        days: the number of days with a value at this time
        p5_mgdl …: the percentiles; empty if no day has a value
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var units: UnitOptions
  @Option(
    help: .value(
      "numbers", "The percentiles from 0 to 100, comma-separated (default: 5,25,50,75,95)."),
    transform: Profile.percentiles)
  var percentiles = Percentiles.standard
  @OptionGroup var format: TableFormat

  struct Percentiles {
    let numbers: [Double]
    static let standard = Percentiles(numbers: [5, 25, 50, 75, 95])

    /// Returns the number as in the name of a column: without a decimal point.
    static func name(_ number: Double) -> String {
      (Int(exactly: number).map(String.init) ?? number.description).replacing(".", with: "_")
    }
  }

  private static func percentiles(_ text: String) throws -> Percentiles {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    let valid = numbers.compactMap { $0 }.filter { (0...100).contains($0) }
    guard valid.count == numbers.count, Set(valid).count == valid.count else {
      throw ValidationError(
        "\(text) is not a list of percentiles: use different numbers from 0 to 100, such as "
          + "10,50,90.")
    }
    return Percentiles(numbers: valid)
  }

  func run(_ failures: inout Failures) throws {
    let sources = try input.read(&failures)
    let profiles = sources.compactMap { source -> Result? in
      source.series.dayGrid(in: source.zone).map { grid in
        let probabilities = percentiles.numbers.map { $0 / 100 }
        return (source, grid.ambulatoryGlucoseProfile(probabilities: probabilities))
      }
    }
    guard !profiles.isEmpty else { throw CommandFailure("there are no readings.") }
    try format.print(text(profiles), or: table(profiles, sources))
  }

  private typealias Result = (source: InputOptions.Source, profile: AmbulatoryGlucoseProfile)

  private var columns: [String] { percentiles.numbers.map { "p\(Percentiles.name($0))" } }

  private func values(_ point: AmbulatoryGlucoseProfile.Point) -> [Glucose?] {
    point.percentiles.isEmpty
      ? Array(repeating: nil, count: percentiles.numbers.count) : point.percentiles
  }

  private func table(_ profiles: [Result], _ sources: [InputOptions.Source]) -> DataTable {
    var table = DataTable(
      "profile", JSONObject(choicesFor: sources),
      columns: ["file", "id", "zone", "minute_of_day", "time", "days"]
        + columns.map { $0 + "_mgdl" })
    for (source, profile) in profiles {
      for point in profile.points {
        table.add(
          [
            source.file, source.subject.id, source.zone.identifier, point.minuteOfDay,
            NightOptions.clock(point.minuteOfDay), point.dayCount,
          ] + values(point).map { $0?.mgdL })
      }
    }
    return table
  }

  private func text(_ profiles: [Result]) -> String {
    var table = TextTable(
      [("id", .left), ("time", .left), ("days", .right)] + columns.map { ($0, .right) }
        + [("unit", .left)])
    for (source, profile) in profiles {
      let unit = units.unit(for: source)
      var hour = -1
      for point in profile.points where point.minuteOfDay / 60 > hour {
        hour = point.minuteOfDay / 60
        table.add(
          [source.shownName, NightOptions.clock(point.minuteOfDay), String(point.dayCount)]
            + values(point).map { $0?.text(in: unit) } + [unit.rawValue])
      }
    }
    return table.text
  }
}
