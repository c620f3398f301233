/// The time in each band of the published ranges, for any bands of a table.
package struct StandardRanges: Equatable, Sendable {
  /// The unit of the readings, in which the edges are exact.
  package let unit: GlucoseUnit
  /// The parts of the consensus bands: 70–180 mg/dL or 3.9–10.0 mmol/L.
  package let consensus: TimeInRanges
  /// The parts of the tight bands: 70–140 mg/dL or 3.9–7.8 mmol/L.
  package let tight: TimeInRanges
  /// The parts of the pregnancy bands: 63–140 mg/dL or 3.5–7.8 mmol/L.
  package let pregnancy: TimeInRanges
  /// The coefficient of variation in percent, or `nil` below two readings.
  package let coefficientOfVariation: Double?

  /// Creates the parts of a series with its statistics in `bands`; `nil` without readings.
  package init?(_ series: GlucoseSeries, _ statistics: GlucoseStatistics, of bands: RangeBands) {
    func times(in other: RangeBands) -> TimeInRanges? {
      other == bands ? statistics.timeInRanges : series.timeInRanges(of: other)
    }
    guard let tight = times(in: .tight(in: bands.unit)),
      let pregnancy = times(in: .pregnancy(in: bands.unit))
    else { return nil }
    unit = bands.unit
    consensus = statistics.consensusTimeInRanges
    self.tight = tight
    self.pregnancy = pregnancy
    coefficientOfVariation = statistics.coefficientOfVariation
  }

  /// Returns the targets of a population with the values of the record.
  package func targetResults(for population: TargetPopulation) -> [GlycemicTargetResult] {
    population.results(population == .pregnancy ? pregnancy : consensus, coefficientOfVariation)
  }
}
