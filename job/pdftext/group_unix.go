//go:build unix

package pdftext

import "syscall"

// ownGroup keeps signals of the terminal, which are for the crawl, from the process that reads a file.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
