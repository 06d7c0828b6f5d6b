//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// apart has a command run in a session of its own, so that Ctrl-C in this terminal does not end it.
func apart(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
