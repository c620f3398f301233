import GlucoseMath
import Testing

@Suite struct SharedTests {
  private struct Holder: Equatable {
    @Shared var text: String
  }

  @Test func aChangeLeavesCopiesAsTheyAre() {
    let first = Holder(text: "one")
    var second = first
    second.text = "two"
    #expect(first.text == "one")
    #expect(second.text == "two")
  }

  @Test func equalsByItsValue() {
    #expect(Holder(text: "one") == Holder(text: "one"))
    #expect(Holder(text: "one") != Holder(text: "two"))
  }
}
