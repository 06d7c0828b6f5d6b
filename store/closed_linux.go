package store

import (
	"os"
	"strings"
	"syscall"
)

// bootAndInode returns the id of the start of the system, and the number of a file.
func bootAndInode(info os.FileInfo) (boot string, inode uint64) {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	stat, ok := info.Sys().(*syscall.Stat_t)
	if err != nil || !ok {
		return "", 0
	}
	return strings.TrimSpace(string(id)), stat.Ino
}
