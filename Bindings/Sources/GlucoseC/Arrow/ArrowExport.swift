internal import CGlucose
internal import Foundation

// The structures of an export: each retains the table, and its release function releases the table.
extension ResultTable {
  func export(
    to array: UnsafeMutablePointer<ArrowArray>, _ schema: UnsafeMutablePointer<ArrowSchema>
  ) {
    let schemas = unsafe Self.children(columns) { column in
      unsafe Self.schema(column.format, column.name, children: nil, count: 0)
    }
    unsafe schema.pointee = Self.schema("+s", "", children: schemas, count: columns.count)
    let arrays = unsafe Self.children(columns) { column in
      unsafe self.array(column.buffers, nulls: column.nullCount, children: nil, count: 0)
    }
    unsafe array.pointee = self.array([nil], nulls: 0, children: arrays, count: columns.count)
  }

  private static func schema(
    _ format: String, _ name: String, children: Children<ArrowSchema>?, count: Int
  ) -> ArrowSchema {
    unsafe ArrowSchema(
      format: UnsafePointer(strdup(format)), name: UnsafePointer(strdup(name)), metadata: nil,
      flags: Int64(ARROW_FLAG_NULLABLE), n_children: Int64(count), children: children,
      dictionary: nil,
      release: { schema in
        guard let schema = unsafe schema else { return }
        unsafe free(UnsafeMutableRawPointer(mutating: schema.pointee.format))
        unsafe free(UnsafeMutableRawPointer(mutating: schema.pointee.name))
        unsafe ResultTable.release(schema.pointee.children, schema.pointee.n_children) {
          unsafe $0.pointee.release?($0)
        }
        unsafe schema.pointee.release = nil
      },
      private_data: nil)
  }

  private func array(
    _ buffers: [ArrowBuffer?], nulls: Int, children: Children<ArrowArray>?, count: Int
  ) -> ArrowArray {
    let pointers = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: buffers.count)
    for (index, buffer) in buffers.enumerated() {
      let start = unsafe buffer.map { unsafe UnsafeRawPointer($0.start) }
      unsafe (pointers + index).initialize(to: start)
    }
    return unsafe ArrowArray(
      length: Int64(rowCount), null_count: Int64(nulls), offset: 0,
      n_buffers: Int64(buffers.count), n_children: Int64(count), buffers: pointers,
      children: children, dictionary: nil,
      release: { array in
        guard let array = unsafe array else { return }
        unsafe ResultTable.release(array.pointee.children, array.pointee.n_children) {
          unsafe $0.pointee.release?($0)
        }
        unsafe array.pointee.buffers?.deallocate()
        if let owner = unsafe array.pointee.private_data {
          unsafe Unmanaged<ResultTable>.fromOpaque(owner).release()
        }
        unsafe array.pointee.release = nil
      },
      private_data: Unmanaged.passRetained(self).toOpaque())
  }

  private typealias Children<Structure> = UnsafeMutablePointer<UnsafeMutablePointer<Structure>?>

  /// Returns a structure for each column.
  private static func children<Structure>(
    _ columns: [Column], _ make: (Column) -> Structure
  ) -> Children<Structure> {
    let children = Children<Structure>.allocate(capacity: max(columns.count, 1))
    for (index, column) in columns.enumerated() {
      let child = UnsafeMutablePointer<Structure>.allocate(capacity: 1)
      unsafe child.initialize(to: make(column))
      unsafe (children + index).initialize(to: child)
    }
    return unsafe children
  }

  /// Releases the structures of columns, and their memory.
  private static func release<Structure>(
    _ children: Children<Structure>?, _ count: Int64,
    _ body: (UnsafeMutablePointer<Structure>) -> Void
  ) {
    guard let children = unsafe children else { return }
    for index in 0..<Int(count) {
      guard let child = unsafe children[index] else { continue }
      unsafe body(child)
      unsafe child.deallocate()
    }
    unsafe children.deallocate()
  }
}
