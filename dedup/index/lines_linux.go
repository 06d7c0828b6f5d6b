package index

import (
	"syscall"
	"unsafe"
)

const hugePage = 2 << 20 // bytes

// wholePages rounds a number of lines up to fill whole huge pages, because the kernel maps a large table in huge pages only.
func wholePages(n int) int {
	const each = hugePage / int(unsafe.Sizeof(line{}))
	if n < 2*each {
		return n
	}
	return (n + each - 1) / each * each
}

// newLines makes the lines of a table. A large table is mapped from the system in huge pages instead of from Go's heap, for two reasons. Each key is
// on another page, and finding small pages would cost more than reading them. Also, an outgrown table would occupy memory until the next garbage
// collection. Without huge pages in the kernel, everything works the same, only slower.
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

// freeLines returns lines that are no longer used to the system.
func freeLines(lines []line) {
	if size := len(lines) * int(unsafe.Sizeof(line{})); size >= 2*hugePage {
		_ = syscall.Munmap(unsafe.Slice((*byte)(unsafe.Pointer(&lines[0])), size)) // fails for lines on the heap
	}
}
