// SPDX-License-Identifier: Apache-2.0
var model: Forecaster { fatalError() }
var people: [GlucoseSeries] { fatalError() }
var recordings: [Recording] { fatalError() }
var files: [URL] { fatalError() }
var options: BacktestOptions { fatalError() }
