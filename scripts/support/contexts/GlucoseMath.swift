var month: Range<Date> { fatalError() }
var breakfast: Date { fatalError() }
var times: [Double] { fatalError() }
var values: [Double] { fatalError() }
var report: DayReport { fatalError() }
var receiver: GlucoseSeries { fatalError() }
var phone: GlucoseSeries { fatalError() }
var night: NightForecast { fatalError() }
