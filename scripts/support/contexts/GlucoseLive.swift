var snapshot: LiveSnapshot { fatalError() }
var response: AlarmResponse {
  get { fatalError() }
  set {}
}
var mine: Forecaster { fatalError() }
var sensor: AsyncStream<Reading> { fatalError() }
func show(_ current: CurrentGlucose?, _ forecast: GlucoseForecast?) {}
func notify(_ alarm: CrossingAlarm, mayBe fault: SignalFault.Kind? = nil) {}
func notify(_ text: String) {}
