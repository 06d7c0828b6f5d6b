// Package installed finds the files that packages install with the program, such as its trainer and LightGBM.
package installed

import (
	"os"
	"os/exec"
	"path/filepath"
)

// Dirs returns the directories where such files may be: beside the running program, and lib/gannet beside its bin.
func Dirs() []string {
	program, err := program()
	if err != nil {
		return nil
	}
	beside := filepath.Dir(program)
	return []string{beside, filepath.Join(filepath.Dir(beside), "lib", "gannet")}
}

// Program returns the path of a program that is installed with the running one, or its name, by which the system looks for it.
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
