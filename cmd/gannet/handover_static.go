//go:build static && unix

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"gannet/internal/installed"
)

// trainer is the build of this program that can load libraries. `make build` and the packages come with it.
const trainer = "gannet-train"

// handOver replaces this process by the trainer installed with this program, if there is one. A static program cannot
// load LightGBM.
func handOver() error {
	for _, dir := range installed.Dirs() {
		path := filepath.Join(dir, trainer)
		if _, err := os.Stat(path); err != nil {
			continue // lightgbm.Open says what is wrong
		}
		err := syscall.Exec(path, append([]string{path}, os.Args[1:]...), os.Environ())
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s needs the C library glibc, which this system lacks: choose the learner ranksvm or ca, or train on another", path)
		}
		return fmt.Errorf("start %s: %w", path, err)
	}
	return nil
}
