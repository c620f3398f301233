var model: Forecaster { fatalError() }
var people: [Recording] { fatalError() }
var recordings: [Recording] { fatalError() }
var files: [URL] { fatalError() }
var options: FitOptions { fatalError() }
var data: Data { fatalError() }
var other: Forecaster { fatalError() }
var partitions: [[(id: String, recording: Recording)]] { fatalError() }
func read(_ file: URL) throws -> Recording { fatalError() }
