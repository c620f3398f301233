// SPDX-License-Identifier: Apache-2.0

extension Word {
  // The day log.
  static let searchDiary = Word("Search notes and events", "Notizen und Ereignisse suchen")
  static let nothingFound = Word(
    "Nothing in the diary has this text.", "Nichts im Tagebuch hat diesen Text.")
  static let from = Word("From", "Von")
  static let to = Word("to", "bis")
  static let reversed = Word(
    "The first day must not be after the last.",
    "Der erste Tag darf nicht nach dem letzten liegen.")
  static let endsAtLast = Word("There is nothing later.", "Später gibt es nichts.")
  static let atMostAYear = Word(
    "A period has at most 366 days: these are the last.",
    "Ein Zeitraum hat höchstens 366 Tage: dies sind die letzten.")
  static let noReadingsHere = Word(
    "There are no readings in this period. Another can be chosen above, and files are brought in on the page Data.",
    "In diesem Zeitraum gibt es keine Werte. Oben kann ein anderer gewählt werden; Dateien werden auf der Seite Daten eingelesen."
  )
  static let dayCount = Word("Days", "Tage")
  static let range = Word("Period", "Zeitraum")
  static let filter = Word("Filter", "Filter")
  static let any = Word("any", "egal")
  static let with = Word("with", "mit")
  static let without = Word("without", "ohne")
  static let low = Word("Low", "Niedrig")
  static let high = Word("High", "Hoch")
  static let starred = Word("Starred", "Mit Stern")
  static let star = Word("Star", "Stern")
  static let tags = Word("Tags", "Merkmale")
  static let line = Word("Line", "Verlauf")
  static let days = Word("days", "Tage")
  static let ofDays = Word("of", "von")
  static let noDays = Word("No day matches.", "Kein Tag passt.")
  static let compare = Word("Compare two periods", "Zwei Zeiträume vergleichen")
  static let reference = Word("Compared with", "Verglichen mit")
  static let difference = Word("Difference", "Unterschied")
  static let variation = Word("Coefficient of variation", "Variationskoeffizient")
  static let totals = Word("Totals", "Summen")
  static let allDays = Word("All days shown", "Alle gezeigten Tage")

  // Patterns.
  static let profile = Word("Profile", "Profil")
  static let hoursOfWeek = Word("Mean by hour and weekday", "Mittel nach Stunde und Wochentag")
  static let weekdays = Word("Days of the week", "Wochentage")
  static let weekdaysHint = Word(
    "Lows and highs are episodes of 15 minutes or more that begin on the day.",
    "Gezählt werden Episoden von 15 Minuten oder mehr, die an dem Tag beginnen.")
  static let strictHint = Word(
    "Times at which lows or highs cluster more than by chance.",
    "Zeiten, zu denen sich niedrige oder hohe Werte mehr als zufällig häufen.")
  static let candidates = Word("Strongest candidates", "Stärkste Kandidaten")
  static let candidatesHint = Word(
    "No cluster is stronger than chance allows. These come closest; they may be chance.",
    "Keine Häufung ist stärker, als der Zufall erlaubt. Diese kommen dem am nächsten; sie können Zufall sein."
  )
  static let noCandidates = Word(
    "There are no lows or highs of 15 minutes or more in this period.",
    "In diesem Zeitraum gibt es keine niedrigen oder hohen Werte von 15 Minuten oder mehr.")
  static let lows = Word("Lows", "Niedrige Werte")
  static let highs = Word("Highs", "Hohe Werte")
  static let on = Word("on", "an")
  static let elsewhere = Word("at other times", "zu anderen Zeiten")
  static let chance = Word("probability by chance", "Wahrscheinlichkeit bei Zufall")
  static let evidence = Word("Days of evidence", "Tage als Beleg")
  static let dismiss = Word("Dismiss", "Ausblenden")
  static let dismissed = Word("Dismissed", "Ausgeblendet")
  static let restore = Word("Show again", "Wieder zeigen")
  static let meals = Word("Responses to meals", "Verläufe nach Mahlzeiten")
  static let mealsHint = Word(
    "A response is not the effect of the meal alone: insulin, exercise and earlier meals act too.",
    "Ein Verlauf ist nicht die Wirkung der Mahlzeit allein: Insulin, Bewegung und frühere Mahlzeiten wirken mit."
  )
  static let rise = Word("Rise", "Anstieg")
  static let peak = Word("Peak", "Gipfel")
  static let toPeak = Word("Time to peak", "Zeit bis zum Gipfel")
  static let noMeals = Word(
    "No named meal has readings in this period.",
    "Keine benannte Mahlzeit hat Werte in diesem Zeitraum.")
  static let indicatorHint = Word(
    "The HbA1c that is expected from the mean of two weeks or more. That of a laboratory often differs.",
    "Der HbA1c, der nach dem Mittel von zwei Wochen oder mehr zu erwarten ist. Der eines Labors weicht oft ab."
  )
  static let enough = Word("Is there enough data?", "Genug Daten?")
  static let needed = Word("needed", "benötigt")
  static let sufficient = Word("enough", "genug")
  static let insufficient = Word("not enough", "nicht genug")

