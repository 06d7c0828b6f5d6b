package watch

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// stateVersion is the first byte of what AppendHost and AppendGeneral return. A host in version 1 ends before its field Wall, and one in version 2
// before NamelessSeen.
const stateVersion = 3

// ErrState says that bytes are not the state of a Watch of this version. The Watch can start again without it.
var ErrState = errors.New("not the state of a watch")

// AppendHost appends to b what the Watch knows about a host, about a kilobyte, and returns the result. ok is false if nothing is known about
// the host.
func (w *Watch) AppendHost(b []byte, name string) (state []byte, ok bool) {
	h := w.hosts[name]
	if h == nil {
		return b, false
	}
	return appendState(b, h), true
}

// AppendGeneral appends to b the facts about all hosts together, and returns the result.
func (w *Watch) AppendGeneral(b []byte) []byte { return appendState(b, &w.all) }

func appendState(b []byte, what any) []byte {
	b, err := binary.Append(append(b, stateVersion), binary.LittleEndian, what)
	if err != nil {
		panic(err) // a field has no fixed size, which every test finds
	}
	return b
}

// SetHost restores what AppendHost has written about a host. The error is ErrState if the bytes are something else.
func (w *Watch) SetHost(name string, state []byte) error {
	h := &host{}
	if err := readState(state, h); err != nil {
		return fmt.Errorf("host %s: %w", name, err)
	}
	w.hosts[name] = h
	return nil
}

// SetGeneral restores what AppendGeneral has written. The error is ErrState if the bytes are something else.
func (w *Watch) SetGeneral(state []byte) error {
	var all [signals]counts
	if err := readState(state, &all); err != nil {
		return err
	}
	w.all = all
	return nil
}

func readState(state []byte, into any) error {
	if len(state) == 0 {
		return ErrState
	}
	if _, isHost := into.(*host); isHost && state[0] < stateVersion {
		lacks := binary.Size(host{}.NamelessSeen)
		if state[0] == 1 {
			lacks += binary.Size(wall{}) + binary.Size(host{}.Nameless)
		}
		state = append(slices.Clone(state), make([]byte, lacks)...)
	}
	if state[0] == 0 || state[0] > stateVersion || len(state)-1 != binary.Size(into) {
		return ErrState
	}
	if _, err := binary.Decode(state[1:], binary.LittleEndian, into); err != nil {
		return fmt.Errorf("%w: %w", ErrState, err)
	}
	return nil
}

// Alarms returns the alarms about hosts that have not ended yet, sorted by host and signal.
func (w *Watch) Alarms() (list []Alarm) {
	for _, name := range slices.Sorted(maps.Keys(w.hosts)) {
		h := w.hosts[name]
		for i := range h.Signals {
			if h.Signals[i].Alarm {
				list = append(list, h.Signals[i].describe(name, Signal(i), time.Unix(h.Day, 0).UTC()))
			}
		}
		if h.Wall.Alarm {
			list = append(list, h.Wall.describe(name, time.Unix(h.Day, 0).UTC()))
		}
	}
	return list
}

// Forget removes the hosts about which no fact was recorded for the time Memory before now.
func (w *Watch) Forget(now time.Time) {
	oldest := now.Add(-Memory).Unix()
	maps.DeleteFunc(w.hosts, func(_ string, h *host) bool { return h.Day < oldest })
}
