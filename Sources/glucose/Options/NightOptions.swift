#if CommandLine
  import ArgumentParser
  import GlucoseStudy

  struct NightOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The hours of the night, such as 0-6 or 22:30-06:30 (default: 0-6).",
        valueName: "hours"),
      transform: NightOptions.window)
    var night: ClockWindow = .overnight

    /// The hours as text, such as "00:00-06:00".
    var text: String { Self.clock(night.startMinute) + "-" + Self.clock(night.endMinute) }

    /// Returns a minute of the day as a local time, such as "07:05".
    static func clock(_ minute: Int) -> String {
      func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
      return two(minute / 60) + ":" + two(minute % 60)
    }

    private static func window(_ text: String) throws -> ClockWindow {
      let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(minute)
      guard ends.count == 2, let start = ends[0], let end = ends[1], start % 1440 != end % 1440
      else {
        throw ValidationError(
          "\(text) is not a part of a day: use two different times, such as 0-6 or 22:30-06:30.")
      }
      // A night from midnight begins at 0, not at 24.
      return ClockWindow(fromMinute: start % 1440, toMinute: end == 0 ? 1440 : end)
    }

    private static func minute(_ text: Substring) -> Int? {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard (1...2).contains(parts.count),
        parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy { "0"..."9" ~= $0 } }),
        let hour = Int(parts[0]), let minute = parts.count == 2 ? Int(parts[1]) : 0,
        minute < 60, hour * 60 + minute <= 1440
      else { return nil }
      return hour * 60 + minute
    }
  }
#endif
