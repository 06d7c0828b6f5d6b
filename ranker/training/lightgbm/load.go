//go:build !static && (darwin || (linux && (amd64 || arm64)))

package lightgbm

import (
	"fmt"
	"path/filepath"

	"github.com/ebitengine/purego"
)

// Available says whether this build can load a library at all.
const Available = true

// load opens the library and binds every symbol, so that one which is missing is found now.
func load(path string) (*Library, error) {
	lib, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, loadError(path, err)
	}
	l := &Library{path: path}
	for name, function := range l.api.symbols() {
		address, err := purego.Dlsym(lib, name)
		if err != nil {
			return nil, fmt.Errorf("%s has no %s: LightGBM 4 is wanted, `make lightgbm` gets it", filepath.Base(path), name)
		}
		purego.RegisterFunc(function, address)
	}
	return l, nil
}
