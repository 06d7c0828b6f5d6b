package index

import (
	"syscall"
	"unsafe"
)

// hugePage is the size of a large page of memory.
const hugePage = 2 << 20

// newLines makes lines of a table, in large pages where they fill some: every key is somewhere else, and finding small
// pages would cost more than reading them. The kernel may decline, which changes nothing else.
func newLines(n int) []line {
	lines := make([]line, n)
	if size := n * int(unsafe.Sizeof(line{})); size >= 2*hugePage {
		_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(&lines[0])), size), syscall.MADV_HUGEPAGE)
	}
	return lines
}
