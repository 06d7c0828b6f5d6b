package store

import "syscall"

// unmap has the system forget that a mapped file was read. It may refuse; then the memory is used for longer.
func unmap(address, size uintptr) {
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, address, size, syscall.MADV_DONTNEED)
}
