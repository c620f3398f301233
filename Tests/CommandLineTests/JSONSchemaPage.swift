#if CommandLine
  import Foundation
  import GlucoseTestSupport
  import Testing

  /// The tables of docs/json.md: for each section the keys, and the section of their objects.
  struct JSONSchemaPage {
    private struct Key {
      let name: String
      let types: [String]
    }

    private var sections: [String: [Key]] = [:]

    init() throws {
      var section = ""
      for line in try PackageFiles.text("docs/json.md").split(separator: "\n") {
        if line.hasPrefix("#") { section = String(line.drop { $0 == "#" || $0 == " " }) }
        guard line.hasPrefix("| `") else { continue }
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        let names = cells[0].split(separator: ",").map {
          $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
        }
        // A key may have a type of its own, or all of a row one.
        let types = cells[1].split(separator: ",").map {
          $0.trimmingCharacters(in: CharacterSet(charactersIn: " *"))
        }
        for (index, name) in names.enumerated() {
          let type = types[types.count == names.count ? index : 0]
          sections[section, default: []].append(Key(name: name, types: [type]))
        }
      }
    }

    /// Expects that `json` has the keys that a section describes, of the types that it names, and no others, and that
    /// each key that is described occurs somewhere, if it `needsAll`.
    func check(_ json: String, is section: String, needsAll: Bool = true) throws {
      let whole = try JSONSerialization.jsonObject(with: Data(json.utf8))
      let object = try #require(whole as? [String: Any])
      var seen: [String: Set<String>] = [:]
      check(object, section, &seen)
      for (section, names) in seen where needsAll {
        let missing = Set((sections[section] ?? []).map(\.name)).subtracting(names)
        #expect(missing.isEmpty, "\(section) never has \(missing)")
      }
    }

    private func check(
      _ object: [String: Any], _ section: String, _ seen: inout [String: Set<String>]
    ) {
      let keys = sections[section] ?? []
      #expect(!keys.isEmpty, "\(section) is not described")
      for (name, value) in object {
        guard let key = keys.first(where: { $0.name == name }) else {
          Issue.record("\(section) does not describe \(name)")
          continue
        }
        seen[section, default: []].insert(name)
        for type in key.types { check(value, type, "\(section).\(name)", &seen) }
      }
    }

    private func check(
      _ value: Any, _ type: String, _ name: String, _ seen: inout [String: Set<String>]
    ) {
      switch type {
      case "string": #expect(value is String, "\(name)")
      case "number": #expect(value is Double, "\(name)")
      case "Boolean": #expect(value is Bool, "\(name)")
      case "two numbers": #expect((value as? [Double])?.count == 2, "\(name)")
      case "array": #expect(value is [Any], "\(name)")
      case "object": #expect(value is [String: Any], "\(name)")
      case "array of string": #expect(value is [String], "\(name)")
      case "array of number": #expect(value is [Double], "\(name)")
      case _ where type.hasPrefix("array of *"):
        for object in value as? [[String: Any]] ?? [] {
          check(object, String(type.dropFirst("array of *".count)), &seen)
        }
        #expect(value is [[String: Any]], "\(name)")
      default:
        guard let object = value as? [String: Any] else {
          Issue.record("\(name) is no object")
          return
        }
        check(object, type, &seen)
      }
    }
  }
#endif
