//go:build static || !(darwin || (linux && (amd64 || arm64)))

package lightgbm

// Available reports whether this build can load a library at all.
const Available = false

// load always fails. With purego's dynamic linker the program would need the system's C library, and it would not be static.
func load(string) (*Library, error) { return nil, errStatic }
