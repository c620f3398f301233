import GlucoseMath
import Testing

@testable import Prediction

struct FeatureLayoutTests {
  private func layout(_ detail: FeatureDetail, landmarks: Int = 0) -> FeatureLayout {
    FeatureLayout(
      detail: detail, lags: 12, usesTimeOfDay: true, usesEvents: true, landmarks: landmarks)
  }

  @Test func everyColumnBelongsToOneBlock() {
    let all = layout(.kernel, landmarks: 7)
    let ranges = [
      all.constant..<all.constant + 1, all.level..<all.level + 1, all.changes, all.interactions,
      all.windows, all.clock, all.variability, all.seasonal, all.history, all.events, all.kernel,
    ]
    #expect(ranges.map(\.count) == [1, 1, 12, 20, 10, 12, 26, 4, 16, 48, 7])
    #expect(ranges.flatMap { Array($0) } == Array(0..<all.count))
    #expect(all.blocks.count == all.count && all.countWithoutKernel == all.count - 7)
    #expect(all.withoutEvents == Array(0..<102) + Array(150..<157))
    #expect(all.levelPowers == [1, 14, 15, 87, 94])
  }

  @Test func aDetailsColumnsAreTheFirstOfALargerOne() {
    let all = layout(.kernel, landmarks: 7)
    for (detail, count) in [(FeatureDetail.lags, 14), (.interactions, 34), (.daily, 150)] {
      let part = layout(detail)
      #expect(part.count == count && part.blocks == Array(all.blocks[..<count]))
      #expect(part.changes == all.changes && part.kernel.isEmpty)
    }
    #expect(layout(.interactions).events.isEmpty && layout(.lags).levelPowers == [1])
  }
}
