//go:build !linux

package store

// unmap does nothing: elsewhere MADV_DONTNEED is another thing.
func unmap(_, _ uintptr) {}
