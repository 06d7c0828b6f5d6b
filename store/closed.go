package store

import (
	"encoding/json"
	"os"
	"time"
)

// ClosedSuffix is the end of the name of a small file beside a large store, which says when the store was last found undamaged.
const ClosedSuffix = ".closed"

// leastNoted is the size from which on a store has a note. Smaller files are checked so fast that they need none.
var leastNoted int64 = 256 << 20

// clockStep is longer than a file's time of modification may stay the same while the file changes.
const clockStep = 20 * time.Millisecond

// closedNote describes a file at the moment when it was closed by a process that had found it whole. If the file has changed since, its size or its
// time is another. While a process has the file open, the note instead identifies the file and the start of the system. Everything that a killed
// process wrote stays there until the system stops, and a transaction that was cut off changes nothing, because bbolt writes its header last.
type closedNote struct {
	Size     int64  `json:"size,omitempty"`
	Modified int64  `json:"modified,omitempty"` // nanoseconds since 1970
	Boot     string `json:"boot,omitempty"`     // id of the start of the system
	Inode    uint64 `json:"inode,omitempty"`
}

// knownWhole reports whether a file has not changed since it was closed whole, or was open when its process was killed and the system has not been
// started again since.
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

// openNote returns the note for a file that is open. The note is empty on systems that do not identify their starts.
func openNote(info os.FileInfo) closedNote {
	boot, inode := bootAndInode(info)
	return closedNote{Boot: boot, Inode: inode}
}

// noteOpen writes the note of a large file that this process has open and found whole.
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

// noteClosed writes the note of a file that this process is about to close. Without a note the next process checks the whole file again.
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
