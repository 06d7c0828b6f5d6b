package postings

import (
	"encoding/binary"
	"encoding/json"
	"slices"
	"time"

	"gannet/job/life"
	"gannet/store/internal/entry"
)

// Ledger says how many events about postings are kept, and for how long. A reader that needs events which were deleted starts again with a
// snapshot of all postings.
type Ledger struct {
	Bytes int           // of the events' values
	Age   time.Duration // of the oldest event, seen from the latest
}

// DefaultLedger returns the limits on events that a crawl uses: 256 MiB, which are some millions of events, and 90 days.
func DefaultLedger() Ledger { return Ledger{Bytes: 256 << 20, Age: 90 * 24 * time.Hour} }

// events lists the events; the index of each is the byte that stands for it.
var events = []Event{"", EventNew, EventChanged, EventSuspected, EventOpened, EventClosed, EventReopened, EventUnknown, EventMerged,
	EventSplit, EventDropped, EventAlarm}

// longFacts is the number of bytes from which on the facts of an event are compressed.
const longFacts = 200

// The ways in which the facts of an event are stored.
const (
	plainFacts byte = iota
	zstdFacts
)

func (c *Change) appendTo(b []byte) ([]byte, error) {
	b = append(entry.AppendTime(b, c.Time), byte(max(0, slices.Index(events, c.Event))))
	b = binary.AppendUvarint(b, c.Number)
	facts, err := json.Marshal(&c.ChangeFacts)
	if err != nil || len(facts) < longFacts {
		return append(append(b, plainFacts), facts...), err
	}
	z, err := entry.Encoder()
	if err != nil {
		return nil, err
	}
	return z.EncodeAll(facts, append(b, zstdFacts)), nil
}

func decodeChange(cursor uint64, b []byte) (*Change, error) {
	c, facts, err := changeHead(cursor, b)
	if err != nil {
		return nil, err
	}
	if facts[0] == zstdFacts {
		if facts, err = entry.Decompress([]byte{zstdFacts}, facts[1:]); err != nil {
			return nil, entry.Damaged("an event", b)
		}
	}
	if json.Unmarshal(facts[1:], &c.ChangeFacts) != nil {
		return nil, entry.Damaged("an event", b)
	}
	return c, nil
}

// changeHead decodes the head of an event. It returns the rest as facts: at least one byte, which says how the facts are stored.
func changeHead(cursor uint64, b []byte) (c *Change, facts []byte, err error) {
	f := entry.NewFields(b)
	c = &Change{Cursor: cursor, Time: f.Time()}
	kind := int(f.Byte())
	c.Number = f.Uvarint()
	if facts = f.Rest(); f.Bad() || len(facts) == 0 || facts[0] > zstdFacts || kind == 0 || kind >= len(events) {
		return nil, nil, entry.Damaged("an event", b)
	}
	c.Event = events[kind]
	return c, facts, nil
}

// tell writes an event, and drops the oldest beyond the bounds of the ledger.
func (w *Writer) tell(c *Change) error {
	value, err := c.appendTo(nil)
	if err != nil {
		return err
	}
	cursor, err := w.changes.NextSequence()
	if err != nil {
		return err
	}
	w.totals.ChangeBytes += len(value)
	if err := w.changes.Put(entry.Key(cursor), value); err != nil {
		return err
	}
	return w.forget(c.Time)
}

// forgetAtOnce is how many old events are dropped at most when one event is added, so that no transaction is long.
const forgetAtOnce = 4

// forget drops the oldest events beyond the bounds.
func (w *Writer) forget(now time.Time) error {
	for range forgetAtOnce {
		k, sealed := w.changes.Cursor().First()
		if k == nil {
			return nil
		}
		value := w.changes.Unseal(k, sealed)
		first, _, err := changeHead(0, value)
		if err == nil && w.totals.ChangeBytes <= w.ledger.Bytes && now.Sub(first.Time) <= w.ledger.Age {
			return nil
		}
		w.totals.ChangeBytes -= len(value)
		if err := w.changes.Delete(slices.Clone(k)); err != nil {
			return err
		}
	}
	return nil
}

// latest returns the time of the latest event. An event that no visit caused gets this time.
func (w *Writer) latest() time.Time {
	k, sealed := w.changes.Cursor().Last()
	if k == nil {
		return time.Time{}
	}
	c, _, err := changeHead(0, w.changes.Unseal(k, sealed))
	if err != nil {
		return time.Time{}
	}
	return c.Time
}

// SetLedger sets how many events are kept, and for how long.
func (w *Writer) SetLedger(l Ledger) { w.ledger = l }

// AddAlarm adds an alarm to the ledger of events. detail is stored as JSON.
func (w *Writer) AddAlarm(at time.Time, detail any) error {
	text, err := json.Marshal(detail)
	if err != nil {
		return err
	}
	return w.tell(&Change{Time: at, Event: EventAlarm, ChangeFacts: ChangeFacts{Alarm: text}})
}

// tellLife writes the events of what an observation did to a posting's life. before is the life before the observation.
func (w *Writer) tellLife(number uint64, at time.Time, before, now *life.Life, transitions []life.Transition) error {
	plain := *now
	plain.Past = nil
	for _, t := range transitions {
		if err := w.tell(&Change{Time: at, Event: eventOf(t), Number: number, ChangeFacts: ChangeFacts{Life: &plain}}); err != nil {
			return err
		}
	}
	if len(transitions) > 0 || before.Reason == now.Reason && before.By == now.By {
		return nil
	}
	reason, err := fieldChange(before.Reason, now.Reason)
	if err != nil {
		return err
	}
	return w.tell(&Change{Time: at, Event: EventChanged, Number: number, ChangeFacts: ChangeFacts{
		Life: &plain, Fields: map[string]FieldChange{"state_reason": reason},
	}})
}

// tellOriginal writes the events of a cluster whose original is now another posting. from or to may be 0, which is no posting.
func (w *Writer) tellOriginal(at time.Time, from, to uint64) error {
	if from == to {
		return nil
	}
	for _, c := range []struct {
		number uint64
		is     bool
	}{{from, false}, {to, true}} {
		if c.number == 0 {
			continue
		}
		change, err := fieldChange(!c.is, c.is)
		if err != nil {
			return err
		}
		fields := map[string]FieldChange{"original": change}
		if err := w.tell(&Change{Time: at, Event: EventChanged, Number: c.number, ChangeFacts: ChangeFacts{Fields: fields}}); err != nil {
			return err
		}
	}
	return nil
}
