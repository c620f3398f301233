import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Every target of the fuzzers on every sample, without the fuzzer: what traps, takes twenty seconds or 6 GB ends a
/// process of its own. `scripts/fuzz --corpus` names the sample.
@Suite struct CorpusTests {
  @Test func readersOfTablesEndOnEverySample() async {
    await #expect(processExitsWith: .success) { run(FuzzTarget.files, on: Corpus.files) }
  }

  @Test func readersOfDocumentsEndOnEverySample() async {
    await #expect(processExitsWith: .success) { run(FuzzTarget.documents, on: Corpus.files) }
  }

  @Test func decodersEndOnEveryStoredModel() async {
    await #expect(processExitsWith: .success) { run(FuzzTarget.decoders, on: Corpus.models) }
  }
}

private func run(_ targets: [FuzzTarget], on samples: [(name: String, bytes: [UInt8])]) {
  precondition(!targets.isEmpty && !samples.isEmpty)
  #if canImport(Glibc)
    var limit = rlimit(rlim_cur: 6 << 30, rlim_max: 6 << 30)
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
  #endif
  for target in targets {
    // A value that was changed thousands of times is refused at its first number.
    let limit = target.name.hasSuffix("changes") ? 4096 : Int.max
    for sample in samples {
      alarm(20)
      target.run(Array(sample.bytes.prefix(limit)))
    }
  }
}