  // Data.
  static let bringIn = Word("Bring in a file", "Datei einlesen")
  static let drop = Word(
    "Drop an export of any known format here, or choose one:",
    "Einen Export in einem bekannten Format hier ablegen oder auswählen:")
  static let needsScript = Word(
    "Files are brought in with JavaScript.", "Zum Einlesen wird JavaScript benötigt.")
  static let account = Word("What is in the file", "Was in der Datei ist")
  static let format = Word("Format", "Format")
  static let readings = Word("Readings", "Werte")
  static let meter = Word("Finger-sticks", "Blutzuckerwerte")
  static let entries = Word("Events", "Ereignisse")
  static let scans = Word("Scans", "Scans")
  static let ahead = Word("Ahead of the clock", "In der Zukunft")
  static let readingsUntil = Word("readings, the last of", "Werte, der letzte von")
  static let aheadHint = Word(
    "Is the time zone below that of the device?", "Ist die Zeitzone unten die des Geräts?")
  static let simulatedTitle = Word("simulated", "simuliert")
  static let itsDays = Word("Its days", "Ihre Tage")
  static let newEntries = Word("new", "neu")
  static let accepted = Word("rows read", "Zeilen gelesen")
  static let skipped = Word("skipped", "übergangen")
  static let rejected = Word("rejected", "abgelehnt")
  static let take = Word("Take it into the diary", "Ins Tagebuch übernehmen")
  static let discard = Word("Discard", "Verwerfen")
  static let sourceHint = Word(
    "A source that takes the name of another becomes part of it. Every step can be undone.",
    "Eine Quelle, die den Namen einer anderen erhält, wird Teil von ihr. Jeder Schritt kann rückgängig gemacht werden."
  )
  static let otherKind = Word(
    "A sensor and a meter do not become one source.",
    "Ein Sensor und ein Messgerät werden nicht zu einer Quelle.")
  static let readerEnded = Word(
    "Reading was ended: it needs too much memory or time, or the reader failed. Nothing was changed.",
    "Das Lesen wurde abgebrochen: es braucht zu viel Speicher oder Zeit, oder das Leseprogramm ist ausgefallen. Nichts wurde geändert."
  )
  static let unreadable = Word("It cannot be read:", "Sie ist nicht lesbar:")
  static let readAgain = Word("Read again", "Noch einmal lesen")
  static let dateOrder = Word("Order of dates", "Reihenfolge des Datums")
  static let dayFirst = Word("day first", "Tag zuerst")
  static let monthFirst = Word("month first", "Monat zuerst")
  static let whose = Word("Whose readings", "Wessen Werte")
  static let takeOut = Word("Take everything out", "Alles mitnehmen")
  static let archive = Word("Archive with everything", "Archiv mit allem")
  static let table = Word("Table of readings (CSV)", "Tabelle der Werte (CSV)")
  static let eventTable = Word("Table of events (CSV)", "Tabelle der Ereignisse (CSV)")
  static let nightscout = Word(
    "Readings and events for Nightscout (JSON)", "Werte und Ereignisse für Nightscout (JSON)")
  static let fhir = Word("Readings as HL7 FHIR (JSON)", "Werte als HL7 FHIR (JSON)")
  static let report = Word("Report to print", "Bericht zum Drucken")
  static let reportHint = Word("The browser prints it as PDF.", "Der Browser druckt ihn als PDF.")
  static let sources = Word("Sources", "Quellen")
  static let source = Word("Source", "Quelle")
  static let live = Word("Live sources", "Laufende Quellen")
  static let noLive = Word(
    "None. A folder to watch or a local Nightscout is named on the command line.",
    "Keine. Ein Ordner oder ein lokales Nightscout wird auf der Befehlszeile genannt.")
  static let erase = Word("Erase everything", "Alles löschen")
  static let eraseHint = Word(
    "This cannot be undone. Type ERASE to confirm.",
    "Das ist nicht rückgängig zu machen. Zur Bestätigung ERASE eingeben.")
  static let confirm = Word("Confirmation", "Bestätigung")

