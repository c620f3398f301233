// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseKit

/// A language of the page.
enum Language: String, Codable, CaseIterable, Sendable {
  case english = "en"
  case german = "de"

  var locale: Locale { Locale(identifier: self == .german ? "de_DE" : "en_GB") }

  var name: String { self == .english ? "English" : "Deutsch" }
}

/// A word or a sentence of the page in each language.
struct Word: Sendable {
  let english: String
  let german: String

  init(_ english: String, _ german: String) {
    self.english = english
    self.german = german
  }

  func text(in language: Language) -> String { language == .english ? english : german }
}

extension Word {
  // The frame of the page.
  static let informs = Word(
    "It informs and never doses. Nothing here is advice on treatment.",
    "Es informiert und dosiert nie. Nichts hiervon ist ein Rat zur Behandlung.")
  static let skip = Word("Skip to the content", "Zum Inhalt springen")
  static let pages = Word("Pages", "Seiten")
  static let day = Word("Day", "Tag")
  static let log = Word("Day log", "Tagesliste")
  static let advice = Word("Patterns", "Muster")
  static let data = Word("Data", "Daten")
  static let settings = Word("Settings", "Einstellungen")
  static let people = Word("People", "Personen")
  static let person = Word("Person", "Person")
  static let offline = Word(
    "Not connected. What is shown may be old.", "Keine Verbindung. Die Anzeige kann veraltet sein.")
  static let kept = Word(
    "What you entered is kept and sent when the server is there again.",
    "Die Eingabe bleibt stehen und wird gesendet, sobald der Server wieder da ist.")
  static let notFound = Word("There is no such page.", "Diese Seite gibt es nicht.")
  static let notDone = Word("That was not done:", "Das wurde nicht ausgeführt:")
  static let back = Word("Back", "Zurück")
  static let close = Word("Close", "Schließen")
  static let save = Word("Save", "Speichern")
  static let apply = Word("Show", "Anzeigen")

  // The day.
  static let previousDay = Word("Previous day", "Vorheriger Tag")
  static let nextDay = Word("Next day", "Nächster Tag")
  static let today = Word("Today", "Heute")
  static let date = Word("Date", "Datum")
  static let calendar = Word("Calendar", "Kalender")
  static let previousMonth = Word("Previous month", "Vorheriger Monat")
  static let nextMonth = Word("Next month", "Nächster Monat")
  static let goTo = Word("Go to day", "Zum Tag gehen")
  static let go = Word("Go", "Gehen")
  static let hoursShown = Word("Hours of the picture", "Stunden im Bild")
  static let earlier = Word("earlier", "früher")
  static let later = Word("later", "später")
  static let enterNew = Word("Enter", "Eintragen")
  static let glucoseNow = Word("Glucose now", "Glukose jetzt")
  static let lastReading = Word("Last reading", "Letzter Wert")
  static let noReading = Word("No reading yet", "Noch kein Wert")
  static let empty = Word(
    "The diary has no readings. A file of them is brought in on this page:",
    "Das Tagebuch hat keine Werte. Eine Datei mit Werten wird auf dieser Seite eingelesen:")
  static let simulated = Word(
    "Simulated: these are not the data of a person.",
    "Simuliert: dies sind nicht die Daten einer Person.")
  static let minutesAgo = Word("min ago", "min alt")
  static let hoursAgo = Word("h ago", "h alt")
  static let stale = Word("old", "veraltet")
  static let clocks = Word(
    "Readings are later than now: check the clocks.",
    "Werte liegen in der Zukunft: Uhren prüfen.")
  static let inThirty = Word("in 30 min", "in 30 min")
  static let noForecast = Word("No forecast", "Keine Vorhersage")
  static let timeInRange = Word("Time in range", "Zeit im Zielbereich")
  static let below = Word("below", "darunter")
  static let above = Word("above", "darüber")
  static let mean = Word("Mean", "Mittel")
  static let lowest = Word("Lowest", "Tiefster Wert")
  static let highest = Word("Highest", "Höchster Wert")
  static let coverage = Word("Recorded", "Aufgezeichnet")
  static let noData = Word("no data", "keine Daten")
  static let daysAround = Word("The days around", "Die Tage davor und danach")
  static let events = Word("Events of the day", "Ereignisse des Tages")
  static let picture = Word("Picture of the day", "Bild des Tages")
  static let eventsHere = Word("Events at this place", "Ereignisse an dieser Stelle")
  static let domains = Word("Diary of the day", "Tagebuch des Tages")
  static let food = Word("Food", "Essen")
  static let exercise = Word("Exercise", "Bewegung")
  static let insulin = Word("Insulin", "Insulin")
  static let health = Word("Health", "Befinden")
  static let minutes = Word("min", "min")
  static let hours = Word("h", "h")
  static let units = Word("units", "Einheiten")
  static let carbs = Word("Carbohydrate", "Kohlenhydrate")
  static let protein = Word("Protein", "Eiweiß")
  static let fat = Word("Fat", "Fett")
  static let name = Word("Name", "Name")
  static let time = Word("Time", "Uhrzeit")
  static let timeHint = Word("empty: now", "leer: jetzt")
  static let note = Word("Note", "Notiz")
  static let dose = Word("Dose", "Dosis")
  static let action = Word("Kind of insulin", "Art des Insulins")
  static let unknown = Word("not stated", "ohne Angabe")
  static let hoursLong = Word("Hours", "Stunden")
  static let minutesLong = Word("Minutes", "Minuten")
  static let intensity = Word("Intensity", "Intensität")
  static let exerciseKind = Word("Kind of exercise", "Art der Bewegung")
  static let exerciseHint = Word(
    "Switch it on when you start. Switched off, it is saved with its duration.",
    "Beim Beginn einschalten. Beim Ausschalten wird sie mit ihrer Dauer gespeichert.")
  static let condition = Word("Condition", "Zustand")
  static let illness = Word("Illness", "Krankheit")
  static let stress = Word("Stress", "Stress")
  static let ongoing = Word("going on", "hält an")
  static let none = Word("none", "nichts")
  static let end = Word("End", "Ende")
  static let endHint = Word("empty: going on", "leer: hält an")
  static let start = Word("Start", "Beginn")
  static let planned = Word("planned", "geplant")
  static let next = Word("Next", "Als Nächstes")
  static let last = Word("Last meal", "Letzte Mahlzeit")
  static let inTime = Word("in", "in")
  static let unknownCarbs = Word("meals without carbohydrate", "Mahlzeiten ohne Kohlenhydrate")
  static let add = Word("Add", "Eintragen")
  static let alcohol = Word("Alcohol", "Alkohol")
  static let alcoholHint = Word(
    "0.5 l of beer of 5 % or 0.2 l of wine of 12 % has about 20 g.",
    "0,5 l Bier mit 5 % oder 0,2 l Wein mit 12 % haben etwa 20 g.")
  static let kindOfEntry = Word("Kind of entry", "Art des Eintrags")
  static let amount = Word("Amount", "Menge")
  static let change = Word("Change", "Ändern")
  static let remove = Word("Remove", "Entfernen")
  static let undo = Word("Undo", "Rückgängig")
  static let redo = Word("Redo", "Wiederholen")
  static let cancel = Word("Cancel", "Abbrechen")
  static let saveAnyway = Word("Save anyway", "Trotzdem speichern")
  static let unusual = Word("Unusual, please check:", "Ungewöhnlich, bitte prüfen:")
  static let correct = Word("Please correct:", "Bitte berichtigen:")
  static let favorites = Word("Favorites", "Favoriten")
  static let searchFavorites = Word("Search favorites", "Favoriten suchen")
  static let search = Word("Search", "Suchen")
  static let noFavorite = Word("No favorite has this text.", "Kein Favorit hat diesen Text.")
  static let addFavorite = Word("Add to favorites", "Zu den Favoriten")
  static let rename = Word("Rename", "Umbenennen")
  static let moveUp = Word("Move up", "Nach oben")
  static let moveDown = Word("Move down", "Nach unten")
  static let used = Word("used", "verwendet")
  static let changeFavorites = Word("Rename, reorder, remove", "Umbenennen, ordnen, entfernen")
  static let nothingLogged = Word("Nothing is logged.", "Nichts eingetragen.")

