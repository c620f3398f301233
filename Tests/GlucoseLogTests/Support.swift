#if Logbook
  import GlucoseDiary
  import Foundation
  import GRDB
  import GlucoseLog
  import GlucoseMath
  import Testing

  let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt
  /// 2025-06-01 12:00 UTC.
  let noon = Date(timeIntervalSinceReferenceDate: 770_472_000)
  let everything = Date.distantPast..<Date.distantFuture

  /// A folder that is gone with the last reference to it.
  final class Folder: Sendable {
    let path: String

    init() throws {
      path =
        FileManager.default.temporaryDirectory
        .appendingPathComponent("logbook-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String = "log.sqlite") -> String { "\(path)/\(name)" }
  }

  /// Changes the file of a logbook as another program would.
  func execute(_ sql: String, _ arguments: StatementArguments = [], at path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql, arguments: arguments) }
    try queue.close()
  }

  func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  func fixture(_ name: String) throws -> String {
    try #require(
      Bundle.module.path(
        forResource: (name as NSString).deletingPathExtension,
        ofType: (name as NSString).pathExtension, inDirectory: "Fixtures"))
  }

  func minutes(_ minutes: Double) -> Date { noon + minutes * 60 }

  func reading(_ minute: Double, _ value: Double = 100, _ flags: ReadingFlags = []) -> Reading {
    Reading(time: minutes(minute), glucose: .mgdL(value), flags: flags)
  }

  func meal(_ id: String, _ minute: Double = 0, carbs: Double = 40) -> DiaryEvent {
    DiaryEvent(
      id: DiaryEvent.ID(rawValue: id), at: minutes(minute), in: oslo,
      .meal(Meal(name: "Soup", carbs: carbs)))
  }

  /// The counts of those added, unchanged, replaced and kept.
  func counts(_ result: StoreResult) -> [Int] {
    [result.added, result.unchanged, result.replaced, result.conflicting]
  }

  /// A logbook in memory that holds one of everything.
  func fullLogbook() throws -> Logbook {
    let log = try Logbook.inMemory()
    try fill(log)
    return log
  }

  func fill(_ log: Logbook) throws {
    try log.add(
      [
        reading(0, 40, .belowDeviceLimit), reading(5, 99.5), reading(10, 100.1),
        reading(15, 400, .aboveDeviceLimit),
      ],
      from: "sensor")
    try log.add([reading(2.5, 111), reading(5, 98, .ambiguousLocalTime)], from: "other sensor")
    try log.add([reading(7, 105)], from: "meter", kind: .meter)
    try log.excludeReadings(in: minutes(10)..<minutes(11), from: "sensor")
    try log.add([
      DiaryEvent(
        id: DiaryEvent.ID(rawValue: "meal"), at: minutes(1), in: oslo,
        .meal(Meal(name: "Grød", carbs: 52.5, protein: 0.1, fat: 3)), note: "good"),
      DiaryEvent(
        id: DiaryEvent.ID(rawValue: "dose"), at: minutes(1.0 / 3), in: .gmt,
        .insulin(InsulinDose(units: 4.5, action: .rapidActing))),
      DiaryEvent(
        id: DiaryEvent.ID(rawValue: "run"), at: minutes(60), in: oslo,
        .exercise(
          Exercise(
            name: "Run", duration: Duration(secondsComponent: 1800, attosecondsComponent: 7),
            intensity: .moderate))),
      DiaryEvent(
        id: DiaryEvent.ID(rawValue: "stress"), at: minutes(-100), in: oslo,
        .condition(DiaryCondition(.stress, until: minutes(-50)))),
    ])
    try log.begin(.illness, id: DiaryEvent.ID(rawValue: "flu"), at: minutes(-30), in: oslo)
    let soup = Favorite(
      id: Favorite.ID(rawValue: "soup"), named: "My soup", .meal(Meal(carbs: 20)), note: "hot")
    try log.add(soup)
    try log.add(
      Favorite(
        id: Favorite.ID(rawValue: "ride"), named: "To work",
        .exercise(Exercise(duration: .seconds(900)))))
    try log.move(Favorite.ID(rawValue: "ride"), to: 0)
    try log.logFavorite(
      soup.id, as: DiaryEvent.ID(rawValue: "used soup"), at: minutes(30), in: oslo)
    let day = LocalDay(containing: noon, in: oslo)
    try log.setStarred(on: day)
    try log.setNote("a fine day", on: day)
    try log.setStarred(on: day.advanced(by: -1))
  }
#endif
