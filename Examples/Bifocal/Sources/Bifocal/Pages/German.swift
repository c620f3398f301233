// SPDX-License-Identifier: Apache-2.0

import GlucoseKit

extension ChartStrings {
  /// The German text of pictures.
  static let german: ChartStrings = {
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
    strings.condition = "Zustand"
    strings.time = "Uhrzeit"
    strings.action = "Wirkung"
    strings.duration = "Dauer"
    strings.intensity = "Intensität"
    strings.note = "Notiz"
    strings.basal = "Basalinsulin"
    strings.unitsPerHour = "Einheiten/h"
    strings.minutesAgo = "min alt"
    strings.range = "Spanne und Mittel eines Tages"
    strings.mean = "Mittel"
    strings.profile = "Ambulantes Glukoseprofil"
    strings.bands = [
      .veryLow: "Sehr niedrig", .low: "Niedrig", .target: "Im Ziel", .high: "Hoch",
      .veryHigh: "Sehr hoch",
    ]
    strings.days = "Tage"
    strings.noReadings = "Keine Werte"
    strings.to = "bis"
    strings.weekdays = ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"]
    return strings
  }()
}

extension ReportStrings {
  /// The German text of reports.
  static let german: ReportStrings = {
    var strings = ReportStrings()
    strings.language = "de"
    strings.calendar = "Kalender"
    strings.coefficientOfVariation = "Variationskoeffizient"
    strings.coverage = "Aufgezeichnet"
    strings.day = "Tag"
    strings.days = "Tage"
    strings.episodes = "Episoden"
    strings.events = "Ereignisse"
    strings.hours = "Stunden der Woche"
    strings.lastDay = "Letzter Tag"
    strings.managementIndicator = "Glukose-Management-Indikator"
    strings.maximum = "Höchster Wert"
    strings.mean = "Mittel"
    strings.median = "Median"
    strings.minimum = "Tiefster Wert"
    strings.no = "nein"
    strings.note = "Es informiert und dosiert nie."
    strings.number = "Zahl"
    strings.numbers = "Zahlen"
    strings.pictures = "Bilder"
    strings.readings = "Werte"
    strings.recordedDays = "Aufgezeichnete Tage"
    strings.standardDeviation = "Standardabweichung"
    strings.sufficient = "Genug Daten"
    strings.tags = "Merkmale"
    strings.value = "Wert"
    strings.yes = "ja"
    return strings
  }()
}
