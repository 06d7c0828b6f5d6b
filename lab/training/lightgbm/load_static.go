//go:build static || !(darwin || (linux && (amd64 || arm64)))

package lightgbm

// Available reports whether this build can load a library at all.
const Available = false

// load fails: purego's dynamic linker makes a program need the system's C library, which a static one must not.
func load(string) (*Library, error) { return nil, errStatic }
