package index

import (
	"syscall"
	"unsafe"
)

// hugePage is the size of a large page of memory.
const hugePage = 2 << 20

// wholePages rounds a number of lines up to what fills large pages; the kernel gives them to no others.
func wholePages(n int) int {
	const each = hugePage / int(unsafe.Sizeof(line{}))
	if n < 2*each {
		return n
	}
	return (n + each - 1) / each * each
}

// newLines makes lines of a table. Where they fill large pages they are mapped from the system instead of Go's heap: every
// key is somewhere else, and finding small pages would cost more than reading them; and tables that were outgrown would
// be as much memory again, until the garbage is collected. The kernel may decline large pages, which changes nothing else.
func newLines(n int) []line {
	size := n * int(unsafe.Sizeof(line{}))
	if size < 2*hugePage {
		return make([]line, n)
	}
	memory, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return make([]line, n) // which says it if there is no memory
	}
	_ = syscall.Madvise(memory, syscall.MADV_HUGEPAGE)
	return unsafe.Slice((*line)(unsafe.Pointer(&memory[0])), n)
}

// freeLines gives lines back that nothing uses any more.
func freeLines(lines []line) {
	if size := len(lines) * int(unsafe.Sizeof(line{})); size >= 2*hugePage {
		_ = syscall.Munmap(unsafe.Slice((*byte)(unsafe.Pointer(&lines[0])), size)) // refused for those of the heap
	}
}
