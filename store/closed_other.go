//go:build !linux

package store

import "os"

// bootAndInode returns nothing on other systems, where a file is checked again after a crash.
func bootAndInode(os.FileInfo) (boot string, inode uint64) { return "", 0 }
