import Foundation

/// What the command line asks for.
struct Options {
  var port: UInt16 = 8080
  var address = "127.0.0.1"
  var proxy: String?
  var folder: String?
  var logbook: String?
  var watched: String?
  var nightscout: NightscoutServer?
  var speed = 1.0
  private var pause = Duration.seconds(30)

  static let help = """
    USAGE: bifocal [LOGBOOK] [--port N] [--address A] [--proxy ORIGIN] [--people FOLDER]
                   [--watch FOLDER] [--nightscout URL [--every SECONDS]] [--speed N]

    Serves the diary of LOGBOOK, an SQLite file, to browsers of this machine that open the address
    with its token, which is printed. Without LOGBOOK and without --people, it serves a virtual person
    with a simulated sensor.

      --port N          the port (8080)
      --address A       the IPv4 or IPv6 address to serve (127.0.0.1)
      --proxy ORIGIN    the address of a proxy with TLS in front, such as https://diary.example
      --people FOLDER   one person for each .sqlite file of FOLDER; people can be added
      --watch FOLDER    reads the exports in FOLDER as they change, for the first person
      --nightscout URL  follows a Nightscout server by HTTPS, or of this machine or a private network
      --every SECONDS   the time between two requests to Nightscout (30)
      --speed N         for demonstrations: time passes N times as fast
    """

  /// What cannot be done, and why.
  struct Misuse: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
  }

  init(_ arguments: [String]) throws(Misuse) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      func value() throws(Misuse) -> String {
        guard let value = rest.popFirst() else {
          throw Misuse(reason: "\(argument) needs a value.")
        }
        return value
      }
      func number<Number: LosslessStringConvertible & Comparable>(
        _ range: ClosedRange<Number>
      ) throws(Misuse) -> Number {
        guard let number = Number(try value()), range.contains(number) else {
          throw Misuse(
            reason: "\(argument) takes a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
      }
      switch argument {
      case "--port": port = try number(1...65535)
      case "--address": address = try value()
      case "--proxy":
        let text = try value()
        // As a browser writes an origin: without a path, a name in capitals, or the usual port.
        guard let url = URL(string: text), let host = url.host, host == host.lowercased(),
          text == "https://\(host)" + (url.port.map { ":\($0)" } ?? ""), url.port != 443
        else { throw Misuse(reason: "--proxy takes an origin, such as https://diary.example.") }
        proxy = text
      case "--people": folder = try value()
      case "--watch": watched = try value()
      case "--nightscout":
        nightscout = NightscoutServer(try value())
        guard nightscout != nil else {
          throw Misuse(
            reason:
              "--nightscout takes an address with https, or one of this machine or a private network, without a token."
          )
        }
      case "--every": pause = .seconds(try number(1...3600))
      case "--speed": speed = try number(1.0...3600)
      case _ where argument.hasPrefix("-"): throw Misuse(reason: "Unknown option \(argument).")
      default: logbook = argument
      }
    }
    nightscout?.pause = pause
    if logbook != nil, folder != nil {
      throw Misuse(reason: "Name a logbook or a folder, not both.")
    }
  }

  /// The folder for a demonstration and the token: that of the user's data.
  static func dataFolder() throws -> String {
    let environment = ProcessInfo.processInfo.environment
    let base = environment["XDG_DATA_HOME"] ?? (environment["HOME"] ?? ".") + "/.local/share"
    let folder = base + "/swift-glucose-bifocal"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder
  }

  /// The token, which is made once and kept in a file that only its owner reads.
  static func token() throws -> String {
    let path = try dataFolder() + "/token"
    if let known = try? String(contentsOfFile: path, encoding: .utf8), known.count >= 32 {
      return known
    }
    var generator = SystemRandomNumberGenerator()
    let token = (0..<4).map { _ in String(generator.next() as UInt64, radix: 36) }.joined()
    guard
      FileManager.default.createFile(
        atPath: path, contents: Data(token.utf8), attributes: [.posixPermissions: 0o600])
    else { throw Misuse(reason: "The token cannot be stored.") }
    return token
  }
}
