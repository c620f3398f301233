// SPDX-License-Identifier: Apache-2.0
var model: Forecaster { fatalError() }
var people: [BacktestReport.Person] { fatalError() }
var options: FitOptions { fatalError() }
var report: BacktestReport { fatalError() }
