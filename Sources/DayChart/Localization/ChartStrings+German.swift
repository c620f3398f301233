extension ChartStrings {
  /// The German text, with dates such as "12.03.2025" and decimal commas.
  public static let german: ChartStrings = {
    var strings = ChartStrings(texts: germanTexts)
    strings.language = "de"
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

  private static let germanTexts: [String: String] = [
    // Marks, and the fields of their events.
    "glucose": "Glukose", "forecast": "Vorhersage", "meal": "Mahlzeit", "insulin": "Insulin",
    "exercise": "Bewegung", "basal": "Basalinsulin", "carbsUnknown": "Kohlenhydrate unbekannt",
    "condition": "Zustand", "time": "Uhrzeit", "action": "Wirkung", "duration": "Dauer",
    "intensity": "Intensität", "exerciseKind": "Art", "note": "Notiz", "planned": "geplant",
    // After a number.
    "grams": "g", "carbs": "Kohlenhydrate", "protein": "Eiweiß", "fat": "Fett",
    "units": "Einheiten", "unitsPerHour": "Einheiten/h", "minutes": "min",
    "minutesAgo": "min alt", "hours": "h", "days": "Tage", "day": "Tag",
    // Pictures.
    "range": "Spanne und Mittelwert eines Tages", "mean": "Mittelwert", "median": "Median",
    "profile": "Ambulantes Glukoseprofil", "forecastDay": "Vorhersagen des letzten Tages",
    "forecasts": "Vorhersagen", "readings": "Messwerte", "forecastRange": "{percent}-Bereich",
    "measuredForecastRange": "{percent}-Bereich, gemessen {measured}", "goal": "Ziel {goal}",
    "smoothed": "geglättet über {minutes} min", "notSmoothed": "nicht geglättet",
    "mealResponses": "Verläufe nach Mahlzeiten", "noReadings": "Keine Werte", "to": "bis",
    "reference": "Referenz", "measured": "Gemessen", "pairs": "Paare",
    "differences": "Differenz gegen Mittelwert", "difference": "Gemessen − Referenz",
    "meanOfBoth": "Mittelwert beider", "limits": "{percent}-Grenze", "lastNight": "Letzte Nacht",
    "currentNight": "Diese Nacht bis jetzt", "ongoing": "noch nicht vorbei",
    "otherNights": "Nächte davor", "compressionLow": "Vermutlich zu niedrig durch Druck",
    "nightAhead": "Die kommende Nacht", "probability": "Wahrscheinlichkeit",
    "below": "unter {glucose}",
    "likelyLow": "erster niedriger Wert, falls einer, gegen {time}",
    // Headings of a report page.
    "numbers": "Alle Tage zusammen", "lastDay": "Der letzte Tag und die Tage davor",
    "weekHours": "Stunden der Woche", "dailyLines": "Tagesverläufe", "calendar": "Kalender",
    "dayTable": "Tage", "pictures": "Bilder der Tage", "errorGrid": "Vorhersagen und Werte",
    "nights": "Nächte", "signal": "Qualität des Signals",
    "sensors": "Zwei gleichzeitig getragene Sensoren", "events": "Ereignisse",
    // Tables of a report page.
    "number": "Kennzahl", "value": "Wert", "goals": "Ziel",
    "timeInRanges": "Zeit in den Bereichen", "aboveRange": "Über dem Zielbereich",
    "belowRange": "Unter dem Zielbereich", "recordedDays": "Tage mit Messwerten",
    "coverage": "Abdeckung", "meanGlucose": "Mittelwert",
    "managementIndicator": "Glukose-Management-Indikator",
    "standardDeviation": "Standardabweichung",
    "coefficientOfVariation": "Variationskoeffizient", "laboratory": "HbA1c aus dem Labor",
    "laboratoryDifference": "Differenz", "date": "Tag", "night": "Nacht zum", "until": "Bis",
    "timeBelow": "Zeit unter dem Zielbereich", "steady": "Gleichmäßig", "score": "Bewertung",
    "faults": "Vermutete Störungen", "allReadings": "Alle Messwerte",
    "withoutCompressionLows": "Ohne vermutlich durch Druck zu niedrige Werte",
    "meanDifference": "Mittlere Differenz",
    "limitsOfAgreement": "Übereinstimmungsgrenzen, 95 %",
    "meanAbsoluteRelativeDifference": "MARD, der zweite als Referenz",
    "precisionAbsoluteRelativeDifference": "PARD, der Mittelwert als Referenz",
    "within20": "Innerhalb von 20 mg/dL oder 20 %", "lag": "Der erste folgt dem zweiten um",
    "driftPerDay": "Änderung der Differenz pro Tag", "secondInBand": "Zweiter Sensor",
    "bias": "Systematische Abweichung", "mard": "MARD", "minimum": "Niedrigster Wert",
    "maximum": "Höchster Wert", "episodes": "Episoden niedrig / hoch", "tags": "Merkmale",
    "measurements": "Messungen mit einem Messgerät", "meanAsMeasured": "Mittelwert der Messungen",
    // Sentences of a report page.
    "measurementsNote": """
    Zeit im Zielbereich und die anderen Kennzahlen benötigen die Messwerte eines Sensors: Messungen zu \
    gewählten Zeiten stehen nicht für die Zeit dazwischen.
    """,
    "insufficient": "Diese Werte benötigen mindestens {days} Tage mit {percent} der Messwerte.",
    "longerSampling": "Genauer ab dieser Anzahl Tage: {metrics}.",
    "nightAheadNote": """
    Die Wahrscheinlichkeit eines Werts unter den Schwellen von der Schlafenszeit bis zu jeder Stunde, aus \
    der Glukose allein, ohne eingetragene Mahlzeiten und Insulin. In den meisten Nächten mit einem \
    niedrigen Wert liegt sie unter der Hälfte.
    """,
    "laboratoryNote": """
    Die Differenz ist der Laborwert minus der Glukose-Management-Indikator der {days} Tage davor, in \
    Prozentpunkten. Differenzen sind häufig und kein Fehler eines der beiden. Ein Stern: weniger \
    als 14 Tage mit Messwerten oder weniger als 70 % der Messwerte.
    """,
    "nightNote": """
    Gleichmäßig ist der Anteil der Messwerte, die sich um höchstens 1 mg/dL (0,06 mmol/L) pro \
    Minute ändern. Niedrige Werte, die vom Liegen auf dem Sensor stammen können, zählen \
    wie andere.
    """,
    "signalNote": """
    Die Bewertung ist der Anteil der Zeit mit Messwerten, von denen die in vermuteten Störungen \
    weniger zählen. Störungen werden allein aus den Messwerten erkannt; kein Messwert wird \
    entfernt.
    """, "disclaimer": "Diese Seite informiert. Sie gibt keinen Rat zur Behandlung.",
    // Values.
    "unit.mg/dL": "mg/dL", "unit.mmol/L": "mmol/L",
    "action.rapid": "schnell", "action.short": "kurz", "action.intermediate": "mittellang",
    "action.long": "lang", "action.mixed": "gemischt",
    "intensity.low": "niedrig", "intensity.medium": "mittel", "intensity.high": "hoch",
    "exercise.aerobic": "aerob", "exercise.anaerobic": "anaerob", "exercise.mixed": "gemischt",
    "condition.illness": "Krankheit", "condition.stress": "Stress",
    "condition.exercise": "Bewegung",
    "category.fingerstick": "Blutzucker", "category.note": "Notiz",
    "category.ketones": "Ketone", "category.weight": "Gewicht",
    "category.medication": "Medikament", "category.sensorChange": "Neuer Sensor",
    "category.siteChange": "Neuer Katheter",
    "category.temporaryBasal": "Temporäre Basalrate", "category.hemoglobinA1c": "HbA1c",
    "category.alcohol": "Alkohol",
    "trend.risingRapidly": "rasch steigend", "trend.rising": "steigend",
    "trend.risingSlowly": "langsam steigend", "trend.steady": "gleichbleibend",
    "trend.fallingSlowly": "langsam fallend", "trend.falling": "fallend",
    "trend.fallingRapidly": "rasch fallend",
    "band.veryLow": "Sehr niedrig", "band.low": "Niedrig", "band.target": "Im Zielbereich",
    "band.high": "Hoch", "band.veryHigh": "Sehr hoch",
    "grid.clarke": "Fehlergitter nach Clarke",
    "grid.parkesType1": "Fehlergitter nach Parkes, Typ 1",
    "grid.parkesType2": "Fehlergitter nach Parkes, Typ 2",
    "grid.dts": "Fehlergitter der DTS",
    "fault.compressionLow": "zu niedrig durch Druck", "fault.noise": "Rauschen",
    "fault.jump": "Sprung", "fault.stuck": "wiederholter Wert", "fault.warmUp": "Aufwärmphase",
    "fault.drift": "Abweichung vom zweiten Sensor",
    "evidence.steadyBefore": "vorher gleichmäßig", "evidence.suddenFall": "plötzlicher Abfall",
    "evidence.suddenReturn": "plötzliche Rückkehr", "evidence.restoredLevel": "Niveau wie vorher",
    "tag.low": "niedrig", "tag.high": "hoch", "tag.lowEpisode": "niedrige Episode",
    "tag.highEpisode": "hohe Episode", "tag.exercise": "Bewegung",
    "tag.condition:illness": "Krankheit", "tag.condition:stress": "Stress",
  ]
}
