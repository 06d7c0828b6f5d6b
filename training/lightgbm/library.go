// Package lightgbm calls the C library LightGBM, which trains trees. It loads the library at run time, without cgo. It covers only what training
// needs: making a data set from a matrix, boosting tree by tree, and getting the model as text.
package lightgbm

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"gannet/internal/installed"
	"gannet/internal/lazyregexp"
)

// Env is the name of the environment variable with the path of the LightGBM library.
const Env = "GANNET_LIGHTGBM"

// Library is the loaded LightGBM library. It is safe for concurrent use, but its data sets and boosters are not.
type Library struct {
	path string
	api  api
}

// Open loads the library from path. If path is "", it tries these places in turn: $GANNET_LIGHTGBM, the directory where gannet is installed, .lib
// there, .lib in the working directory, the system. Unless OMP_WAIT_POLICY is set, OpenMP's threads sleep between calls instead of spinning.
func Open(path string) (*Library, error) {
	if path == "" {
		path = os.Getenv(Env)
	}
	if os.Getenv("OMP_WAIT_POLICY") == "" {
		if err := os.Setenv("OMP_WAIT_POLICY", "PASSIVE"); err != nil {
			return nil, err
		}
	}
	if path != "" {
		return loadNamed(path)
	}
	for _, candidate := range candidates() {
		if _, err := os.Stat(candidate); err == nil {
			return load(candidate)
		}
	}
	if l, err := load(fileName()); err == nil || errors.Is(err, errStatic) {
		return l, err
	}
	return nil, fmt.Errorf("no %s found: run `make lightgbm`, or say where it is with --lightgbm or %s", fileName(), Env)
}

// loadNamed loads a library that the user named. The system's linker does not say why a missing one cannot be loaded.
func loadNamed(path string) (*Library, error) {
	l, err := load(path)
	if _, missing := os.Stat(path); err != nil && !errors.Is(err, errStatic) && errors.Is(missing, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot load LightGBM: there is no file %s: run `make lightgbm`, or say where it is with --lightgbm or %s", path, Env)
	}
	return l, err
}

// Path returns the path of the file from which the library was loaded.
func (l *Library) Path() string { return l.path }

// String identifies the library by its SHA-256, and by its version if a file beside it states that, as in its Python package.
func (l *Library) String() string {
	name := "LightGBM"
	for _, dir := range []string{".", ".."} {
		version, err := os.ReadFile(filepath.Join(filepath.Dir(l.path), dir, "VERSION.txt"))
		if err == nil && versionNumber.Match(version) {
			name += " " + strings.TrimSpace(string(version))
			break
		}
	}
	if file, err := os.ReadFile(l.path); err == nil {
		name += fmt.Sprintf(", sha256 %x", sha256.Sum256(file))
	}
	return name
}

var versionNumber = lazyregexp.New(`^\d+\.\d+[.\d]*\s*$`)

// Do runs a sequence of calls on one thread, because LightGBM keeps its last error, and OpenMP its workers, per thread.
func (l *Library) Do(calls func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return calls()
}

// check runs one call of the C library and turns its status into an error.
func (l *Library) check(what string, call func() int32) error {
	return l.Do(func() error {
		if call() == 0 {
			return nil
		}
		return fmt.Errorf("LightGBM cannot %s: %s", what, strings.Join(strings.Fields(l.api.lastError()), " "))
	})
}

// candidates lists where the library may be, nearest first.
func candidates() []string {
	var dirs []string
	for _, dir := range installed.Dirs() {
		dirs = append(dirs, dir, filepath.Join(dir, ".lib"))
	}
	dirs = append(dirs, ".lib")
	if conda := os.Getenv("CONDA_PREFIX"); conda != "" {
		dirs = append(dirs, filepath.Join(conda, "lib"))
	}
	dirs = append(dirs, "/usr/local/lib", "/opt/homebrew/lib")
	for i, dir := range dirs {
		dirs[i] = filepath.Join(dir, fileName())
		if abs, err := filepath.Abs(dirs[i]); err == nil {
			dirs[i] = abs
		}
	}
	return dirs
}

func fileName() string {
	if runtime.GOOS == "darwin" {
		return "lib_lightgbm.dylib"
	}
	return "lib_lightgbm.so"
}

// loadError adds a remedy to the error of the system's loader.
func loadError(path string, err error) error {
	text := strings.Join(strings.Fields(err.Error()), " ")
	switch {
	case strings.Contains(text, "libgomp"):
		return fmt.Errorf("%s needs OpenMP's libgomp.so.1: install it (apt-get install libgomp1, dnf install libgomp)", path)
	case strings.Contains(text, "libomp"):
		return fmt.Errorf("%s needs OpenMP's libomp: install it (brew install libomp)", path)
	}
	return fmt.Errorf("cannot load LightGBM: %s: run `make lightgbm`, or say where it is with --lightgbm or %s", text, Env)
}
