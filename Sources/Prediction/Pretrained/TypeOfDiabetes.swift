/// A person's type of diabetes, on which a pretrained model depends as long as less than a day of
/// readings is in view.
///
/// In type 1 diabetes glucose rises after a reading of 70 mg/dL, and falls after one of 250, more
/// than in health, and errors of forecasts are larger. An hour of readings does not reveal the
/// type.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum TypeOfDiabetes: String, Hashable, Sendable, CaseIterable {
  /// Type 1 diabetes.
  case type1 = "type-1"
  /// Type 2 diabetes.
  ///
  /// The library's models were trained without recordings of people with type 2 diabetes, so their
  /// forecasts are those for an unknown type.
  case type2 = "type-2"
  /// No diabetes, or prediabetes.
  case noDiabetes = "none"
}

/// The parameters of a pretrained model that depend on the type of diabetes, as long as less than a
/// day is in view. The model of an unknown type has their mean over all types.
package struct TypePrior: Equatable, Codable, Sendable {
  /// The weights of the ``FeatureLayout/missingHours``, a row for each lead.
  @DoubleBytes private(set) var weights: [Double]
  /// The ``ResidualModel/shortViews`` of the type.
  @DoubleBytes private(set) var shortViews: [Double]

  package init(weights: [Double], shortViews: [Double]) {
    self.weights = weights
    self.shortViews = shortViews
  }

  func fits(_ model: Forecaster) -> Bool {
    var range = model.range
    range.shortViews = shortViews
    return weights.count == model.steps * model.map.layout.missingHours.count
      && weights.areWithin(StoredLimits.weight) && range.fits(outcomes: model.steps)
  }
}

extension FeatureLayout {
  /// The columns of missing fractions and their products, which are zero with a day in view.
  package var missingHours: Range<Int> {
    history.isEmpty
      ? history : history.lowerBound..<history.lowerBound + HistoryFeatures.bridgedShares.hour
  }

  /// The columns of ``missingHours`` of the fractions and their products with the level.
  package var missingLevels: [Int] {
    missingHours.isEmpty
      ? []
      : [HistoryFeatures.missingShares.sixHours, HistoryFeatures.missingShares.day]
        .flatMap { [$0, $0 + 1] }.map { history.lowerBound + $0 }
  }

  /// Returns the weights of the features of a model whose ``missingHours`` have other weights.
  package func replacingMissingHours(in weights: [Double], with own: [Double]) -> [Double] {
    let columns = missingHours
    var result = weights
    for outcome in 0..<weights.count / max(count, 1) {
      for (position, column) in columns.enumerated() {
        result[outcome * count + column] = own[outcome * columns.count + position]
      }
    }
    return result
  }
}

extension Forecaster {
  func adopting(_ prior: TypePrior) -> Forecaster {
    var model = self
    model.populationWeights = map.layout.replacingMissingHours(
      in: populationWeights, with: prior.weights)
    model.range.shortViews = prior.shortViews
    return model
  }
}
