// The names that the examples in documentation comments use, in every module. Nothing here runs.

import Foundation
import GlucoseStudy

var oslo: TimeZone { fatalError() }
var zone: TimeZone { fatalError() }
var now: Date { fatalError() }
var noon: Date { fatalError() }
var start: Date { fatalError() }
var day: LocalDay { fatalError() }
var today: LocalDay { fatalError() }
var series: GlucoseSeries { fatalError() }
var recording: Recording { fatalError() }
var history: Recording { fatalError() }
var events: [DiaryEvent] { fatalError() }
var readings: [Reading] { fatalError() }
var reading: Reading { fatalError() }
var bands: RangeBands { fatalError() }
var file: URL { fatalError() }
var path: String { fatalError() }
var forecast: GlucoseForecast { fatalError() }
var log: Logbook { fatalError() }
var arm: GlucoseSeries { fatalError() }
var belly: GlucoseSeries { fatalError() }
var porridge: Favorite { fatalError() }
func row(_ day: LocalDay, _ mean: Glucose?) {}
