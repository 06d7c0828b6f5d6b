//go:build !linux

package render

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

func killGroup(p *os.Process) { _ = p.Kill() }

// hasEnded always returns false on other systems, so profiles of killed processes are not removed.
func hasEnded(int) bool { return false }

// usageOf returns nothing on other systems, where the time for a page is its only limit.
func usageOf(int) usage { return usage{} }