  // Settings and people.
  static let unit = Word("Unit", "Einheit")
  static let zone = Word("Time zone", "Zeitzone")
  static let bands = Word("Target range", "Zielbereich")
  static let consensus = Word("consensus", "Konsens")
  static let tight = Word("tight", "eng")
  static let pregnancy = Word("pregnancy", "Schwangerschaft")
  static let olderOrHighRisk = Word("older or at high risk", "älter oder mit hohem Risiko")
  static let custom = Word("own limits", "eigene Grenzen")
  static let language = Word("Language", "Sprache")
  static let lowLimit = Word("Lower limit", "Untere Grenze")
  static let highLimit = Word("Upper limit", "Obere Grenze")
  static let alarmLow = Word("Alarm below", "Alarm unter")
  static let alarmHigh = Word("Alarm above", "Alarm über")
  static let limitsOrder = Word(
    "The lower limit must be below the upper.", "Die untere Grenze muss unter der oberen liegen.")
  static let outOfRange = Word("It must be within", "Erlaubt ist")
  static let basalRates = Word(
    "Basal rates of a pump, each from a time", "Basalraten einer Pumpe, je ab einer Uhrzeit")
  static let noBasal = Word(
    "Rates are written as in 00:00 0.7; 06:00 1.1",
    "Raten werden so geschrieben: 00:00 0,7; 06:00 1,1")
  static let noZone = Word("This is not a time zone.", "Das ist keine Zeitzone.")
  static let widget = Word(
    "A page for a home screen or a frame: glucose now and the line of the day",
    "Eine Seite für den Startbildschirm oder einen Rahmen: Glukose jetzt und der Verlauf des Tages")
  static let addPerson = Word("Add a person", "Person hinzufügen")
  static let token = Word("Token", "Zugangscode")
  static let enter = Word("Enter", "Anmelden")
  static let tokenHint = Word(
    "The token is printed where the server was started.",
    "Der Zugangscode steht dort, wo der Server gestartet wurde.")
  static let wrongToken = Word("That is not the token.", "Das ist nicht der Zugangscode.")

  // Alarms.
  static let alarms = Word("Alarms", "Alarme")
  static let isLow = Word("Glucose is low", "Glukose ist niedrig")
  static let stillLow = Word("Glucose has been low for hours", "Glukose ist seit Stunden niedrig")
  static let lowExpected = Word("A low is expected", "Niedrige Glukose erwartet")
  static let isHigh = Word("Glucose is high", "Glukose ist hoch")
  static let stillHigh = Word("Glucose has been high for hours", "Glukose ist seit Stunden hoch")
  static let isVeryLow = Word("Glucose is very low", "Glukose ist sehr niedrig")
  static let stillVeryLow = Word(
    "Glucose has been very low for hours", "Glukose ist seit Stunden sehr niedrig")
  static let veryLowExpected = Word(
    "A very low value is expected", "Sehr niedrige Glukose erwartet")
  static let isVeryHigh = Word("Glucose is very high", "Glukose ist sehr hoch")
  static let stillVeryHigh = Word(
    "Glucose has been very high for hours", "Glukose ist seit Stunden sehr hoch")
  static let veryHighExpected = Word("A very high value is expected", "Sehr hohe Glukose erwartet")
  static let highExpected = Word("A high is expected", "Hohe Glukose erwartet")
  static let silent = Word("The sensor is silent", "Der Sensor schweigt")
  static let since = Word("since", "seit")
  static let acknowledge = Word("Acknowledge", "Bestätigen")
  static let snooze = Word("Snooze", "Später erinnern:")
  static let snoozedUntil = Word("snoozed until", "stumm bis")
  static let notify = Word("Sound and notifications", "Ton und Mitteilungen")
  static let allow = Word("Allow in this browser", "In diesem Browser erlauben")
  static let allowed = Word("Allowed in this browser", "In diesem Browser erlaubt")
  static let notAllowed = Word(
    "This browser forbids notifications; the sound works while the page is open.",
    "Dieser Browser verbietet Mitteilungen; der Ton geht, solange die Seite offen ist.")
  static let alarmHint = Word(
    "Only while a page is open. It is information about numbers and not a safety device.",
    "Nur solange eine Seite offen ist. Es ist Information über Zahlen und kein Sicherheitsgerät.")

  // Reasons that there is no forecast.
  static let noModel = Word("the model is being prepared", "das Modell wird vorbereitet")
  static let staleReadings = Word("the last reading is too old", "der letzte Wert ist zu alt")
  static let gap = Word("readings are missing", "es fehlen Werte")
  static let tooShort = Word("too few readings yet", "noch zu wenige Werte")
  static let cadence = Word(
    "the readings are too far apart", "die Werte liegen zu weit auseinander")
}
