package postings

import (
	"encoding/binary"
	"encoding/json"
	"slices"
	"time"

	"gannet/job/life"
	"gannet/store/internal/entry"
)

// Ledger bounds the events that are kept. What is dropped is in the postings themselves: a reader that starts over gets a
// snapshot of them.
type Ledger struct {
	Bytes int           // of the events' values
	Age   time.Duration // of the oldest event, seen from the latest
}

// DefaultLedger returns the bounds of a crawl: some millions of events, and a season.
func DefaultLedger() Ledger { return Ledger{Bytes: 256 << 20, Age: 90 * 24 * time.Hour} }

// events are the events by the byte that stands for them.
var events = []Event{"", EventNew, EventChanged, EventSuspected, EventOpened, EventClosed, EventReopened, EventUnknown, EventMerged,
	EventSplit, EventDropped, EventAlarm}

// longFacts is from how many bytes on facts are compressed.
const longFacts = 200

// How facts are kept.
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

// changeHead decodes what stands before the facts of an event. facts has at least one byte, which says how they are kept.
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

// forgetAtOnce is how many events an event may drop, so that no transaction is long.
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

// latest returns the time of the latest event, for one that no visit caused.
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

// SetLedger sets how much of the ledger is kept.
func (w *Writer) SetLedger(l Ledger) { w.ledger = l }

// AddAlarm writes an alarm into the ledger. detail becomes JSON.
func (w *Writer) AddAlarm(at time.Time, detail any) error {
	text, err := json.Marshal(detail)
	if err != nil {
		return err
	}
	return w.tell(&Change{Time: at, Event: EventAlarm, ChangeFacts: ChangeFacts{Alarm: text}})
}

// tellLife tells what an observation did to a posting's life. before is the life as it was.
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

// tellOriginal tells that another posting stands for a cluster. from or to may be 0.
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
