// Package lightgbmtest finds LightGBM for tests.
package lightgbmtest

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"gannet/internal/testdata"
	"gannet/training/lightgbm"
)

// Open loads the library for a test, from the place where `make lightgbm` puts it or that the environment variable names. If there is no
// library, the test ends as testdata.Missing says.
func Open(t testing.TB) *lightgbm.Library {
	t.Helper()
	l, err := lightgbm.Open(Path())
	if err != nil {
		testdata.Missing(t, err.Error())
	}
	return l
}

// Path returns the path of the library in the repository's .lib. It returns "" if there is none, or if the environment variable names
// another one.
func Path() string {
	_, here, _, _ := runtime.Caller(0)
	root := filepath.Join(filepath.Dir(here), "..", "..", "..")
	found, _ := filepath.Glob(filepath.Join(root, ".lib", "lib_lightgbm.*"))
	if os.Getenv(lightgbm.Env) != "" || len(found) == 0 {
		return ""
	}
	return found[0]
}
