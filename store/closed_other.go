//go:build !linux

package store

import "os"

// bootAndInode returns nothing: elsewhere a file is walked over after a crash.
func bootAndInode(os.FileInfo) (boot string, inode uint64) { return "", 0 }
