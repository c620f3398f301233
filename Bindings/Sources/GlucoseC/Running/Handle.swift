/// Gives an object to the caller of the interface, who passes it to the function that frees it.
func handle(_ object: some AnyObject) -> OpaquePointer {
  unsafe OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

/// Returns the object of a handle.
func object<Object: AnyObject>(
  _ handle: OpaquePointer?, _ type: Object.Type, _ name: String
) throws -> Object {
  guard let handle = unsafe handle else {
    throw BindingError.argument("`\(name)` must not be NULL.")
  }
  return unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
}

/// Frees the object of a handle.
func free<Object: AnyObject>(_ handle: OpaquePointer?, _ type: Object.Type) {
  guard let handle = unsafe handle else { return }
  unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
}