  // What was done.
  static let saved = Word("Saved.", "Gespeichert.")
  static let savedPlan = Word("Saved as a plan.", "Als Plan gespeichert.")
  static let removed = Word("Removed.", "Entfernt.")
  static let undone = Word("Undone.", "Rückgängig gemacht.")
  static let redone = Word("Done again.", "Wiederholt.")
  static let nothingToUndo = Word("There is nothing to undo.", "Nichts rückgängig zu machen.")
  static let nothingToRedo = Word("There is nothing to do again.", "Nichts zu wiederholen.")
  static let changed = Word(
    "It was changed elsewhere in the meantime. What is stored now is beside what you entered.",
    "Es wurde inzwischen anderswo geändert. Was jetzt gespeichert ist, steht neben der Eingabe.")
  static let storedNow = Word("Stored now", "Jetzt gespeichert")
  static let goneEntry = Word(
    "It was removed elsewhere in the meantime. Saved, it is there again.",
    "Es wurde inzwischen anderswo entfernt. Nach dem Speichern ist es wieder da.")
  static let gone = Word(
    "It was removed elsewhere in the meantime.", "Es wurde inzwischen anderswo entfernt.")
  static let taken = Word("The file was taken.", "Die Datei wurde übernommen.")
  static let erased = Word("Everything was erased.", "Alles wurde gelöscht.")

  // Errors and warnings of fields.
  static let missingTime = Word("A time is needed.", "Eine Uhrzeit wird benötigt.")
  static let badTime = Word("This is not a time.", "Das ist keine Uhrzeit.")
  static let skippedTime = Word(
    "On this day the clocks are set forward and do not show this time. Which time was it?",
    "An diesem Tag werden die Uhren vorgestellt und zeigen diese Zeit nicht. Welche war es?")
  static let twiceTime = Word(
    "On this day the clocks are set back and show this time twice.",
    "An diesem Tag werden die Uhren zurückgestellt und zeigen diese Zeit zweimal.")
  static let which = Word("Which of the two", "Welche von beiden")
  static let first = Word("first", "die erste")
  static let second = Word("second", "die zweite")
  static let sameDose = Word(
    "The same dose of this minute is in the diary.",
    "Dieselbe Dosis dieser Minute steht im Tagebuch.")
  static let alreadyOngoing = Word("It is going on already.", "Es hält bereits an.")
}
