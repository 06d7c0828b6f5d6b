package store

import (
	"encoding/json"
	"os"
	"time"
)

// ClosedSuffix is that of the note beside a large store which says when the file was found whole last.
const ClosedSuffix = ".closed"

// leastNoted is from which size on there is a note. To walk over a smaller file takes no time.
var leastNoted int64 = 256 << 20

// clockStep is longer than the time of a file may stand still while the file changes.
const clockStep = 20 * time.Millisecond

// closedNote says what a file was like when a process closed it that had found it whole. One that has changed since has another
// size or time. While the process has the file open, the note says instead which file it is, and when the system started. All that
// a killed process wrote is there until the system stops. A transaction that was cut off changes nothing: bbolt writes its header last.
type closedNote struct {
	Size     int64  `json:"size,omitempty"`
	Modified int64  `json:"modified,omitempty"` // nanoseconds since 1970
	Boot     string `json:"boot,omitempty"`     // id of the start of the system
	Inode    uint64 `json:"inode,omitempty"`
}

// knownWhole reports whether a file is as it was when it was closed whole, or was open when its process was killed.
func knownWhole(path string, info os.FileInfo) bool {
	var note closedNote
	b, err := os.ReadFile(path + ClosedSuffix)
	if err != nil || info.Size() < leastNoted || json.Unmarshal(b, &note) != nil {
		return false
	}
	if note.Boot != "" {
		return note == openNote(info)
	}
	return note == closedNote{Size: info.Size(), Modified: info.ModTime().UnixNano()}
}

// openNote returns the note of a file that is open. It says nothing where the system does not tell its starts apart.
func openNote(info os.FileInfo) closedNote {
	boot, inode := bootAndInode(info)
	return closedNote{Boot: boot, Inode: inode}
}

// noteOpen writes the note of a file that this process has open and found whole, once it is large.
func (d *DB) noteOpen() {
	if !d.whole || d.noted.Load() {
		return
	}
	info, err := os.Stat(d.path)
	if err != nil || info.Size() < leastNoted {
		return
	}
	d.noted.Store(true)
	if note := openNote(info); note.Boot != "" {
		writeNote(d.path, note)
	}
}

// noteClosed writes the note of a file that this process is about to close. Without one the file is walked over again.
func (d *DB) noteClosed() {
	info, err := os.Stat(d.path)
	if err != nil || info.Size() < leastNoted {
		return
	}
	time.Sleep(clockStep - time.Since(info.ModTime())) // whatever is written after it has another time
	writeNote(d.path, closedNote{Size: info.Size(), Modified: info.ModTime().UnixNano()})
}

func writeNote(path string, note closedNote) {
	if b, err := json.Marshal(note); err == nil {
		_ = os.WriteFile(path+ClosedSuffix, b, 0o644)
	}
}

// dropNote removes the note of a file that could not be written to.
func (d *DB) dropNote() {
	if d.noted.Load() {
		_ = os.Remove(d.path + ClosedSuffix)
	}
}
