// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import GlucoseMath
internal import GlucoseSignals

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
    strings.nights = "Nächte"
    strings.until = "Bis"
    strings.nightAheadNote =
      "Die Wahrscheinlichkeit eines Werts unter den Schwellen von der Schlafenszeit bis zu jeder Stunde, aus "
      + "der Glukose allein, ohne eingetragene Mahlzeiten und Insulin. In den meisten Nächten mit einem "
      + "niedrigen Wert liegt sie unter der Hälfte."
    strings.signal = "Qualität des Signals"
    strings.sensors = "Zwei gleichzeitig getragene Sensoren"
    strings.laboratory = "HbA1c aus dem Labor"
    strings.events = "Ereignisse"
    strings.number = "Kennzahl"
    strings.value = "Wert"
    strings.goal = "Ziel"
    strings.timeInRanges = "Zeit in den Bereichen"
    strings.aboveRange = "Über dem Zielbereich"
    strings.belowRange = "Unter dem Zielbereich"
    strings.insufficient =
      "Diese Werte benötigen mindestens {days} Tage mit {percent} der Messwerte."
    strings.longerSampling = "Genauer ab dieser Anzahl Tage: {metrics}."
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
    strings.laboratoryDifference = "Differenz"
    strings.laboratoryNote =
      "Die Differenz ist der Laborwert minus der Glukose-Management-Indikator der {days} Tage davor, in "
      + "Prozentpunkten. Differenzen sind häufig und kein Fehler eines der beiden. Ein Stern: weniger "
      + "als 14 Tage mit Messwerten oder weniger als 70 % der Messwerte."
    strings.night = "Nacht zum"
    strings.timeBelow = "Zeit unter dem Zielbereich"
    strings.steady = "Gleichmäßig"
    strings.nightNote =
      "Gleichmäßig ist der Anteil der Messwerte, die sich um höchstens 1 mg/dL (0,06 mmol/L) pro "
      + "Minute ändern. Niedrige Werte, die vom Liegen auf dem Sensor stammen können, zählen "
      + "wie andere."
    strings.score = "Bewertung"
    strings.faults = "Vermutete Störungen"
    strings.faultNames = [
      .compressionLow: "zu niedrig durch Druck", .noise: "Rauschen", .jump: "Sprung",
      .stuck: "wiederholter Wert", .warmUp: "Aufwärmphase",
      .drift: "Abweichung vom zweiten Sensor",
    ]
    strings.evidenceNames = [
      .steadyBefore: "vorher gleichmäßig", .suddenFall: "plötzlicher Abfall",
      .suddenReturn: "plötzliche Rückkehr", .restoredLevel: "Niveau wie vorher",
    ]
    strings.signalNote =
      "Die Bewertung ist der Anteil der Zeit mit Messwerten, von denen die in vermuteten Störungen "
      + "weniger zählen. Störungen werden allein aus den Messwerten erkannt; kein Messwert wird "
      + "entfernt."
    strings.allReadings = "Alle Messwerte"
    strings.withoutCompressionLows = "Ohne vermutlich durch Druck zu niedrige Werte"
    strings.pairs = "Paare"
    strings.meanDifference = "Mittlere Differenz"
    strings.limitsOfAgreement = "Übereinstimmungsgrenzen, 95 %"
    strings.meanAbsoluteRelativeDifference = "MARD, der zweite als Referenz"
    strings.precisionAbsoluteRelativeDifference = "PARD, der Mittelwert als Referenz"
    strings.within20 = "Innerhalb von 20 mg/dL oder 20 %"
    strings.lag = "Der erste folgt dem zweiten um"
    strings.driftPerDay = "Änderung der Differenz pro Tag"
    strings.secondInBand = "Zweiter Sensor"
    strings.bias = "Systematische Abweichung"
    strings.note = "Diese Seite informiert. Sie gibt keinen Rat zur Behandlung."
    return strings
  }()
}
