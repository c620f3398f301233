import Foundation
import GlucoseDiary
import GlucoseMath
import Prediction
import PredictionEvaluation
import Recordings

/// Forecasts from readings as they are, from few of them, and from damaged ones, and prints the errors
/// 30 minutes ahead, and two hours ahead, as a table.
///
///     ForecastDamage BASELINE NAME=TABLE… NAME=TABLE=MODELS…
///     ForecastDamage --write BASELINE NAME=TABLE… NAME=TABLE=MODELS…
///
/// A table has the columns subject, time and mg/dL. The models are the pretrained ones, without and
/// with a personalization to the first 70 percent of each record; the origins are spread over the
/// rest, and every natural jump of it is one. The outcomes are undamaged. After the studies, the
/// first is repeated with a reading a minute, interpolated between the readings before each origin.
/// A study with a file of models, trained without it, has rows of undamaged readings by these.
/// Forecasts must not depend on the date: those from records that are shifted by days and by a year
/// must be equal. The exit status is 1 if one is not, or if a figure is beyond the tolerances from
/// those in BASELINE, which `--write` replaces. The last columns are means over people of changes
/// from BASELINE, with intervals of 95 percent: tolerances are for all forecasts together, and a
/// change within the interval may be chance.
@main
struct ForecastDamage {
  /// The number of origins of a person, and the greatest number of people of a study.
  private static let (origins, people) = (200, 60)
  /// The days by which records are shifted, and the number of people whose records are.
  private static let (shifts, shiftedPeople) = ([1.0, 3, 366], 5)
  private typealias Person = (subject: String, series: GlucoseSeries)
  private var baseline: [String: Figures] = [:]
  private var lines = [
    "recordings,model,readings," + Figures.names.joined(separator: ",")
      + ",people: RMSE: CRPS: coverage 90: lows 70 found"
  ]
  private var faults: [String] = []

  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let writes = arguments.first == "--write"
    if writes { arguments.removeFirst() }
    guard let path = arguments.first else { return print("ForecastDamage BASELINE NAME=TABLE…") }
    var run = ForecastDamage()
    if !writes { try run.read(path) }
    let heads = ["recordings", "model", "readings"] + Figures.names + Figures.changes.map(\.name)
    print("| " + heads.joined(separator: " | ") + " |")
    print(String(repeating: "|---", count: heads.count) + "|")
    var first: (name: String, people: [Person])?
    for argument in arguments.dropFirst() {
      let parts = argument.split(separator: "=").map(String.init)
      guard parts.count > 1 else {
        FileHandle.standardError.write(Data("Not NAME=TABLE: \(argument)\n".utf8))
        exit(64)
      }
      let study = (name: parts[0], people: try recordings(inTable: parts[1]))
      guard parts.count < 3 else {
        let models = try PretrainedModels(bytes: Array(Data(contentsOf: URL(filePath: parts[2]))))
        run.measure(study.name + " left out", study.people, models)
        continue
      }
      run.measure(study.name, study.people)
      first = first ?? study
    }
    if let first {
      run.measure(first.name + " every minute", Array(first.people.prefix(5)), everyMinute: true)
    }
    if writes {
      try (run.lines.joined(separator: "\n") + "\n").write(
        toFile: path, atomically: true, encoding: .utf8)
    }
    for fault in run.faults { FileHandle.standardError.write(Data((fault + "\n").utf8)) }
    exit(run.faults.isEmpty ? 0 : 1)
  }

  /// Reads the figures of former forecasts.
  private mutating func read(_ path: String) throws {
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count > 3 else { continue }
      baseline[fields.prefix(3).joined(separator: ",")] = Figures(Array(fields.dropFirst(3)))
    }
  }

  /// Prints the rows of a study, and notes what is beyond the tolerances.
  private mutating func measure(
    _ name: String, _ people: [Person], _ models: PretrainedModels? = nil, everyMinute: Bool = false
  ) {
    let damages = models == nil ? Damage.all : Damage.all.filter(\.isNone)
    var tallies: [[String]: Tally] = [:]
    for (number, (subject, series)) in people.prefix(Self.people).enumerated() {
      let cut = series.count * 7 / 10
      guard let model = Self.model(series, models) else { continue }
      let personal = model.personalized(to: Recording(series: series[positions: 0..<cut]))
      for days in Self.shifts where number < Self.shiftedPeople && !everyMinute && models == nil {
        if !Self.isEqual(series, shiftedBy: days, to: personal, cut) {
          faults.append("\(name): a forecast changes if the record is shifted by \(days) days")
        }
      }
      for (kind, model) in [("general", model), ("personal", personal)] {
        Self.add(
          series, of: subject, from: cut, model, damages, everyMinute: everyMinute
        ) { damage, body in
          body(&tallies[[kind, damage.name], default: Tally()])
        }
      }
    }
    for kind in ["general", "personal"] {
      for damage in Damage.all {
        guard let figures = tallies[[kind, damage.name]]?.figures else { continue }
        let names = [name, kind, damage.name]
        let key = names.joined(separator: ",")
        let texts = names + figures.texts
        print(
          "| " + (texts + figures.changes(from: baseline[key])).joined(separator: " | ") + " |")
        lines.append((texts + figures.peopleTexts).joined(separator: ","))
        faults += figures.faults(damage, baseline: baseline[key]).map { "\(key): \($0)" }
      }
    }
  }

  /// Returns the pretrained model of a record, two hours ahead.
  private static func model(
    _ series: GlucoseSeries, _ models: PretrainedModels? = nil
  ) -> Forecaster? {
    try? Forecaster.pretrained(for: series, zone: .gmt, horizon: .seconds(7200), among: models)
  }

  /// Returns a Boolean value that indicates whether the personal model of the shifted record has the
  /// same forecasts as that of the record, which learned from its readings before a position.
  private static func isEqual(
    _ series: GlucoseSeries, shiftedBy days: Double, to model: Forecaster, _ cut: Int
  ) -> Bool {
    let readings = series.map {
      Reading(
        time: $0.time.addingTimeInterval(86_400 * days), glucose: $0.glucose, flags: $0.flags)
    }
    guard let moved = try? GlucoseSeries(readings),
      let other = Self.model(moved)?.personalized(to: Recording(series: moved[positions: 0..<cut]))
    else { return false }
    return stride(from: cut, to: series.count, by: max((series.count - cut) / 5, 1)).allSatisfy {
      let known = model.predictions(
        after: Recording(series: series.prefix(through: series[$0].time)), at: leads)
      let found = other.predictions(
        after: Recording(series: moved.prefix(through: moved[$0].time)), at: leads)
      guard let known, let found else { return known == nil && found == nil }
      return zip(known, found).allSatisfy { abs($0.expected.mgdL - $1.expected.mgdL) < 1e-6 }
    }
  }

  private static let leads = [Duration.seconds(1800), .seconds(7200)]

  /// Counts the forecasts of a person from a position of the series.
  private static func add(
    _ series: GlucoseSeries, of person: String, from cut: Int, _ model: Forecaster,
    _ damages: [Damage], everyMinute: Bool, to tally: (Damage, (inout Tally) -> Void) -> Void
  ) {
    let stride = max((series.count - cut) / origins, 1)
    for index in max(cut, 1)..<series.count {
      let (before, origin) = (series[index - 1], series[index])
      let isJump =
        abs(origin.glucose.mgdL - before.glucose.mgdL) >= Damage.leastJump
        && origin.time.timeIntervalSince(before.time) <= 1.2 * Double(60 * model.cadence.rawValue)
      guard isJump || index % stride == 0 else { continue }
      let begin = series.index(atOrAfter: origin.time.addingTimeInterval(-8.1 * 86_400))
      var past = Array(series[positions: begin..<index + 1])
      if everyMinute { past = interpolated(past) }
      for damage in damages
      where damage == .naturalJump ? isJump : index % stride == 0 {
        let target = origin.time.addingTimeInterval(damage.lead)
        let place = series.index(atOrAfter: target.addingTimeInterval(-150))
        guard place < series.count, abs(series[place].time.timeIntervalSince(target)) <= 150
        else { continue }
        let readings = damage.applied(to: past)
        guard let last = readings.last, let history = try? GlucoseSeries(readings),
          let output = model.output(
            after: Recording(series: history), at: [.seconds(damage.lead)],
            alarmsOf: Figures.thresholds.map { .below(.mgdL($0)) }),
          let forecast = output.predictions.first
        else { continue }
        let lowest = series[positions: index + 1..<place + 1].map(\.glucose.mgdL).min() ?? 0
        tally(damage) {
          $0.add(
            forecast, of: person, last: last.glucose.mgdL, outcome: series[place].glucose.mgdL,
            probabilities: output.alarms.map { $0.probability ?? 0 },
            wereLow: Figures.thresholds.map {
              origin.glucose.mgdL < $0 ? nil : lowest < $0
            })
        }
      }
    }
  }

  /// Returns readings with the last day's interpolated to one a minute.
  private static func interpolated(_ readings: [Reading]) -> [Reading] {
    guard let end = readings.last else { return [] }
    var result: [Reading] = []
    for (one, next) in zip(readings, readings.dropFirst()) {
      result.append(one)
      let gap = next.time.timeIntervalSince(one.time)
      guard end.time.timeIntervalSince(one.time) < 100_000, gap < 1000 else { continue }
      for minute in 1..<max(Int((gap / 60).rounded()), 1) {
        let share = Double(minute) * 60 / gap
        let value = one.glucose.mgdL + share * (next.glucose.mgdL - one.glucose.mgdL)
        result.append(
          Reading(
            time: one.time.addingTimeInterval(Double(minute) * 60),
            glucose: .mgdL(value.rounded())))
      }
    }
    return result + [end]
  }
}
