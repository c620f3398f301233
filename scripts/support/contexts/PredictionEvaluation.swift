var model: Forecaster { fatalError() }
var people: [Recording] { fatalError() }
var cohort: [BacktestReport.Person] { fatalError() }
var recordings: [Recording] { fatalError() }
var files: [URL] { fatalError() }
var options: FitOptions { fatalError() }
var studies: [PretrainedModels.Study] { fatalError() }
var test: Backtest { fatalError() }
var other: Forecaster { fatalError() }
var ours: [Recording] { fatalError() }
var theirs: [Recording] { fatalError() }
var report: BacktestReport { fatalError() }
func read(_ file: URL) throws -> Recording { fatalError() }
