var model: SmoothingModel { fatalError() }
var comparison: SensorComparison { fatalError() }
