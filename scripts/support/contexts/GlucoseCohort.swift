var records: [GlucoseSeries] { fatalError() }
var days: [GlucoseAggregate] { fatalError() }
var cohort: Cohort { fatalError() }
var member: Cohort.Member { fatalError() }
var before: PeriodSeries { fatalError() }
var after: PeriodSeries { fatalError() }
var pairs: [AccuracyStudy.Pair] { fatalError() }
var study: AccuracyStudy { fatalError() }
