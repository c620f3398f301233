internal import DaySummary
internal import GlucoseDiary
internal import GlucoseMath

extension ChartStrings {
  /// The German text, with dates such as "12.03.2025" and decimal commas.
  public static let german = ChartStrings(
    glucose: "Glukose", forecast: "Vorhersage", meal: "Mahlzeit", exercise: "Bewegung",
    carbs: "Kohlenhydrate", protein: "Eiweiß", fat: "Fett", carbsUnknown: "Kohlenhydrate unbekannt",
    units: "Einheiten",
    actions: [
      .rapidActing: "schnell", .shortActing: "kurz", .intermediateActing: "mittellang",
      .longActing: "lang", .premixed: "gemischt",
    ], intensities: [.light: "niedrig", .moderate: "mittel", .vigorous: "hoch"],
    exerciseKinds: [.aerobic: "aerob", .anaerobic: "anaerob", .mixed: "gemischt"],
    conditions: [.illness: "Krankheit", .stress: "Stress", .exercise: "Bewegung"],
    categories: [
      .fingerstick: "Blutzucker", .note: "Notiz", .ketones: "Ketone", .weight: "Gewicht",
      .medication: "Medikament", .sensorChange: "Neuer Sensor", .siteChange: "Neuer Katheter",
      .temporaryBasal: "Temporäre Basalrate", .hemoglobinA1c: "HbA1c",
      .alcohol: "Alkohol",
    ], condition: "Zustand", time: "Uhrzeit", action: "Wirkung", duration: "Dauer",
    intensity: "Intensität", exerciseKind: "Art", note: "Notiz", basal: "Basalinsulin",
    unitsPerHour: "Einheiten/h", minutesAgo: "min alt",
    trends: [
      .risingRapidly: "rasch steigend", .rising: "steigend", .risingSlowly: "langsam steigend",
      .steady: "gleichbleibend", .fallingSlowly: "langsam fallend", .falling: "fallend",
      .fallingRapidly: "rasch fallend",
    ], range: "Spanne und Mittelwert eines Tages", mean: "Mittelwert",
    profile: "Ambulantes Glukoseprofil",
    bands: [
      .veryLow: "Sehr niedrig", .low: "Niedrig", .target: "Im Zielbereich", .high: "Hoch",
      .veryHigh: "Sehr hoch",
    ], days: "Tage", day: "Tag", forecastDay: "Vorhersagen des letzten Tages",
    forecasts: "Vorhersagen", readings: "Messwerte", forecastRange: "{percent}-Bereich",
    measuredForecastRange: "{percent}-Bereich, gemessen {measured}", goal: "Ziel {goal}",
    smoothed: "geglättet über {minutes} min", notSmoothed: "nicht geglättet", planned: "geplant",
    mealResponses: "Verläufe nach Mahlzeiten", noReadings: "Keine Werte", to: "bis",
    reference: "Referenz", measured: "Gemessen", pairs: "Paare",
    differences: "Differenz gegen Mittelwert", difference: "Gemessen − Referenz",
    meanOfBoth: "Mittelwert beider", limits: "{percent}-Grenze", lastNight: "Letzte Nacht",
    currentNight: "Diese Nacht bis jetzt", ongoing: "noch nicht vorbei",
    otherNights: "Nächte davor", compressionLow: "Vermutlich zu niedrig durch Druck",
    nightAhead: "Die kommende Nacht", probability: "Wahrscheinlichkeit", below: "unter {glucose}",
    likelyLow: "erster niedriger Wert, falls einer, gegen {time}",
    grids: [
      .clarke: "Fehlergitter nach Clarke", .parkesType1: "Fehlergitter nach Parkes, Typ 1",
      .parkesType2: "Fehlergitter nach Parkes, Typ 2",
    ], weekdays: ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
    months: [
      "Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.",
      "Dez.",
    ], datePattern: "dd.MM.yyyy", weekdayDatePattern: "EEE, dd.MM.yyyy", decimalSeparator: ",")
}
