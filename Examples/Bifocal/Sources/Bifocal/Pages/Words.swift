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
/// several have is a constant, if the library does not have it.
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
  static let offline = Word(
    "Not connected. What is shown may be old.", "Keine Verbindung. Die Anzeige kann veraltet sein.")
  static let notFound = Word("There is no such page.", "Diese Seite gibt es nicht.")
  static let notDone = Word("That was not done:", "Das wurde nicht ausgeführt:")

  // What is done, and was done.
  static let save = Word("Save", "Speichern")
  static let apply = Word("Show", "Anzeigen")
  static let change = Word("Change", "Ändern")
  static let remove = Word("Remove", "Entfernen")
  static let rename = Word("Rename", "Umbenennen")
  static let undo = Word("Undo", "Rückgängig")
  static let redo = Word("Redo", "Wiederholen")
  static let search = Word("Search", "Suchen")
  static let goTo = Word("Go to day", "Zum Tag gehen")
  static let saved = Word("Saved.", "Gespeichert.")
  static let gone = Word(
    "It was removed elsewhere in the meantime.", "Es wurde inzwischen anderswo entfernt.")
  static let alreadyOngoing = Word("It is going on already.", "Es hält bereits an.")

  // The days.
  static let date = Word("Date", "Datum")
  static let glucoseNow = Word("Glucose now", "Glukose jetzt")
  static let lastReading = Word("Last reading", "Letzter Wert")
  static let timeInRange = Word("Time in range", "Zeit im Zielbereich")
  static let below = Word("below", "darunter")
  static let above = Word("above", "darüber")
  static let mean = Word("Mean", "Mittel")
  static let lowest = Word("Lowest", "Tiefster Wert")
  static let highest = Word("Highest", "Höchster Wert")
  static let coverage = Word("Recorded", "Aufgezeichnet")
  static let enough = Word("Is there enough data?", "Genug Daten?")
  static let lows = Word("Lows", "Niedrige Werte")
  static let highs = Word("Highs", "Hohe Werte")
  static let star = Word("Star", "Stern")
  static let from = Word("From", "Von")
  static let dayCount = Word("Days", "Tage")
  static let range = Word("Period", "Zeitraum")
  static let compare = Word("Compare two periods", "Zwei Zeiträume vergleichen")
  static let reversed = Word(
    "The first day must not be after the last.",
    "Der erste Tag darf nicht nach dem letzten liegen.")

  // The diary, files, and settings.
  static let exercise = Word("Exercise", "Bewegung")
  static let insulin = Word("Insulin", "Insulin")
  static let events = Word("Events of the day", "Ereignisse des Tages")
  static let favorites = Word("Favorites", "Favoriten")
  static let unknown = Word("not stated", "ohne Angabe")
  static let ongoing = Word("going on", "hält an")
  static let since = Word("since", "seit")
  static let account = Word("What is in the file", "Was in der Datei ist")
  static let archive = Word("Archive with everything", "Archiv mit allem")
  static let sources = Word("Sources", "Quellen")
  static let unit = Word("Unit", "Einheit")
  static let zone = Word("Time zone", "Zeitzone")
  static let noZone = Word("This is not a time zone.", "Das ist keine Zeitzone.")
}
