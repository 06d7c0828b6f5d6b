package postings

import (
	"encoding/binary"
	"slices"
	"time"

	"gannet/job"
	"gannet/job/life"
	"gannet/store/internal/entry"
)

// lifeStates lists the states; the index of each is the byte that stands for it.
var lifeStates = []job.State{"", job.Open, job.Suspected, job.Closed, job.Unknown}

func stateByte(s job.State) byte { return byte(max(0, slices.Index(lifeStates, s))) }

// lifeTimes returns the times of a life except the first, in the order in which they are stored.
func lifeTimes(l *life.Life) []*time.Time {
	return []*time.Time{&l.Last, &l.Checked, &l.Known, &l.After, &l.Before, &l.Ends, &l.Doubt.Denied, &l.Doubt.Missing, &l.Doubt.Listed}
}

// The ways in which a time is stored. Each takes two bits; the lowest bits are those of the first time.
const (
	noTime = iota
	firstTime
	otherTime
)

func appendLife(b []byte, l *life.Life) []byte {
	b = entry.AppendTime(b, l.First)
	kinds, times := uint64(0), []byte(nil)
	for i, t := range lifeTimes(l) {
		switch {
		case t.Equal(l.First):
			kinds |= firstTime << (2 * i)
		case !t.IsZero():
			kinds |= otherTime << (2 * i)
			times = entry.AppendTime(times, *t)
		}
	}
	b = append(binary.AppendUvarint(b, kinds), times...)
	fellOff := byte(0)
	if l.Doubt.FellOff {
		fellOff = 1
	}
	b = append(b, stateByte(l.State), byte(l.Look), fellOff)
	b = entry.AppendString(entry.AppendString(b, l.Reason), string(l.By))
	b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(l.Reopened)), uint64(l.Doubt.Misses))
	for _, t := range l.Past {
		b = append(entry.AppendTime(b, t.At), stateByte(t.State), stateByte(t.From))
		b = entry.AppendString(b, string(t.By))
	}
	return b
}

func decodeLife(b []byte) (*life.Life, error) {
	f := entry.NewFields(b)
	l := &life.Life{First: f.Time()}
	kinds := f.Uvarint()
	for i, t := range lifeTimes(l) {
		switch kinds >> (2 * i) & 3 {
		case firstTime:
			*t = l.First
		case otherTime:
			*t = f.Time()
		}
	}
	l.State, l.Look, l.Doubt.FellOff = readState(&f), life.What(f.Byte()), f.Byte() == 1
	l.Reason, l.By = f.String(), life.By(f.String())
	l.Reopened, l.Doubt.Misses = int(f.Uvarint()), int(f.Uvarint())
	for f.More() {
		l.Past = append(l.Past, life.Transition{At: f.Time(), State: readState(&f), From: readState(&f), By: life.By(f.String())})
	}
	if f.Bad() || l.State == "" || l.Look > life.Listed {
		return nil, entry.Damaged("a posting's life", b)
	}
	return l, nil
}

// readState reads a state. A byte that stands for no state gives the empty state.
func readState(f *entry.Fields) job.State {
	if i := int(f.Byte()); i < len(lifeStates) {
		return lifeStates[i]
	}
	return ""
}
