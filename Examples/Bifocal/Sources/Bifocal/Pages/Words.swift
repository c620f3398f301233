import Foundation
import GlucoseKit

/// A language of the page.
enum Language: String, Codable, CaseIterable, Sendable {
  case english = "en"
  case german = "de"

  var locale: Locale { Locale(identifier: self == .german ? "de_DE" : "en_GB") }

  var name: String { self == .english ? "English" : "Deutsch" }
}

/// A word or a sentence of the page in each language. What a single place has is written there; what
/// several have is a constant.
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
  static let day = Word("Day", "Tag")
  static let log = Word("Day log", "Tagesliste")
  static let advice = Word("Patterns", "Muster")
  static let data = Word("Data", "Daten")
  static let settings = Word("Settings", "Einstellungen")
  static let people = Word("People", "Personen")
  static let offline = Word(
    "Not connected. What is shown may be old.", "Keine Verbindung. Die Anzeige kann veraltet sein.")
  static let notFound = Word("There is no such page.", "Diese Seite gibt es nicht.")
  static let notDone = Word("That was not done:", "Das wurde nicht ausgeführt:")
  static let save = Word("Save", "Speichern")
  static let apply = Word("Show", "Anzeigen")

  // The day.
  static let date = Word("Date", "Datum")
  static let calendar = Word("Calendar", "Kalender")
  static let goTo = Word("Go to day", "Zum Tag gehen")
  static let glucoseNow = Word("Glucose now", "Glukose jetzt")
  static let lastReading = Word("Last reading", "Letzter Wert")
  static let stale = Word("old", "veraltet")
  static let noForecast = Word("No forecast", "Keine Vorhersage")
  static let timeInRange = Word("Time in range", "Zeit im Zielbereich")
  static let below = Word("below", "darunter")
  static let above = Word("above", "darüber")
  static let mean = Word("Mean", "Mittel")
  static let lowest = Word("Lowest", "Tiefster Wert")
  static let highest = Word("Highest", "Höchster Wert")
  static let coverage = Word("Recorded", "Aufgezeichnet")
  static let events = Word("Events of the day", "Ereignisse des Tages")
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
  static let note = Word("Note", "Notiz")
  static let unknown = Word("not stated", "ohne Angabe")
  static let minutesLong = Word("Minutes", "Minuten")
  static let intensity = Word("Intensity", "Intensität")
  static let condition = Word("Condition", "Zustand")
  static let illness = Word("Illness", "Krankheit")
  static let stress = Word("Stress", "Stress")
  static let ongoing = Word("going on", "hält an")
  static let none = Word("none", "nichts")
  static let end = Word("End", "Ende")
  static let last = Word("Last meal", "Letzte Mahlzeit")
  static let alcohol = Word("Alcohol", "Alkohol")
  static let amount = Word("Amount", "Menge")
  static let change = Word("Change", "Ändern")
  static let remove = Word("Remove", "Entfernen")
  static let undo = Word("Undo", "Rückgängig")
  static let redo = Word("Redo", "Wiederholen")
  static let correct = Word("Please correct:", "Bitte berichtigen:")
  static let favorites = Word("Favorites", "Favoriten")
  static let search = Word("Search", "Suchen")
  static let rename = Word("Rename", "Umbenennen")
  static let used = Word("used", "verwendet")

  // What was done.
  static let saved = Word("Saved.", "Gespeichert.")
  static let storedNow = Word("Stored now", "Jetzt gespeichert")
  static let gone = Word(
    "It was removed elsewhere in the meantime.", "Es wurde inzwischen anderswo entfernt.")

  // Errors and warnings of fields.
  static let missingTime = Word("A time is needed.", "Eine Uhrzeit wird benötigt.")
  static let badTime = Word("This is not a time.", "Das ist keine Uhrzeit.")
  static let skippedTime = Word(
    "On this day the clocks are set forward and do not show this time. Which time was it?",
    "An diesem Tag werden die Uhren vorgestellt und zeigen diese Zeit nicht. Welche war es?")
  static let alreadyOngoing = Word("It is going on already.", "Es hält bereits an.")

  // The day log.
  static let from = Word("From", "Von")
  static let to = Word("to", "bis")
  static let reversed = Word(
    "The first day must not be after the last.",
    "Der erste Tag darf nicht nach dem letzten liegen.")
  static let dayCount = Word("Days", "Tage")
  static let range = Word("Period", "Zeitraum")
  static let filter = Word("Filter", "Filter")
  static let low = Word("Low", "Niedrig")
  static let high = Word("High", "Hoch")
  static let star = Word("Star", "Stern")
  static let days = Word("days", "Tage")
  static let compare = Word("Compare two periods", "Zwei Zeiträume vergleichen")
  static let reference = Word("Compared with", "Verglichen mit")
  static let totals = Word("Totals", "Summen")

  // Patterns.
  static let weekdays = Word("Days of the week", "Wochentage")
  static let lows = Word("Lows", "Niedrige Werte")
  static let highs = Word("Highs", "Hohe Werte")
  static let dismiss = Word("Dismiss", "Ausblenden")
  static let restore = Word("Show again", "Wieder zeigen")
  static let meals = Word("Responses to meals", "Verläufe nach Mahlzeiten")
  static let enough = Word("Is there enough data?", "Genug Daten?")
  static let sufficient = Word("enough", "genug")
  static let insufficient = Word("not enough", "nicht genug")

  // Data.
  static let account = Word("What is in the file", "Was in der Datei ist")
  static let readings = Word("Readings", "Werte")
  static let meter = Word("Finger-sticks", "Blutzuckerwerte")
  static let archive = Word("Archive with everything", "Archiv mit allem")
  static let report = Word("Report to print", "Bericht zum Drucken")
  static let sources = Word("Sources", "Quellen")
  static let source = Word("Source", "Quelle")
  static let erase = Word("Erase everything", "Alles löschen")

  // Settings and people.
  static let unit = Word("Unit", "Einheit")
  static let zone = Word("Time zone", "Zeitzone")
  static let consensus = Word("consensus", "Konsens")
  static let tight = Word("tight", "eng")
  static let pregnancy = Word("pregnancy", "Schwangerschaft")
  static let olderOrHighRisk = Word("older or at high risk", "älter oder mit hohem Risiko")
  static let custom = Word("own limits", "eigene Grenzen")
  static let language = Word("Language", "Sprache")
  static let limitsOrder = Word(
    "The lower limit must be below the upper.", "Die untere Grenze muss unter der oberen liegen.")
  static let noZone = Word("This is not a time zone.", "Das ist keine Zeitzone.")
  static let addPerson = Word("Add a person", "Person hinzufügen")

  // Alarms.
  static let silent = Word("The sensor is silent", "Der Sensor schweigt")
  static let since = Word("since", "seit")

  // Reasons that there is no forecast.
  static let gap = Word("readings are missing", "es fehlen Werte")
  static let cadence = Word(
    "the readings are too far apart", "die Werte liegen zu weit auseinander")
}
