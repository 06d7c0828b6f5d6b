package crawler

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	"gannet/internal/weburl"
)

// Underway is a file with the links that are being visited, to find pages that crash the process. After a crash, the next run visits each
// of these links again with no other visit at the same time. A link that was the only one at deadlyRuns crashes in a row is given up. A nil
// Underway records nothing. It is safe for concurrent use.
//
// The file begins with underwayMagic. Entries of 16 bytes follow: the fingerprint of a link's URL (8 bytes, little endian), its state, the
// number of crashes, the number of runs in a row that did not visit the link again, and 5 zeros. The entry of a visit that has ended stays
// until another visit reuses it. This halves the writes, but after a crash at most one such link for each worker is suspected, too; a
// suspected link that is not visited in suspectRuns runs is forgotten. Writes do not wait for the disk, because a page can crash only the
// process, not the machine.
type Underway struct {
	file  *os.File
	begun time.Time

	mu      sync.Mutex // guards the fields below
	entries []entry    // as they are in the file
	at      map[uint64]int
	failed  error // the first failure to write; nothing is written after it
}

type entry struct {
	link   uint64 // fingerprint
	state  entryState
	deaths uint8 // in a row, with the link alone
	runs   uint8 // in a row that began with the link as a suspect and did not visit it
}

type entryState uint8

const (
	entryFree    entryState = iota
	entrySuspect            // was under way at a death, and is not now
	entryAmong              // under way among others
	entryAlone              // a suspect, under way with nothing else
	entryWaiting            // a suspect that waits long for its server: its page cannot cause a death now
)

const (
	underwayMagic = "gannet-underway1"
	entrySize     = 16
	deadlyRuns    = 3
	suspectRuns   = 10
	// suspectDelay, times its deaths, is how long after the start of a run a suspect is visited. So a process that is killed
	// from outside every few seconds does not blame a page.
	suspectDelay = 5 * time.Second
	// serverTime is how long a suspect waits for its server until a death is not counted any more.
	serverTime = 2 * time.Second
)

// OpenUnderway opens or creates the file at path. If the file is damaged, it is replaced by an empty one.
func OpenUnderway(path string) (*Underway, error) {
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: remove it, it only tells which links were under way", err)
	}
	u := &Underway{begun: time.Now(), at: make(map[uint64]int)}
	if rest, ok := bytes.CutPrefix(data, []byte(underwayMagic)); ok {
		for ; len(rest) >= entrySize; rest = rest[entrySize:] {
			u.survive(entry{binary.LittleEndian.Uint64(rest), entryState(rest[8]), rest[9], rest[10]})
		}
	}
	if u.file, err = os.Create(path); err != nil {
		return nil, err
	}
	if _, err = u.file.WriteString(underwayMagic); err == nil {
		for i := range u.entries {
			u.write(i)
		}
		err = u.failed
	}
	if err != nil {
		return nil, errors.Join(err, u.file.Close())
	}
	return u, nil
}

// survive takes over the entry of a link that was under way when a process died. The link is a suspect from now on.
func (u *Underway) survive(e entry) {
	switch e.state {
	case entryAlone:
		e.deaths, e.runs = e.deaths+1, 0
	case entryAmong, entryWaiting:
		e.runs = 0
	case entrySuspect:
		e.runs++
	default:
		return
	}
	if _, twice := u.at[e.link]; twice || e.runs > suspectRuns {
		return
	}
	e.state = entrySuspect
	u.at[e.link] = len(u.entries)
	u.entries = append(u.entries, e)
}

// Close closes the file of the links that are being visited.
func (u *Underway) Close() error {
	if u == nil {
		return nil
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	for i := range u.entries {
		u.write(i)
	}
	return u.file.Close()
}

// begin records that a visit of a link begins. Call end when the visit ends, with whether the link is done. A suspect that
// is not done stays a suspect.
func (u *Underway) begin(url string) (end func(done bool)) {
	if u == nil {
		return func(bool) {}
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	link := weburl.Fingerprint(url)
	i, suspect := u.at[link]
	if suspect {
		u.entries[i].runs = 0
		u.set(i, entryAlone)
	} else {
		i = u.addEntry(link)
	}
	return func(done bool) {
		u.mu.Lock()
		defer u.mu.Unlock()
		switch {
		case !suspect:
			u.entries[i].state = entryFree // in the file when the next visit takes the entry, or at the end
		case done:
			u.drop(link)
		default:
			u.set(i, entrySuspect)
		}
	}
}

// addEntry finds a free entry for a link that is under way among others.
func (u *Underway) addEntry(link uint64) int {
	for i := range u.entries {
		if u.entries[i].state == entryFree {
			u.entries[i] = entry{link: link}
			u.set(i, entryAmong)
			return i
		}
	}
	u.entries = append(u.entries, entry{link: link})
	u.set(len(u.entries)-1, entryAmong)
	return len(u.entries) - 1
}

// awaitServer records that a suspect waits for its server. Call answered when the wait is over.
func (u *Underway) awaitServer(url string) (answered func()) {
	if !u.suspects(url) {
		return func() {}
	}
	mark := func(state entryState) {
		u.mu.Lock()
		defer u.mu.Unlock()
		if i, ok := u.at[weburl.Fingerprint(url)]; ok {
			u.set(i, state)
		}
	}
	timer := time.AfterFunc(serverTime, func() { mark(entryWaiting) })
	return func() {
		timer.Stop()
		mark(entryAlone)
	}
}

// suspects reports whether a link was under way when the process died.
func (u *Underway) suspects(url string) bool {
	_, ok := u.deaths(url)
	return ok
}

// deaths is how often in a row the process died while the link was alone.
func (u *Underway) deaths(url string) (n uint8, suspect bool) {
	if u == nil {
		return 0, false
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	i, ok := u.at[weburl.Fingerprint(url)]
	if !ok {
		return 0, false
	}
	return u.entries[i].deaths, true
}

// doomed reports whether a link has to be given up.
func (u *Underway) doomed(url string) bool {
	n, _ := u.deaths(url)
	return n >= deadlyRuns
}

// delay is how long a suspect has to wait for its visit.
func (u *Underway) delay(url string) time.Duration {
	n, suspect := u.deaths(url)
	if !suspect {
		return 0
	}
	return time.Duration(n)*suspectDelay - time.Since(u.begun)
}

// forget removes a link from the suspects.
func (u *Underway) forget(url string) {
	if u == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.drop(weburl.Fingerprint(url))
}

func (u *Underway) drop(link uint64) {
	if i, ok := u.at[link]; ok {
		delete(u.at, link)
		u.set(i, entryFree)
	}
}

func (u *Underway) set(i int, s entryState) {
	u.entries[i].state = s
	u.write(i)
}

func (u *Underway) write(i int) {
	if u.failed != nil {
		return
	}
	var buf [entrySize]byte
	e := u.entries[i]
	binary.LittleEndian.PutUint64(buf[:], e.link)
	buf[8], buf[9], buf[10] = byte(e.state), e.deaths, e.runs
	if _, err := u.file.WriteAt(buf[:], int64(len(underwayMagic)+i*entrySize)); err != nil {
		u.failed = fmt.Errorf("links under way: %w", err)
	}
}
