//go:build static && unix

package main

import (
	"os"
	"path/filepath"
	"syscall"
)

// trainer is the build of this program that can load libraries, made with it by `make build`.
const trainer = "gannet-train"

// handOver replaces this process by the trainer beside this program, if there is one. A static program cannot load
// LightGBM.
func handOver() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	beside := filepath.Join(filepath.Dir(program), trainer)
	if _, err := os.Stat(beside); err != nil {
		return nil // lightgbm.Open says what is wrong
	}
	return syscall.Exec(beside, append([]string{beside}, os.Args[1:]...), os.Environ())
}
