// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseKit

let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt
let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
let today = LocalDay(containing: now, in: oslo)
let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
let log = try Logbook(at: file.path)

// A sensor hands in the same readings again and again; each is kept once.
let week = VirtualPatient(seed: 2).simulate(days: 7, from: today.advanced(by: -6))
let intake = try log.add(week.series, from: "Dexcom G7")
print("\(intake.added) readings are new, \(intake.unchanged) were there.")

// What a person types is an event, or a list of what is wrong with it.
var draft = MealDraft(at: now, in: oslo)
draft.name = "Porridge"
draft.carbs = "52,5"
let review = draft.validate(style: .comma, now: now)
for issue in review.errors { print("\(issue.field): \(issue.reason)") }
guard let breakfast = review.event else { exit(1) }
try log.add(breakfast)
try log.edit(breakfast.id) { $0.note = "with berries" }

// A favorite logs it again another day; each step can be taken back.
let favorite = Favorite(named: "My porridge", from: breakfast)
try log.add(favorite)
try log.use(favorite.id, at: now.addingTimeInterval(86_400), in: oslo)
try log.undo()

// A condition goes on until it is said to have ended, whatever happens to the process.
try log.begin(.illness, at: now, in: oslo)
try log.end(.illness, at: now.addingTimeInterval(7200))
try log.star(today)

// Readings of a sensor that one slept on count no more, and stay in the file.
let night = today.start..<today.time(hour: 1, minute: 0)
print("\(try log.exclude(night, from: "Dexcom G7")) readings are excluded.")

// A logbook is a history: reports, pictures and forecasts work on it as on a file.
let report = try log.report(on: today, bands: .consensus(in: .mmolL))
print("\(report.statistics?.count ?? 0) readings today, \(report.nutrition.carbs ?? 0) g of carbs.")

// Everything as one document, and into the logbook of another device.
let archive = try log.archive()
let other = try Logbook.inMemory()
print("\(try other.merge(archive).readings.added) readings went to the other logbook.")

try log.close()
try FileManager.default.removeItem(at: file)
