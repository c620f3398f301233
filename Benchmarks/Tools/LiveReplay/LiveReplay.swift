import Foundation
import GlucoseDiary
import GlucoseLive
import GlucoseLog
import GlucoseMath
import Prediction
import PredictionEvaluation
import Recordings

/// Replays recordings through a live session, and prints what its alarms announced.
///
///     LiveReplay [--own | --none | --model FILE] [--update HOURS] [--people] NAME=TABLE…
///     LiveReplay --cost
///
/// A table has the columns subject, time and mg/dL. Of each person the first 70 percent are the past. The rest
/// is handed to the session reading by reading, each at its time. The session's model is
///
/// - one trained on the other tables and personalized with the past, the default,
/// - one trained on the past of the person alone (`--own`),
/// - one of a file that `glucose train` or `Forecaster.bytes` wrote (`--model`), personalized with the past
///   unless it is a person's already,
/// - or none (`--none`): readings alone raise alarms.
///
/// Its weights are updated every 24 hours, or as many as `--update` states. With `--people`, each person has a
/// row, too.
@main
struct LiveReplay {
  struct Study {
    let name: String
    let people: [GlucoseSeries]
  }

  /// The model that a session begins with.
  enum Model {
    case general(PretrainedModels)
    case file(Forecaster)
    case own
    case none
  }

  /// Ends the program with a sentence about its arguments.
  private static func refuse(_ reason: String) -> Never {
    FileHandle.standardError.write(Data((reason + "\n").utf8))
    exit(64)
  }

  static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == ["--cost"] { return try await SessionCost.measure() }
    var given: Model?
    var options = LiveOptions(unit: .mgdL)
    var listsPeople = false
    while let option = arguments.first, option.hasPrefix("--") {
      arguments.removeFirst()
      switch option {
      case "--own": given = .own
      case "--none": given = Model.none
      case "--people": listsPeople = true
      case "--model" where !arguments.isEmpty: given = try model(inFile: arguments.removeFirst())
      case "--update" where !arguments.isEmpty:
        guard let hours = Double(arguments.removeFirst()), hours > 0, hours < 1e6 else {
          refuse("--update takes a number of hours.")
        }
        options.updateInterval = .seconds(hours * 3600)
      default: refuse("\(option) is not an option, or lacks its value.")
      }
    }
    let studies = try arguments.map { argument in
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard let name = parts.first, let file = parts.last else { refuse("A table has no name.") }
      return Study(name: name, people: try recordings(inTable: file).map(\.series))
    }
    print(AlarmTally.header)
    for study in studies {
      var (low, high) = (AlarmTally(), AlarmTally())
      var (count, seconds) = (0, 0.0)
      var model = given
      if model == nil {
        let others = try await models(trainedWithout: study, of: studies)
        model = others.map(Model.general) ?? .own
      }
      for (number, series) in study.people.enumerated() {
        guard let model, let result = try await replay(series, model, options) else { continue }
        let cadence = min(max((series.cadence ?? .seconds(300)) / .seconds(1), 60), 900)
        low.add(result.low, cadence: cadence)
        high.add(result.high, cadence: cadence)
        if listsPeople {
          for (name, moments) in [("below 70", result.low), ("above 180", result.high)] {
            var own = AlarmTally()
            own.add(moments, cadence: cadence)
            print(own.row("\(study.name) \(number + 1), \(name)"))
          }
        }
        count += result.low.count
        seconds += result.seconds
      }
      guard count > 0 else { continue }
      let cost = String(format: "%.2f", 1000 * seconds / Double(count))
      FileHandle.standardError.write(
        Data("\(study.name): \(count) readings, \(cost) ms each\n".utf8))
      print(low.row("\(study.name), below 70"))
      print(high.row("\(study.name), above 180"))
    }
  }

  /// A forecaster, or pretrained models, from their bytes.
  private static func model(inFile path: String) throws -> Model {
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    if let models = try? PretrainedModels(bytes: bytes) { return .general(models) }
    do { return .file(try Forecaster(bytes: bytes)) } catch { refuse("\(path): \(error)") }
  }

  private static func models(
    trainedWithout study: Study, of studies: [Study]
  ) async throws -> PretrainedModels? {
    let others = studies.filter { $0.name != study.name }
    return others.isEmpty
      ? nil
      : try await PretrainedModels.trained(
        on: others.map {
          // The dates of this study are artificial.
          PretrainedModels.Study(
            name: $0.name, people: $0.people, hasClock: !$0.name.hasPrefix("colas"))
        }
      ) { _ in }
  }

  /// Replays the last 30 percent of a record; `nil` if its past is too short for a model.
  private static func replay(
    _ series: GlucoseSeries, _ model: Model, _ options: LiveOptions
  ) async throws -> (low: [AlarmTally.Moment], high: [AlarmTally.Moment], seconds: Double)? {
    let cut = series.count * 7 / 10
    let past = series[positions: 0..<cut]
    let known = Recording(series: past)
    let forecaster: Forecaster?
    switch model {
    case .none: forecaster = nil
    case .file(let stored): forecaster = stored.isPersonal ? stored : stored.personalized(to: known)
    case .own, .general:
      var general: Forecaster?
      if case .general(let models) = model {
        general = try? Forecaster.pretrained(for: past, zone: .gmt, among: models)
      }
      let own = try? Forecaster.fitAlone(to: known, in: .gmt)
      guard let fitted = general?.personalized(to: known) ?? own else { return nil }
      forecaster = fitted
    }
    let log = try Logbook.inMemory()
    try log.add(past, from: "sensor")
    let session = LiveSession(log, from: "sensor", forecaster: forecaster, options: options)
    var (low, high): ([AlarmTally.Moment], [AlarmTally.Moment]) = ([], [])
    var (lowResponse, highResponse) = (AlarmResponse(), AlarmResponse())
    let start = ContinuousClock.now
    for reading in series[positions: cut..<series.count] {
      let snapshot = try await session.store([reading], at: reading.time)
      low.append(moment(snapshot.low, reading, &lowResponse))
      high.append(moment(snapshot.high, reading, &highResponse))
    }
    return (low, high, (ContinuousClock.now - start) / .seconds(1))
  }

  private static func moment(
    _ alarm: CrossingAlarm, _ reading: Reading, _ response: inout AlarmResponse
  ) -> AlarmTally.Moment {
    let isDue = alarm.isDue(at: reading.time, after: response)
    if isDue { response.acknowledge(alarm) }
    return AlarmTally.Moment(
      time: reading.time, isBeyond: alarm.crossing.isBeyond(reading.glucose),
      isActive: alarm.isActive == true, announcement: alarm.announcementTime, isDue: isDue)
  }
}
