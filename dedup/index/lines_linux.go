package index

import (
	"syscall"
	"unsafe"
)

const hugePage = 2 << 20 // bytes

// wholePages rounds a number of lines up to fill huge pages, because the kernel uses no others for a large table.
func wholePages(n int) int {
	const each = hugePage / int(unsafe.Sizeof(line{}))
	if n < 2*each {
		return n
	}
	return (n + each - 1) / each * each
}

// newLines makes the lines of a table. Large tables are mapped from the system in huge pages instead of Go's heap. Each
// key is on another page, and to find small pages would cost more than to read them. Also, an outgrown table would take
// memory until the next garbage collection. If the kernel has no huge pages, nothing else changes.
func newLines(n int) []line {
	size := n * int(unsafe.Sizeof(line{}))
	if size < 2*hugePage {
		return make([]line, n)
	}
	memory, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return make([]line, n) // panics if there is no memory
	}
	_ = syscall.Madvise(memory, syscall.MADV_HUGEPAGE)
	return unsafe.Slice((*line)(unsafe.Pointer(&memory[0])), n)
}

// freeLines gives lines back that nothing uses any more.
func freeLines(lines []line) {
	if size := len(lines) * int(unsafe.Sizeof(line{})); size >= 2*hugePage {
		_ = syscall.Munmap(unsafe.Slice((*byte)(unsafe.Pointer(&lines[0])), size)) // fails for lines on the heap
	}
}
