//go:build unix

package pdftext

import "syscall"

// ownGroup keeps signals of the terminal, which are for the crawl, from the process that reads a file.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// niceness is what a process that reads a file adds to its nice value: beside a busy one it gets about a tenth of a processor.
const niceness = 10

// yieldTo has other processes go before a process and its threads. It has a group of its own, see ownGroup.
func yieldTo(pid int) { _ = syscall.Setpriority(syscall.PRIO_PGRP, pid, niceness) }
