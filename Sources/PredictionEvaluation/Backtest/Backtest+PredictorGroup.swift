internal import GlucoseDiary
internal import GlucoseMath
internal import Prediction

extension Backtest {
  /// The predictors of one person's test.
  ///
  /// Models with the same features share those of a block of origins, and each multiplies all rows
  /// by its weights at once; other predictors are evaluated origin by origin.
  struct PredictorGroup {
    private enum Member { case model(Int), other(Int) }

    private var members: [Member] = []
    private var others: [any Predictor] = []
    private var models: [BlockForecaster] = []
    private var blocks: [BlockForecaster.Features] = []
    private let record: PreparedSeries
    private var origins: ClosedRange<Int>?

    private let leads: [Duration]
    private let crossings: [ThresholdCrossing]
    private let questions: CrossingModel.Questions

    init(_ predictors: [any Predictor], _ record: PreparedSeries, _ options: BacktestOptions) {
      self.record = record
      leads = options.leads
      crossings = options.crossings
      questions = CrossingModel.Questions(crossings)
      // Models share features, unless each forecast uses a part of the record only.
      let shares = options.context == nil
      for predictor in predictors {
        let base = (predictor as? IdentifiedPredictor)?.base ?? predictor
        guard shares, let model = base as? Forecaster else {
          members.append(.other(others.count))
          others.append(predictor)
          continue
        }
        let place = blocks.firstIndex { $0.suits(model) } ?? blocks.count
        if place == blocks.count { blocks.append(BlockForecaster.Features(model, record)) }
        members.append(.model(models.count))
        models.append(
          BlockForecaster(
            model, at: leads, updates: !predictor.traits.contains(.fixed), block: place))
      }
    }

    var hasOthers: Bool { !others.isEmpty }

    /// Recalibrates predictors that are evaluated origin by origin.
    mutating func recalibrate(with history: Recording) {
      for place in others.indices { others[place].recalibrate(with: history) }
    }

    mutating func recalibrateModels(at index: Int) {
      for place in models.indices { models[place].recalibrate(at: index, of: record) }
    }

    /// Updates all predictors that are not fixed, and invalidates the current block.
    mutating func update(with history: Recording) {
      for place in others.indices where !others[place].traits.contains(.fixed) {
        others[place].update(with: history)
      }
      for place in models.indices { models[place].update(with: history) }
      origins = nil
    }

    func covers(_ index: Int) -> Bool { models.isEmpty || origins?.contains(index) ?? false }

    mutating func prepare(_ tested: [Int]) {
      guard let first = tested.first, let last = tested.last else { return }
      origins = first...last
      for place in blocks.indices {
        let history = blocks[place].map.history
        var rows = tested.filter { record.hasHistory(of: history, at: $0) }
        for model in models.indices where models[model].block == place {
          rows += models[model].judgedRows(first, through: last, of: record)
        }
        blocks[place].prepare(Array(Set(rows)).sorted(), record)
      }
      for place in models.indices { models[place].prepare(blocks[models[place].block]) }
    }

    mutating func outputs(after history: Recording, at index: Int) -> [PredictorOutput]? {
      var outputs: [PredictorOutput] = []
      outputs.reserveCapacity(members.count)
      for member in members {
        let output: PredictorOutput? =
          switch member {
          case .model(let place):
            models[place].output(
              at: index, of: record, questions, history, blocks[models[place].block])
          case .other(let place):
            others[place].output(after: history, at: leads, alarmsOf: crossings)
          }
        guard let output, output.predictions.count == leads.count,
          output.alarms.count == crossings.count
        else { return nil }
        outputs.append(output)
      }
      return outputs
    }
  }
}
