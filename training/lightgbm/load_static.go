//go:build static || !(darwin || (linux && (amd64 || arm64)))

package lightgbm

// Available says whether this build of the program can load a library.
const Available = false

// load always fails. With purego's dynamic linker the program would need the system's C library, and it would not be static.
func load(string) (*Library, error) { return nil, errStatic }
