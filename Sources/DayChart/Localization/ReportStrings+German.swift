internal import DaySummary
internal import GlucoseMath
internal import GlucoseSignals

extension ReportStrings {
  /// The German text.
  public static let german = ReportStrings(
    language: "de", numbers: "Alle Tage zusammen", lastDay: "Der letzte Tag und die Tage davor",
    hours: "Stunden der Woche", dailyLines: "Tagesverläufe", calendar: "Kalender", days: "Tage",
    pictures: "Bilder der Tage", forecasts: "Vorhersagen und Werte", nights: "Nächte", until: "Bis",
    nightAheadNote:
      "Die Wahrscheinlichkeit eines Werts unter den Schwellen von der Schlafenszeit bis zu jeder Stunde, aus "
      + "der Glukose allein, ohne eingetragene Mahlzeiten und Insulin. In den meisten Nächten mit einem "
      + "niedrigen Wert liegt sie unter der Hälfte.", signal: "Qualität des Signals",
    sensors: "Zwei gleichzeitig getragene Sensoren", events: "Ereignisse", number: "Kennzahl",
    value: "Wert", goal: "Ziel", timeInRanges: "Zeit in den Bereichen",
    aboveRange: "Über dem Zielbereich", belowRange: "Unter dem Zielbereich",
    insufficient: "Diese Werte benötigen mindestens {days} Tage mit {percent} der Messwerte.",
    longerSampling: "Genauer ab dieser Anzahl Tage: {metrics}.",
    recordedDays: "Tage mit Messwerten", coverage: "Abdeckung", mean: "Mittelwert",
    managementIndicator: "Glukose-Management-Indikator", standardDeviation: "Standardabweichung",
    coefficientOfVariation: "Variationskoeffizient", laboratory: "HbA1c aus dem Labor",
    laboratoryDifference: "Differenz",
    laboratoryNote:
      "Die Differenz ist der Laborwert minus der Glukose-Management-Indikator der {days} Tage davor, in "
      + "Prozentpunkten. Differenzen sind häufig und kein Fehler eines der beiden. Ein Stern: weniger "
      + "als 14 Tage mit Messwerten oder weniger als 70 % der Messwerte.", day: "Tag",
    night: "Nacht zum", timeBelow: "Zeit unter dem Zielbereich", steady: "Gleichmäßig",
    nightNote:
      "Gleichmäßig ist der Anteil der Messwerte, die sich um höchstens 1 mg/dL (0,06 mmol/L) pro "
      + "Minute ändern. Niedrige Werte, die vom Liegen auf dem Sensor stammen können, zählen "
      + "wie andere.", score: "Bewertung", faults: "Vermutete Störungen",
    faultNames: [
      .compressionLow: "zu niedrig durch Druck", .noise: "Rauschen", .jump: "Sprung",
      .stuck: "wiederholter Wert", .warmUp: "Aufwärmphase",
      .drift: "Abweichung vom zweiten Sensor",
    ],
    evidenceNames: [
      .steadyBefore: "vorher gleichmäßig", .suddenFall: "plötzlicher Abfall",
      .suddenReturn: "plötzliche Rückkehr", .restoredLevel: "Niveau wie vorher",
    ],
    signalNote:
      "Die Bewertung ist der Anteil der Zeit mit Messwerten, von denen die in vermuteten Störungen "
      + "weniger zählen. Störungen werden allein aus den Messwerten erkannt; kein Messwert wird "
      + "entfernt.", allReadings: "Alle Messwerte",
    withoutCompressionLows: "Ohne vermutlich durch Druck zu niedrige Werte", pairs: "Paare",
    meanDifference: "Mittlere Differenz", limitsOfAgreement: "Übereinstimmungsgrenzen, 95 %",
    meanAbsoluteRelativeDifference: "MARD, der zweite als Referenz",
    precisionAbsoluteRelativeDifference: "PARD, der Mittelwert als Referenz",
    within20: "Innerhalb von 20 mg/dL oder 20 %", lag: "Der erste folgt dem zweiten um",
    driftPerDay: "Änderung der Differenz pro Tag", secondInBand: "Zweiter Sensor",
    bias: "Systematische Abweichung", readings: "Messwerte", minimum: "Niedrigster Wert",
    maximum: "Höchster Wert", episodes: "Episoden niedrig / hoch", tags: "Merkmale",
    tagNames: [
      .low: "niedrig", .high: "hoch", .lowEpisode: "niedrige Episode",
      .highEpisode: "hohe Episode", .exercise: "Bewegung", .illness: "Krankheit",
      .stress: "Stress",
    ], note: "Diese Seite informiert. Sie gibt keinen Rat zur Behandlung.")
}
