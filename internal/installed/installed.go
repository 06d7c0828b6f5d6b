// Package installed finds the files that packages install with the program, such as its trainer and LightGBM.
package installed

import (
	"os"
	"os/exec"
	"path/filepath"
)

// Dirs returns the directories in which files that are installed with this program may be: that of the program, and lib/gannet beside its
// bin directory.
func Dirs() []string {
	program, err := program()
	if err != nil {
		return nil
	}
	beside := filepath.Dir(program)
	return []string{beside, filepath.Join(filepath.Dir(beside), "lib", "gannet")}
}

// Program returns the path of a program that is installed with this one. If it is not found there, the result is only its name, so that the
// system searches its PATH.
func Program(name string) string {
	for _, dir := range Dirs() {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path
		}
	}
	return name
}

// program returns the path of the running program. Without /proc, as in a bare chroot, its name tells.
func program() (string, error) {
	path, err := os.Executable()
	if err != nil {
		path, err = exec.LookPath(os.Args[0])
	}
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}
