// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import GlucoseDiary
internal import GlucoseMath

extension ChartStrings {
  /// The German text, with dates such as "12.03.2025" and decimal commas.
  public static let german: ChartStrings = {
    var strings = ChartStrings()
    strings.glucose = "Glukose"
    strings.forecast = "Vorhersage"
    strings.meal = "Mahlzeit"
    strings.exercise = "Bewegung"
    strings.carbs = "Kohlenhydrate"
    strings.protein = "Eiweiß"
    strings.fat = "Fett"
    strings.carbsUnknown = "Kohlenhydrate unbekannt"
    strings.units = "Einheiten"
    strings.actions = [
      .rapidActing: "schnell", .shortActing: "kurz", .intermediateActing: "mittellang",
      .longActing: "lang", .premixed: "gemischt",
    ]
    strings.intensities = [.light: "niedrig", .moderate: "mittel", .vigorous: "hoch"]
    strings.conditions = [.illness: "Krankheit", .stress: "Stress"]
    strings.categories = [
      .fingerstick: "Blutzucker", .note: "Notiz", .ketones: "Ketone", .weight: "Gewicht",
      .medication: "Medikament", .sensorChange: "Neuer Sensor", .siteChange: "Neuer Katheter",
      .temporaryBasal: "Temporäre Basalrate",
    ]
    strings.condition = "Zustand"
    strings.time = "Uhrzeit"
    strings.action = "Wirkung"
    strings.duration = "Dauer"
    strings.intensity = "Intensität"
    strings.note = "Notiz"
    strings.basal = "Basalinsulin"
    strings.unitsPerHour = "Einheiten/h"
    strings.minutesAgo = "min alt"
    strings.range = "Spanne und Mittelwert eines Tages"
    strings.mean = "Mittelwert"
    strings.profile = "Ambulantes Glukoseprofil"
    strings.bands = [
      .veryLow: "Sehr niedrig", .low: "Niedrig", .target: "Im Zielbereich", .high: "Hoch",
      .veryHigh: "Sehr hoch",
    ]
    strings.days = "Tage"
    strings.forecastRange = "{percent}-Bereich"
    strings.goal = "Ziel {goal}"
    strings.smoothed = "geglättet über {minutes} min"
    strings.notSmoothed = "nicht geglättet"
    strings.planned = "geplant"
    strings.mealResponses = "Verläufe nach Mahlzeiten"
    strings.noReadings = "Keine Werte"
    strings.to = "bis"
    strings.reference = "Referenz"
    strings.measured = "Gemessen"
    strings.pairs = "Paare"
    strings.grids = [
      .clarke: "Fehlergitter nach Clarke", .parkesType1: "Fehlergitter nach Parkes, Typ 1",
      .parkesType2: "Fehlergitter nach Parkes, Typ 2",
    ]
    strings.weekdays = ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"]
    strings.months = [
      "Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.",
      "Dez.",
    ]
    strings.datePattern = "dd.MM.yyyy"
    strings.weekdayDatePattern = "EEE, dd.MM.yyyy"
    strings.decimalSeparator = ","
    return strings
  }()
}

extension ReportStrings {
  /// The German text.
  public static let german: ReportStrings = {
    var strings = ReportStrings()
    strings.language = "de"
    strings.numbers = "Alle Tage zusammen"
    strings.lastDay = "Der letzte Tag und die Tage davor"
    strings.hours = "Stunden der Woche"
    strings.dailyLines = "Tagesverläufe"
    strings.calendar = "Kalender"
    strings.days = "Tage"
    strings.pictures = "Bilder der Tage"
    strings.forecasts = "Vorhersagen und Werte"
    strings.events = "Ereignisse"
    strings.number = "Kennzahl"
    strings.value = "Wert"
    strings.goal = "Ziel"
    strings.timeInRanges = "Zeit in den Bereichen"
    strings.aboveRange = "Über dem Zielbereich"
    strings.belowRange = "Unter dem Zielbereich"
    strings.insufficient =
      "Diese Werte benötigen mindestens {days} Tage mit {percent} der Messwerte: {metrics}."
    strings.recordedDays = "Tage mit Messwerten"
    strings.coverage = "Abdeckung"
    strings.mean = "Mittelwert"
    strings.managementIndicator = "Glukose-Management-Indikator"
    strings.standardDeviation = "Standardabweichung"
    strings.coefficientOfVariation = "Variationskoeffizient"
    strings.day = "Tag"
    strings.readings = "Messwerte"
    strings.minimum = "Niedrigster Wert"
    strings.maximum = "Höchster Wert"
    strings.episodes = "Episoden niedrig / hoch"
    strings.tags = "Merkmale"
    strings.tagNames = [
      .low: "niedrig", .high: "hoch", .lowEpisode: "niedrige Episode",
      .highEpisode: "hohe Episode", .exercise: "Bewegung", .illness: "Krankheit",
      .stress: "Stress",
    ]
    strings.note = "Diese Seite informiert. Sie gibt keinen Rat zur Behandlung."
    return strings
  }()
}
