//go:build !linux

package store

// unmap does nothing on other systems, where MADV_DONTNEED means something else.
func unmap(_, _ uintptr) {}
