package store

import (
	"encoding/json"
	"os"
	"time"
)

// ClosedSuffix is that of the note beside a large store which says what the file was like when it was closed.
const ClosedSuffix = ".closed"

// leastNoted is from which size on there is a note. To walk over a smaller file takes no time.
var leastNoted int64 = 256 << 20

// clockStep is longer than the time of a file may stand still while the file changes.
const clockStep = 20 * time.Millisecond

// closedNote says what a file was like when a process closed it that had found it whole. One that has changed since has another
// size or time.
type closedNote struct {
	Size     int64 `json:"size"`
	Modified int64 `json:"modified"` // nanoseconds since 1970
}

// closedWhole reports whether a file is as it was when it was closed whole.
func closedWhole(path string, info os.FileInfo) bool {
	var note closedNote
	b, err := os.ReadFile(path + ClosedSuffix)
	if err != nil || info.Size() < leastNoted || json.Unmarshal(b, &note) != nil {
		return false
	}
	return note == closedNote{info.Size(), info.ModTime().UnixNano()}
}

// noteClosed writes the note of a file that this process is about to close. Without one the file is walked over again.
func (d *DB) noteClosed() {
	info, err := os.Stat(d.path)
	if err != nil || info.Size() < leastNoted {
		return
	}
	time.Sleep(clockStep - time.Since(info.ModTime())) // whatever is written after it has another time
	b, err := json.Marshal(closedNote{info.Size(), info.ModTime().UnixNano()})
	if err == nil {
		_ = os.WriteFile(d.path+ClosedSuffix, b, 0o644)
	}
}
