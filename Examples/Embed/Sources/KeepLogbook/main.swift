import Foundation
import GlucoseKit
import GlucoseSimulation

let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt
let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
let today = LocalDay(containing: now, in: oslo)
let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
let log = try Logbook(at: file.path)

// A sensor may deliver the same readings repeatedly; each is stored once.
let week = VirtualPatient(seed: 2).simulate(days: 7, from: today.advanced(by: -6))
let result = try log.add(week.series, from: "Dexcom G7")
print("\(result.added) readings are new, \(result.unchanged) were stored before.")

// Typed text becomes an event, or a list of errors.
var draft = EventDraft(.meal, at: now, in: oslo)
draft[.name] = "Porridge"
draft[.carbs] = "52,5"
let validation = draft.validate(style: .comma, now: now)
for issue in validation.errors { print(issue.text(style: .comma)) }
guard let breakfast = validation.event else { exit(1) }
try log.add(breakfast)
try log.edit(breakfast.id) { $0.note = "with berries" }

// A favorite logs the meal again on another day; each step can be undone.
let favorite = Favorite(named: "My porridge", from: breakfast)
try log.add(favorite)
try log.logFavorite(favorite.id, at: now.addingTimeInterval(86_400), in: oslo)
try log.undo()

// A condition is ongoing until it is ended, also across restarts of the process.
try log.begin(.illness, at: now, in: oslo)
try log.end(.illness, at: now.addingTimeInterval(7200))
try log.setStarred(on: today)

// Excluded readings, such as compression lows at night, stay in the file and in no series.
let night = today.start..<today.time(hour: 1, minute: 0)
print("\(try log.excludeReadings(in: night, from: "Dexcom G7")) readings are excluded.")

// A logbook conforms to `GlucoseHistory`: reports and plots accept it.
let report = try log.report(of: today, bands: .consensus(in: .mmolL))
let carbs = report.nutrition.carbs.map { "\($0) g" } ?? "an unknown amount"
print("\(report.statistics?.count ?? 0) readings today, \(carbs) of carbs.")

// An archive contains all data as one document, which another logbook can merge.
let archive = try log.archive()
let other = try Logbook.inMemory()
print("\(try other.merge(archive).readings.added) readings were added to the other logbook.")

try log.close()
try FileManager.default.removeItem(at: file)
