//go:build !unix

package pdftext

import "syscall"

// ownGroup leaves the process that reads a file in the group of the crawl.
func ownGroup() *syscall.SysProcAttr { return nil }

// yieldTo leaves a process as it is.
func yieldTo(int) {}
