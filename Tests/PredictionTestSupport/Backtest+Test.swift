package import GlucoseDiary
package import GlucoseMath
package import PredictionEvaluation

extension Backtest {
  package init(
    of people: [GlucoseSeries], at leads: [Duration], testPercentage: Percentage = Percentage(30),
    every: Int = 1,
    updateInterval interval: Duration? = nil, alarmsOf crossings: [ThresholdCrossing] = [],
    falseAlarmsPerWeek: [Double] = [7, 3],
    predictors: (_ person: Int, _ past: Recording) throws -> [any Predictor]
  ) rethrows {
    try self.init(
      ofRecordings: people.map { Recording(series: $0) }, at: leads, testPercentage: testPercentage,
      every: every, updateInterval: interval, alarmsOf: crossings,
      falseAlarmsPerWeek: falseAlarmsPerWeek, predictors: predictors)
  }

  package init(
    ofRecordings people: [Recording], at leads: [Duration],
    testPercentage: Percentage = Percentage(30),
    every: Int = 1, updateInterval interval: Duration? = nil,
    alarmsOf crossings: [ThresholdCrossing] = [], falseAlarmsPerWeek: [Double] = [7, 3],
    predictors: (_ person: Int, _ past: Recording) throws -> [any Predictor]
  ) rethrows {
    var options = BacktestOptions(leads: leads)
    options.testPercentage = testPercentage
    options.originStride = every
    options.updateInterval = interval
    options.crossings = crossings
    options.alarmLimits = falseAlarmsPerWeek.map { .falseAlarmsPerWeek($0) }
    try self.init(of: people, options, predictors: predictors)
  }
}
