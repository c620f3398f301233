internal import GlucoseMath

/// A buffer for the bytes of a table or a document.
///
/// It owns its memory, so that adding a few bytes costs no check of who else refers to them.
@safe
struct ByteBuilder: ~Copyable {
  private var storage: UnsafeMutableRawBufferPointer
  private(set) var count = 0
  /// The local day of the last time, in days since the reference date, and its date as text.
  private var day: (number: Int, yearAndMonth: UInt64, dayOfMonth: UInt64) = (.min, 0, 0)

  init(capacity: Int) { unsafe storage = .allocate(byteCount: max(capacity, 64), alignment: 8) }

  deinit { unsafe storage.deallocate() }

  var bytes: [UInt8] { unsafe Array(storage[..<count]) }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The size of the pieces in which writers pass on their bytes.
  static let pieceSize = 1 << 16

  /// Passes the bytes on and removes them, if they are as many.
  mutating func flush<Failure>(
    _ least: Int = 1, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    guard count >= least else { return }
    try sink(bytes)
    count = 0
  }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { unsafe add(UnsafeRawBufferPointer($0)) }
  }

  @inline(__always)
  mutating func add(_ byte: UInt8) {
    reserve(1)
    unsafe storage[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func add(_ other: [UInt8]) { unsafe other.withUnsafeBytes { unsafe add($0) } }

  @unsafe
  private mutating func add(_ other: UnsafeRawBufferPointer) {
    reserve(other.count)
    let range = count..<count &+ other.count
    // So many bytes were reserved from `count` on.
    unsafe UnsafeMutableRawBufferPointer(rebasing: storage[range]).copyMemory(from: other)
    count = range.upperBound
  }

  /// Adds the lowest `length` bytes of a word, the first in the lowest position.
  @inline(__always)
  private mutating func add(_ word: UInt64, length: Int) {
    reserve(8)
    put(word, length: length)
  }

  /// Adds the lowest `length` bytes of a word where eight bytes are reserved.
  @inline(__always)
  private mutating func put(_ word: UInt64, length: Int) {
    unsafe storage.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= length
  }

  @inline(__always)
  private mutating func reserve(_ length: Int) {
    if unsafe storage.count &- count < length { grow(by: length) }
  }

  @inline(never)
  private mutating func grow(by length: Int) {
    let larger = unsafe UnsafeMutableRawBufferPointer.allocate(
      byteCount: storage.count + max(storage.count, length), alignment: 8)
    unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[..<count]))
    unsafe storage.deallocate()
    unsafe storage = larger
  }

  /// Adds the shortest digits of a number, without a fraction for a whole number.
  mutating func add(number: Double) {
    if number >= 0, number < 1000, number == Double(Int(number)) {
      add(small: Int(number))
    } else if number.magnitude < 1e15, number == number.rounded(.towardZero) {
      add("\(Int(number))")
    } else if 0.1..<1000 ~= number, Double(Int(number * 10 + 0.5)) / 10 == number {
      // No shorter number is nearest to a quotient of so few digits.
      let tenths = Int(number * 10 + 0.5)
      add(small: tenths / 10)
      add(UInt64(Byte.point) | UInt64(tenths % 10 | 0x30) << 8, length: 2)
    } else {
      add("\(number)")
    }
  }

  /// Adds a whole number from 0 to 999.
  @inline(__always)
  private mutating func add(small number: Int) {
    let (hundreds, rest) = (number / 100, number % 100)
    if number >= 100 {
      add(UInt64(hundreds) + 0x30 | Self.pair(rest) << 8, length: 3)
    } else if number >= 10 {
      add(Self.pair(rest), length: 2)
    } else {
      add(UInt64(rest) + 0x30, length: 1)
    }
  }

  /// Adds a time in ISO 8601 notation, to the nanosecond where necessary.
  mutating func add(time: Double, offset: Double) {
    // An offset with seconds, as before standard time, has no common notation.
    let offset = offset == 0 || offset.truncatingRemainder(dividingBy: 60) == 0 ? offset : 0
    let (whole, nanoseconds) = Self.parts(time)
    let local = whole + Int(offset)
    let number = local >= 0 ? local / 86_400 : -((86_399 - local) / 86_400)
    if number != day.number { setDay(number) }
    // "2025-05-", "04T", and "09:19:00".
    reserve(19)
    put(day.yearAndMonth, length: 8)
    put(day.dayOfMonth, length: 3)
    put(Self.clock(UInt32(truncatingIfNeeded: local - number * 86_400)), length: 8)
    if nanoseconds != 0 {
      add(Byte.point)
      let isMilliseconds = nanoseconds % 1_000_000 == 0
      add(isMilliseconds ? nanoseconds / 1_000_000 : nanoseconds, digits: isMilliseconds ? 3 : 9)
    }
    guard offset != 0 else { return add(UInt8(ascii: "Z")) }
    add(offset < 0 ? Byte.minus : Byte.plus)
    let minutes = Int(offset.magnitude) / 60
    let (hours, rest) = (Self.pair(minutes / 60), Self.pair(minutes % 60))
    add(hours | UInt64(Byte.colon) << 16 | rest << 24, length: 5)
  }

  mutating func add(_ date: CivilDate) {
    add(date.year, digits: 4)
    add(Byte.minus)
    add(date.month, digits: 2)
    add(Byte.minus)
    add(date.day, digits: 2)
  }

  mutating func add(clock second: Int) {
    add(Self.clock(UInt32(truncatingIfNeeded: second)), length: 8)
  }

  /// Returns the whole seconds of a time, rounded down, and its nanoseconds.
  @inline(__always)
  static func parts(_ time: Double) -> (seconds: Int, nanoseconds: Int) {
    let seconds = Int(time)
    // Nearly all times are whole seconds.
    if Double(seconds) == time { return (seconds, 0) }
    let whole = time.rounded(.down)
    // The digits of a time with milliseconds, rather than those of the number nearest to it.
    for scale in [1e3, 1e6] {
      let fraction = ((time - whole) * scale).rounded()
      if fraction < scale, whole + fraction / scale == time {
        return (Int(whole), Int(fraction * (1e9 / scale)))
      }
    }
    let nanoseconds = Int(((time - whole) * 1e9).rounded())
    return nanoseconds == 1_000_000_000 ? (Int(whole) + 1, 0) : (Int(whole), nanoseconds)
  }

  private mutating func setDay(_ number: Int) {
    let date = CivilDate(ordinal: number + CivilDate.referenceOrdinal)
    let (dash, letter) = (UInt64(Byte.minus), UInt64(UInt8(ascii: "T")))
    let year = Self.pair(date.year / 100) | Self.pair(date.year % 100) << 16
    day = (
      number, year | dash << 32 | Self.pair(date.month) << 40 | dash << 56,
      Self.pair(date.day) | letter << 16
    )
  }

  @inline(__always)
  private static func pair(_ number: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: number / 10 | (number % 10) << 8) | 0x3030
  }

  /// Returns a clock such as "09:19:00", the first character in the lowest byte.
  @inline(__always)
  private static func clock(_ second: UInt32) -> UInt64 {
    let minute = second / 60
    let hour = minute / 60
    // Three numbers below 60, each in 24 bits. The tens of each are n × 103 / 1024, whose products
    // are below 2¹³.
    let numbers =
      UInt64(hour) | UInt64(minute &- hour &* 60) << 24 | UInt64(second &- minute &* 60) << 48
    let tens = (numbers &* 103) >> 10 & 0x000F_0000_0F00_000F
    let digits = tens | (numbers &- tens &* 10) << 8
    return digits | 0x3030_3A30_303A_3030
  }

  /// Adds the last digits of a number that is not negative.
  mutating func add(_ number: Int, digits: Int) {
    var power = 1
    for _ in 1..<digits { power *= 10 }
    while power > 0 {
      add(Byte.zero + UInt8(number / power % 10))
      power /= 10
    }
  }

  /// Returns a cell in the notation of RFC 4180, in quotes if necessary.
  static func cell(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    let isPlain =
      bytes.allSatisfy {
        ![Byte.comma, Byte.quote, Byte.lineFeed, Byte.carriageReturn].contains($0)
      }
      && bytes.first != UInt8(ascii: "#") && bytes.first.map { $0 > Byte.blank } ?? true
      && bytes.last.map { $0 > Byte.blank } ?? true
    guard !isPlain else { return bytes }
    return [Byte.quote] + bytes.flatMap { $0 == Byte.quote ? [$0, $0] : [$0] } + [Byte.quote]
  }
}
