package lightgbm

import (
	"errors"
	"strings"
	"testing"
)

func TestLoadErrorNamesTheMissingPart(t *testing.T) {
	for says, want := range map[string]string{
		"libgomp.so.1: cannot open shared object file: No such file or directory": "libgomp1",
		"Library not loaded: @rpath/libomp.dylib":                                 "brew install libomp",
		"invalid ELF header": "make lightgbm",
	} {
		if err := loadError("/x/lib_lightgbm.so", errors.New(says)); !strings.Contains(err.Error(), want) {
			t.Errorf("%q becomes %q, without %q", says, err, want)
		}
	}
}

func TestLibraryWithoutTheSymbolsIsRefused(t *testing.T) {
	if !Available {
		t.Skip("a build that loads no library")
	}
	for _, other := range []string{"libm.so.6", "/usr/lib/libSystem.B.dylib"} {
		l, err := load(other)
		if l != nil {
			t.Fatalf("%s passes as LightGBM", other)
		}
		if strings.Contains(err.Error(), "has no LGBM_") {
			return
		}
	}
	t.Skip("no other library here to mistake for LightGBM")
}
