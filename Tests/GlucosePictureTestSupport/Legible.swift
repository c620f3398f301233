public import DaySummary
import DayChart
import Testing

/// Expects that no text of a picture overlaps another or is cut off, and that it is no smaller than 11.
public func expectLegible(_ svg: String, size: PlotSize) throws {
  let root = try #require(ParsedElement.parse(svg))
  let font = try #require(root.number("font-size"))
  #expect(font >= 11)
  let texts = root.all.filter { $0.name == "text" }
  #expect(texts.count > 8)
  var boxes: [(text: String, box: PictureBox)] = []
  for element in texts {
    let x = try #require(element.number("x"))
    let y = try #require(element.number("y"))
    let size = element.number("font-size") ?? font
    let width = element.text.width(size: size)
    let left =
      switch element.attributes["text-anchor"] {
      case "end": x - width
      case "middle": x - width / 2
      default: x
      }
    // From the top of capitals to the bottom of descenders.
    let box = PictureBox(left: left, top: y - size * 0.73, width: width, height: size * 0.93)
    boxes.append((element.text, box))
  }
  for (index, (text, box)) in boxes.enumerated() {
    #expect(box.left >= 0 && box.right <= size.width, "\(text) is cut off")
    #expect(box.top >= 0 && box.bottom <= size.height, "\(text) is cut off")
    for (other, otherBox) in boxes[..<index] {
      #expect(!box.overlaps(otherBox), "\(text) overlaps \(other)")
    }
  }
}
