//go:build unix

package crawldir

import (
	"math"
	"syscall"
)

// openFileLimit returns how many files this process may have open at once.
func openFileLimit() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Cur > math.MaxInt32 {
		return math.MaxInt32
	}
	return int(limit.Cur)
}
