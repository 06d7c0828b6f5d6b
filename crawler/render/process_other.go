//go:build !linux

package render

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

func killGroup(p *os.Process) { _ = p.Kill() }

// usageOf is not known here: the time of a page is its only limit.
func usageOf(int) usage { return usage{} }
