import Foundation
import GlucoseKit

/// The time of the page: that of the system, or a faster one for a demonstration.
struct PageClock: Sendable {
  var start = Date()
  var origin = Date()
  var speed = 1.0

  var now: Date { origin.addingTimeInterval(Date().timeIntervalSince(start) * speed) }
}

/// A person: a logbook, preferences, and a session that follows the sensor.
final class Person: Sendable {
  /// The identifier in addresses, made from the name of the file without revealing it.
  let id: String
  let log: Logbook
  let session: LiveSession
  let preferences: PreferencesFile
  let clock: PageClock
  let uploads = Uploads()
  /// Signals every change of what the pages of anybody show.
  let signals: Signals
  let sources: SourceStates

  init(
    at path: String, initial: Preferences, speed: Double, signals: Signals
  ) async throws {
    self.signals = signals
    id = URL(fileURLWithPath: path).lastPathComponent.utf8.digest
    sources = SourceStates(signals: signals)
    log = try Logbook(at: path)
    let preferencesPath = path.replacing(/\.sqlite$/, with: "") + ".preferences.json"
    preferences = try PreferencesFile(at: preferencesPath, initial: initial)
    let newest = try log.timeRange()?.upperBound ?? .distantPast
    // A faster clock goes on after what it recorded before.
    clock = PageClock(origin: speed == 1 ? Date() : max(Date(), newest), speed: speed)
    let sensor = try log.sources().first { $0.kind == .sensor }?.source
    session = LiveSession(
      log, from: sensor ?? "Sensor", forecaster: nil,
      options: await preferences.value.liveOptions)
  }

  /// Changes the preferences, and lets open pages know.
  func prefer(_ change: @Sendable (inout Preferences) -> Void) async throws {
    try await preferences.update(change)
    signals.send()
  }

  /// Fits a model and hands it to the session: at once to the last day, which takes little time,
  /// then to the last four weeks, and to those again once a day.
  func keepForecasting() async {
    var days = 1.0
    while !Task.isCancelled {
      let (now, zone) = (clock.now, await preferences.value.timeZone)
      let recent = try? log.recording(in: now.addingTimeInterval(-days * 86_400)..<now)
      let model = try? await Forecaster.best(
        for: recent ?? Recording(series: GlucoseSeries()), in: zone, progress: { _ in })
      if let model {
        await session.setForecaster(model)
        signals.send()
      }
      // An empty diary is looked at often, since its first file can bring years.
      let isEmpty = recent?.series.isEmpty ?? true
      let pause = isEmpty ? 2.0 : days == 1 ? 0 : model == nil ? 60 : 86_400
      if !isEmpty { days = 28 }
      try? await Task.sleep(for: .seconds(pause))
    }
  }
}

extension Sequence<UInt8> {
  /// The FNV-1a hash, which is the same in every run.
  var digest: String {
    String(
      reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 36)
  }
}
