// SPDX-License-Identifier: Apache-2.0
var month: Range<Date> { fatalError() }
var breakfast: Date { fatalError() }
var drawn: Date { fatalError() }
var a1c: HemoglobinA1c { fatalError() }
var times: [Double] { fatalError() }
var values: [Double] { fatalError() }
var report: DayReport { fatalError() }
var receiver: GlucoseSeries { fatalError() }
var phone: GlucoseSeries { fatalError() }
var night: NightForecast { fatalError() }
