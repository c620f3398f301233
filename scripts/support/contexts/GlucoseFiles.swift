var bytes: [UInt8] { fatalError() }
var locals: [Double] { fatalError() }
var urls: [URL] { fatalError() }
var options: ReadOptions { fatalError() }
var spring: [UInt8] { fatalError() }
var fall: [UInt8] { fatalError() }
