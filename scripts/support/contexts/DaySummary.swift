var week: ClosedRange<LocalDay> { fatalError() }
var month: ClosedRange<LocalDay> { fatalError() }
var thisMonth: ClosedRange<LocalDay> { fatalError() }
var lastMonth: ClosedRange<LocalDay> { fatalError() }
var spring: Range<Date> { fatalError() }
var year: Range<Date> { fatalError() }
var time: ClockTime { fatalError() }
var midnight: ClockTime { fatalError() }
var morning: ClockTime { fatalError() }
var tap: PlotPoint { fatalError() }
var report: DayReport { fatalError() }
var starredDays: Set<LocalDay> { fatalError() }
var sensorFailed: LocalDay { fatalError() }
var compressionLow: Reading { fatalError() }
func brush(_ interval: Range<Date>, _ extreme: Glucose) {}
func plot(_ hour: Int, _ median: Glucose?) {}
func draw(_ role: EventMark.Role, at position: PlotPoint) {}
var size: PlotSize { fatalError() }
