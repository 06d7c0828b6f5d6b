package render

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// profilePrefix begins the names of the directories with browsers' profiles. The number of the process that starts the browser follows, and another
// number.
const profilePrefix = "gannet-browser-"

// newProfile makes the directory for a profile, and removes the profiles of processes that were killed. Containers that share a directory for
// temporary files must therefore share their process numbers, too.
func newProfile() (dir string, err error) {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), profilePrefix+"*"))
	for _, dir := range left {
		var pid, number int
		name := strings.TrimPrefix(filepath.Base(dir), profilePrefix)
		if n, _ := fmt.Sscanf(name, "%d-%d", &pid, &number); n == 2 && pid > 0 && hasEnded(pid) {
			os.RemoveAll(dir) // one of another user stays
		}
	}
	return os.MkdirTemp("", fmt.Sprintf("%s%d-", profilePrefix, os.Getpid()))
}
