package postings

import (
	"encoding/json"
	"errors"
	"time"

	"gannet/job"
	"gannet/job/life"
)

// Event is a kind of change of a posting, such as "closed".
type Event string

// These are the events of a posting. An event that no visit caused has the time of the event before it.
const (
	// EventNew says that a posting was stored for the first time.
	EventNew Event = "new" // it is kept for the first time
	// EventChanged says that fields of a posting have changed.
	EventChanged Event = "changed"
	// EventSuspected says that there is a sign that a posting has ended.
	EventSuspected Event = "suspected"
	// EventOpened says that a posting was unknown or suspected, and is open now.
	EventOpened Event = "opened"
	// EventClosed says that a posting has ended.
	EventClosed Event = "closed"
	// EventReopened says that a posting was closed, and is open again.
	EventReopened Event = "reopened"
	// EventUnknown says that a posting's page no longer shows whether the posting is open.
	EventUnknown Event = "unknown"
	// EventMerged says that a posting's cluster (the postings of its job) has become part of another cluster.
	EventMerged Event = "merged"
	// EventSplit says that a posting has left its cluster (the postings of its job), which continues without it.
	EventSplit Event = "split"
	// EventDropped says that a posting was deleted, because its page was read again and shows no posting.
	EventDropped Event = "dropped"
	// EventAlarm says that the pages of a host can no longer be trusted, or that they can be trusted again.
	EventAlarm Event = "alarm"
)

// Errors of a cursor.
var (
	// ErrOldCursor says that the events after a cursor have been deleted, so that a reader must start again.
	ErrOldCursor = errors.New("the events after this cursor are not kept any more")
	// ErrNoCursor says that a cursor is later than the latest event, as one from another crawl may be.
	ErrNoCursor = errors.New("there is no such cursor in this crawl")
)

// Change is one event in the ledger, the list of all changes of postings. A reader that applies all events in their order gets the same
// postings as `gannet jobs export` gives, except for how often and when they were last seen. An event may repeat what the reader knows
// already.
type Change struct {
	// Cursor is the cursor from which a reader goes on after this event. It is 0 within a snapshot, because a snapshot must be read as a whole.
	Cursor uint64    `json:"cursor"`
	Time   time.Time `json:"time"`
	Event  Event     `json:"event"`
	Number uint64    `json:"number,omitempty"` // the posting's
	// Job is the posting. With EventNew it is the posting's first version, with EventReopened its newest one.
	Job *job.Posting `json:"job,omitempty"`
	ChangeFacts
}

// ChangeFacts are those fields of a Change that are stored after its cursor, its time and its kind.
type ChangeFacts struct {
	URL           string                 `json:"url,omitempty"`            // where its newest version is, of EventNew and EventChanged
	Cluster       uint64                 `json:"cluster,omitempty"`        // its cluster now, of EventNew, EventMerged and EventSplit
	ClusterBefore uint64                 `json:"cluster_before,omitempty"` // of EventMerged and EventSplit
	Original      *bool                  `json:"original,omitempty"`       // whether it stands for Cluster
	Fields        map[string]FieldChange `json:"fields,omitempty"`         // by the keys of job.Posting; also "original"
	Life          *life.Life             `json:"life,omitempty"`           // of EventNew and events of states, without its past
	Alarm         json.RawMessage        `json:"alarm,omitempty"`
}

// FieldChange has the value of a posting's field before and after an event. An absent value means that the field was not found.
type FieldChange struct {
	Old json.RawMessage `json:"old,omitempty"`
	New json.RawMessage `json:"new,omitempty"`
}

// eventOf returns the event of a transition.
func eventOf(t life.Transition) Event {
	switch t.State {
	case job.Closed:
		return EventClosed
	case job.Suspected:
		return EventSuspected
	case job.Unknown:
		return EventUnknown
	}
	if t.From == job.Closed {
		return EventReopened
	}
	return EventOpened
}

// diff returns the fields of a posting that changed. It leaves out the state and the reason for it, because the events of the posting's life report
// those.
func diff(old, now *job.Posting) (map[string]FieldChange, error) {
	before, err := fieldsOf(old)
	if err != nil {
		return nil, err
	}
	after, err := fieldsOf(now)
	if err != nil {
		return nil, err
	}
	changed := map[string]FieldChange{}
	for name, value := range after {
		if string(before[name]) != string(value) {
			changed[name] = FieldChange{before[name], value}
		}
	}
	for name, value := range before {
		if after[name] == nil {
			changed[name] = FieldChange{Old: value}
		}
	}
	return changed, nil
}

func fieldsOf(p *job.Posting) (fields map[string]json.RawMessage, err error) {
	plain := *p
	plain.State, plain.StateReason = "", ""
	text, err := json.Marshal(&plain)
	if err != nil {
		return nil, err
	}
	return fields, json.Unmarshal(text, &fields)
}

// fieldChange is the change of one field to another value.
func fieldChange(old, now any) (c FieldChange, err error) {
	if c.Old, err = json.Marshal(old); err != nil {
		return c, err
	}
	c.New, err = json.Marshal(now)
	return c, err
}
