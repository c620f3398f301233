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
    strings.exerciseKinds = [.aerobic: "aerob", .anaerobic: "anaerob", .mixed: "gemischt"]
    strings.exerciseKind = "Art"
    strings.conditions = [.illness: "Krankheit", .stress: "Stress", .exercise: "Bewegung"]
    strings.categories = [
      .fingerstick: "Blutzucker", .note: "Notiz", .ketones: "Ketone", .weight: "Gewicht",
      .medication: "Medikament", .sensorChange: "Neuer Sensor", .siteChange: "Neuer Katheter",
      .temporaryBasal: "Temporäre Basalrate", .hemoglobinA1c: "HbA1c",
      .alcohol: "Alkohol",
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
    strings.trends = [
      .risingRapidly: "rasch steigend", .rising: "steigend", .risingSlowly: "langsam steigend",
      .steady: "gleichbleibend", .fallingSlowly: "langsam fallend", .falling: "fallend",
      .fallingRapidly: "rasch fallend",
    ]
    strings.range = "Spanne und Mittelwert eines Tages"
    strings.mean = "Mittelwert"
    strings.profile = "Ambulantes Glukoseprofil"
    strings.bands = [
      .veryLow: "Sehr niedrig", .low: "Niedrig", .target: "Im Zielbereich", .high: "Hoch",
      .veryHigh: "Sehr hoch",
    ]
    strings.days = "Tage"
    strings.day = "Tag"
    strings.forecastDay = "Vorhersagen des letzten Tages"
    strings.forecasts = "Vorhersagen"
    strings.readings = "Messwerte"
    strings.forecastRange = "{percent}-Bereich"
    strings.measuredForecastRange = "{percent}-Bereich, gemessen {measured}"
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
    strings.differences = "Differenz gegen Mittelwert"
    strings.difference = "Gemessen − Referenz"
    strings.meanOfBoth = "Mittelwert beider"
    strings.limits = "{percent}-Grenze"
    strings.lastNight = "Letzte Nacht"
    strings.currentNight = "Diese Nacht bis jetzt"
    strings.ongoing = "noch nicht vorbei"
    strings.otherNights = "Nächte davor"
    strings.nightAhead = "Die kommende Nacht"
    strings.probability = "Wahrscheinlichkeit"
    strings.below = "unter {glucose}"
    strings.likelyLow = "erster niedriger Wert, falls einer, gegen {time}"
    strings.compressionLow = "Vermutlich zu niedrig durch Druck"
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
