//go:build !linux

package render

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

func killGroup(p *os.Process) { _ = p.Kill() }

// hasEnded is not known here: profiles of killed processes stay.
func hasEnded(int) bool { return false }

// usageOf is not known here: the time of a page is its only limit.
func usageOf(int) usage { return usage{} }
