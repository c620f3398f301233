import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import GlucoseFiles

struct DecodedTextTests {
  private func text(_ bytes: [UInt8]) throws -> (String, TextEncoding) {
    let decoded = try DecodedText(bytes)
    return (
      String(decoding: decoded.bytes[decoded.start...], as: UTF8.self), decoded.encoding.value
    )
  }

  @Test func readsUTF8AsItIs() throws {
    #expect(try text(Array("Gerät")) == ("Gerät", .utf8))
  }

  @Test(arguments: [true, false])
  func readsUTF16InBothByteOrders(lowByteFirst: Bool) throws {
    let units = Array("\u{FEFF}Gerät 😀".utf16)
    let bytes = units.flatMap { unit -> [UInt8] in
      let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return lowByteFirst ? pair : pair.reversed()
    }
    let encoding: TextEncoding = lowByteFirst ? .utf16LittleEndian : .utf16BigEndian
    #expect(try text(bytes) == ("Gerät 😀", encoding))
  }

  @Test func readsUTF16WithoutAMark() throws {
    let bytes = [UInt8]("time;gl").flatMap { [$0, 0] as [UInt8] }
    #expect(try text(bytes) == ("time;gl", .utf16LittleEndian))
  }

  @Test func readsWindows1252WhereUTF8IsInvalid() throws {
    #expect(try text([0x47, 0x65, 0x72, 0xE4, 0x74, 0x20, 0x80]) == ("Gerät €", .windows1252))
  }

  @Test func stripsRepeatedAndTwiceEncodedMarks() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(try text(mark + mark + Array("ï»¿time")) == ("time", .utf8))
  }

  @Test func replacesATruncatedCharacter() throws {
    #expect(try text(Array("ab") + [0xC3]) == ("ab\u{FFFD}", .utf8))
  }

  @Test(arguments: [[], [0x0A, 0x0D, 0x20], [0xEF, 0xBB, 0xBF], [0xFF, 0xFE]] as [[UInt8]])
  func refusesAFileWithoutText(_ bytes: [UInt8]) {
    let error = #expect(throws: ReadError.self) { try DecodedText(bytes) }
    #expect(error?.reason == .emptyFile)
  }

  @Test(
    arguments: [
      Array("PK\u{3}\u{4}rest"), [0x1F, 0x8B, 0x08], Array("%PDF-1.7"), Array("SQLite format 3\0"),
    ] as [[UInt8]])
  func refusesBytesThatAreNotText(_ bytes: [UInt8]) {
    let error = #expect(throws: ReadError.self) { try DecodedText(bytes) }
    guard case .notText = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    arguments: [
      [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
      [0x80],
    ] as [[UInt8]])
  func detectsInvalidUTF8(_ bytes: [UInt8]) {
    // Once in a block of ASCII and once within a word.
    for padding in [0, 3, 64, 67] {
      let all = Array(repeating: UInt8(ascii: "a"), count: padding) + bytes + [0x61, 0x61, 0x61]
      let validity = UTF8Validity(of: all.elementSpan)
      #expect(validity == .invalid)
    }
  }

  @Test func agreesWithTheStandardLibraryOnRandomBytes() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let scalars = (0..<12).map { _ in
        Unicode.Scalar(UInt32.random(in: 1...0x10FFFF, using: &random)) ?? "a"
      }
      var bytes = Array(String(String.UnicodeScalarView(scalars)).utf8)
      if Bool.random(using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 1...255, using: &random)
      }
      let isValid = String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
      let validity = UTF8Validity(of: bytes.elementSpan)
      if isValid { #expect(validity == .valid) } else { #expect(validity != .valid) }
    }
  }
}
