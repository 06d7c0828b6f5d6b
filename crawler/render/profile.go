package render

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// profilePrefix begins the names of the directories that browsers have their profiles in. The process that starts the browser follows, and
// a number.
const profilePrefix = "gannet-browser-"

// newProfile makes the directory of a profile, and removes those of processes that were killed. Containers that share a temporary directory
// need to share their process numbers, too.
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
