package installed

import (
	"os"
	"path/filepath"
	"testing"
)

func TestDirsAreBesideTheProgram(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if program, err = filepath.EvalSymlinks(program); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(program)
	want := []string{dir, filepath.Join(dir, "..", "lib", "gannet")}
	if got := Dirs(); len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("%q, not %q", got, want)
	}
}
