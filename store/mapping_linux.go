package store

import "syscall"

// unmap lets the system release the memory of a mapped file that was read. If the system refuses, the memory stays in use for longer.
func unmap(address, size uintptr) {
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, address, size, syscall.MADV_DONTNEED)
}
