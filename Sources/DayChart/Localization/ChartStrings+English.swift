extension ChartStrings {
  static let english: [String: String] = [
    // Marks, and the fields of their events.
    "glucose": "Glucose", "forecast": "Forecast", "meal": "Meal", "insulin": "Insulin",
    "exercise": "Exercise", "basal": "Basal insulin", "carbsUnknown": "carbs unknown",
    "condition": "Condition", "time": "Time", "action": "Action", "duration": "Duration",
    "intensity": "Intensity", "exerciseKind": "Kind", "note": "Note", "planned": "planned",
    // After a number.
    "grams": "g", "carbs": "carbs", "protein": "protein", "fat": "fat", "units": "units",
    "unitsPerHour": "units/h", "minutes": "min", "minutesAgo": "min ago", "hours": "h",
    "days": "days", "day": "day",
    // Pictures.
    "range": "Range and mean of a day", "mean": "mean", "median": "Median",
    "profile": "Ambulatory glucose profile", "forecastDay": "Forecasts of the last day",
    "forecasts": "Forecasts", "readings": "Readings", "forecastRange": "{percent} range",
    "measuredForecastRange": "{percent} range, measured {measured}", "goal": "goal {goal}",
    "smoothed": "smoothed over {minutes} min", "notSmoothed": "not smoothed",
    "mealResponses": "Responses to meals", "noReadings": "No readings", "to": "to",
    "reference": "Reference", "measured": "Measured", "pairs": "Pairs",
    "differences": "Difference against mean", "difference": "Measured − reference",
    "meanOfBoth": "Mean of both", "limits": "{percent} limit", "lastNight": "Last night",
    "currentNight": "This night so far", "ongoing": "ongoing", "otherNights": "Nights before",
    "compressionLow": "Suspected compression low", "nightAhead": "The night ahead",
    "probability": "Probability", "below": "below {glucose}",
    "likelyLow": "a first low about {time}, if any",
    // Headings of a report page.
    "numbers": "All days together", "lastDay": "The last day, and those around it",
    "weekHours": "Hours of the week", "dailyLines": "Daily glucose", "calendar": "Calendar",
    "dayTable": "Days", "pictures": "Pictures of days", "errorGrid": "Forecasts against readings",
    "nights": "Nights", "signal": "Quality of the signal",
    "sensors": "Two sensors worn together", "events": "Events",
    // Tables of a report page.
    "number": "Number", "value": "Value", "goals": "Goal", "timeInRanges": "Time in ranges",
    "aboveRange": "Above range", "belowRange": "Below range",
    "recordedDays": "Days with readings", "coverage": "Coverage", "meanGlucose": "Mean",
    "managementIndicator": "Glucose management indicator",
    "standardDeviation": "Standard deviation",
    "coefficientOfVariation": "Coefficient of variation", "laboratory": "Laboratory HbA1c",
    "laboratoryDifference": "Difference", "date": "Day", "night": "Night to", "until": "Until",
    "timeBelow": "Time below range", "steady": "Steady", "score": "Score",
    "faults": "Suspected faults", "allReadings": "All readings",
    "withoutCompressionLows": "Without suspected compression lows",
    "meanDifference": "Mean difference", "limitsOfAgreement": "Limits of agreement, 95 %",
    "meanAbsoluteRelativeDifference": "MARD, the second as reference",
    "precisionAbsoluteRelativeDifference": "PARD, the mean as reference",
    "within20": "Within 20 mg/dL or 20 %", "lag": "The first follows the second by",
    "driftPerDay": "Change of the difference per day", "secondInBand": "Second sensor",
    "bias": "Bias", "mard": "MARD", "minimum": "Lowest", "maximum": "Highest",
    "episodes": "Episodes low / high", "tags": "Tags",
    "measurements": "Measurements of a meter", "meanAsMeasured": "Mean, as measured",
    // Sentences of a report page.
    "measurementsNote": """
    Time in range and the other metrics require the readings of a sensor: measurements at chosen times do \
    not represent the time between them.
    """,
    "insufficient": "These values need at least {days} days with {percent} of the readings.",
    "longerSampling": "More precise from this number of days: {metrics}.",
    "nightAheadNote": """
    The probability of a reading below the thresholds between bedtime and each hour, from glucose alone: \
    logged meals and insulin are not used. In most nights with a low it is below one half.
    """,
    "laboratoryNote": """
    The difference is the laboratory's result minus the glucose management indicator of the {days} days \
    before it, in percentage points. Differences are common and an error of neither. An asterisk: fewer \
    than 14 days with readings, or than 70 % of the readings.
    """,
    "nightNote": """
    Steady is the percentage of readings that change by at most 1 mg/dL (0.06 mmol/L) per minute. \
    Lows that may be of a sensor that its wearer lies on are counted like others.
    """,
    "signalNote": """
    The score is the percentage of the time with readings, of which those in suspected faults count \
    less. Faults are found from the readings alone; no reading is removed.
    """,
    "disclaimer": "This page informs. It gives no advice on treatment.",
    // Values.
    "unit.mg/dL": "mg/dL", "unit.mmol/L": "mmol/L",
    "action.rapid": "rapid", "action.short": "short", "action.intermediate": "intermediate",
    "action.long": "long", "action.mixed": "mixed",
    "intensity.low": "low", "intensity.medium": "medium", "intensity.high": "high",
    "exercise.aerobic": "aerobic", "exercise.anaerobic": "anaerobic", "exercise.mixed": "mixed",
    "condition.illness": "Illness", "condition.stress": "Stress",
    "condition.exercise": "Exercise",
    "category.fingerstick": "Finger-stick", "category.note": "Note",
    "category.ketones": "Ketones", "category.weight": "Weight",
    "category.medication": "Medicine", "category.sensorChange": "New sensor",
    "category.siteChange": "New infusion site",
    "category.temporaryBasal": "Temporary basal rate", "category.hemoglobinA1c": "HbA1c",
    "category.alcohol": "Alcohol",
    "trend.risingRapidly": "rising rapidly", "trend.rising": "rising",
    "trend.risingSlowly": "rising slowly", "trend.steady": "steady",
    "trend.fallingSlowly": "falling slowly", "trend.falling": "falling",
    "trend.fallingRapidly": "falling rapidly",
    "band.veryLow": "Very low", "band.low": "Low", "band.target": "In target",
    "band.high": "High", "band.veryHigh": "Very high",
    "grid.clarke": "Clarke error grid", "grid.parkesType1": "Parkes error grid, type 1",
    "grid.parkesType2": "Parkes error grid, type 2", "grid.dts": "DTS error grid",
    "fault.compressionLow": "compression low", "fault.noise": "noise", "fault.jump": "jump",
    "fault.stuck": "repeated value", "fault.warmUp": "warm-up",
    "fault.drift": "difference from the second sensor",
    "evidence.steadyBefore": "steady before", "evidence.suddenFall": "sudden fall",
    "evidence.suddenReturn": "sudden return", "evidence.restoredLevel": "restored level",
    "tag.low": "low", "tag.high": "high", "tag.lowEpisode": "low episode",
    "tag.highEpisode": "high episode", "tag.exercise": "exercise",
    "tag.condition:illness": "illness", "tag.condition:stress": "stress",
  ]
}
