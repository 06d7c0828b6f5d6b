//go:build unix

package pdftext

import "syscall"

// ownGroup keeps signals of the terminal, which are for the crawl, from the process that reads a file.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// niceness is the amount that is added to the nice value of a process that reads a file. Beside a busy process, it then gets about a tenth of a
// processor.
const niceness = 10

// yieldTo gives other processes priority over a process and its threads. The process must have a group of its own; see ownGroup.
func yieldTo(pid int) { _ = syscall.Setpriority(syscall.PRIO_PGRP, pid, niceness) }
