package cluster

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"
)

// member is a machine's part in deciding who owns what. There is no coordinator: every machine reads the same values and changes
// them by compare and set.
//
// A machine lives while it renews its value in Engine.Live. One key of Engine.State says which session owns which partition.
// A machine is declared dead by creating its key in Live, which succeeds only after its value has vanished. From then on it cannot
// renew, so it knows that it has lost everything. It sends no request once half of the time to live has passed since it began the
// latest renewal that succeeded. So it has stopped long before another machine can own its hosts.
type member struct {
	engine Engine
	name   string
	ttl    time.Duration
	now    func() time.Time
	onLost func() // called when the machine has lost what it owned

	mu       sync.Mutex // guards the fields below
	session  string     // "": it has none
	revision uint64     // of its value in Live
	renewed  time.Time  // when the latest renewal began
	standing standing
	owners   [Partitions]string // sessions, when share last looked
}

// standing is the state that a machine publishes about itself.
type standing struct {
	Session string `json:"session"`
	// Idle says that nothing was queued or leased when the log ended at Last and the owners had the revision Owners.
	Idle   bool   `json:"idle,omitempty"`
	Last   uint64 `json:"last,omitempty"`
	Owners uint64 `json:"owners,omitempty"`
	Report Report `json:"report"`
}

const ownersKey = "owners"

// owners is the value of ownersKey.
type owners struct {
	Sessions map[string]string  `json:"sessions"` // of machines, by name
	Of       [Partitions]string `json:"of"`       // sessions; "": nobody
	// Died has the partitions of which an owner has left while others may have had turns at addresses.
	Died map[int]bool `json:"died,omitempty"`
}

// handover is a partition that a machine gives up.
type handover struct {
	partition int
	turns     bool // somebody may have turns at its addresses
}

// held returns the partitions of a session.
func (o *owners) held(session string) (list []int) {
	for p, s := range o.Of {
		if s == session && s != "" {
			list = append(list, p)
		}
	}
	return list
}

// free takes all partitions from a session that is over. turns reports of which there may be turns at addresses.
func (o *owners) free(session string, turns func(partition int) bool) {
	for _, p := range o.held(session) {
		o.give(handover{p, turns(p)})
	}
}

// give takes a partition from its owner.
func (o *owners) give(g handover) {
	o.Of[g.partition] = ""
	delete(o.Died, g.partition)
	if g.turns {
		if o.Died == nil {
			o.Died = make(map[int]bool)
		}
		o.Died[g.partition] = true
	}
}

// anyTurns is passed to free if nothing is known about turns.
func anyTurns(int) bool { return true }

func newSession() string {
	b := make([]byte, 6)
	_, _ = rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

// join begins a session. A value that an earlier run of this machine left is replaced: its directory is locked, so it is over.
func (m *member) join(ctx context.Context) error {
	m.mu.Lock()
	s := standing{Session: newSession(), Report: m.standing.Report}
	m.mu.Unlock()
	began, value := m.now(), mustJSON(s)
	revision, err := m.engine.Live.Create(ctx, m.name, value)
	if errors.Is(err, ErrConflict) {
		var e Entry
		if e, err = m.engine.Live.Get(ctx, m.name); err == nil {
			revision, err = m.engine.Live.Update(ctx, m.name, value, e.Revision)
		}
	}
	if err != nil {
		return fmt.Errorf("join the cluster: %w", err)
	}
	err = m.changeOwners(ctx, func(o *owners) bool {
		o.free(o.Sessions[m.name], anyTurns)
		o.Sessions[m.name] = s.Session
		return true
	})
	if err != nil {
		return fmt.Errorf("join the cluster: %w", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.session, m.revision, m.renewed, m.standing = s.Session, revision, began, s
	return nil
}

// renew renews the machine's value. If another machine has declared this one dead, it loses everything that it owned.
func (m *member) renew(ctx context.Context) error {
	m.mu.Lock()
	value, revision, session := mustJSON(m.standing), m.revision, m.session
	m.mu.Unlock()
	if session == "" {
		return nil
	}
	began := m.now()
	next, err := m.engine.Live.Update(ctx, m.name, value, revision)
	lost := false
	if errors.Is(err, ErrConflict) {
		began = time.Time{}
		next, lost, err = m.resolve(ctx, session, revision)
	}
	if err != nil {
		return fmt.Errorf("renew the lease: %w", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.session != session:
	case lost:
		m.session = ""
		m.onLost()
	default:
		m.revision = next
		if began.After(m.renewed) {
			m.renewed = began
		}
	}
	return nil
}

// resolve finds out who has changed the machine's value: a renewal whose answer was lost, of which revision is the result, or another machine.
func (m *member) resolve(ctx context.Context, session string, old uint64) (revision uint64, lost bool, err error) {
	e, err := m.engine.Live.Get(ctx, m.name)
	if errors.Is(err, ErrNoKey) {
		return 0, true, nil
	}
	var s standing
	if err == nil {
		err = json.Unmarshal(e.Value, &s)
	}
	if err != nil {
		return 0, false, err
	}
	return e.Revision, e.Revision <= old || s.Session != session, nil
}

// current returns the session, "" if there is none.
func (m *member) current() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.session
}

// tell changes what the next renewal says.
func (m *member) tell(change func(*standing)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change(&m.standing)
}

// readOwners returns who owns what. The answer may be old.
func (m *member) readOwners(ctx context.Context) (o owners, revision uint64, err error) {
	e, err := m.engine.State.Get(ctx, ownersKey)
	if errors.Is(err, ErrNoKey) {
		return owners{Sessions: map[string]string{}}, 0, nil
	}
	if err == nil {
		err = json.Unmarshal(e.Value, &o)
	}
	if err != nil {
		return o, 0, fmt.Errorf("read who owns which hosts: %w", err)
	}
	if o.Sessions == nil {
		o.Sessions = map[string]string{}
	}
	return o, e.Revision, nil
}

// changeOwners changes who owns what, by compare and set. change returns false if there is nothing to change.
func (m *member) changeOwners(ctx context.Context, change func(*owners) bool) error {
	for {
		o, revision, err := m.readOwners(ctx)
		if err != nil || !change(&o) {
			return err
		}
		if revision == 0 {
			_, err = m.engine.State.Create(ctx, ownersKey, mustJSON(o))
		} else {
			_, err = m.engine.State.Update(ctx, ownersKey, mustJSON(o), revision)
		}
		if !errors.Is(err, ErrConflict) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// buryDead takes the partitions away from all machines that are dead.
func (m *member) buryDead(ctx context.Context, o *owners) error {
	for _, name := range slices.Sorted(maps.Keys(o.Sessions)) {
		dead, err := m.isDead(ctx, name, o.Sessions[name])
		if err != nil {
			return err
		}
		if !dead {
			continue
		}
		session := o.Sessions[name]
		err = m.changeOwners(ctx, func(o *owners) bool {
			if o.Sessions[name] != session {
				return false
			}
			delete(o.Sessions, name)
			o.free(session, anyTurns)
			return true
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// isDead reports whether the session of a machine is over for good.
func (m *member) isDead(ctx context.Context, name, session string) (bool, error) {
	if name == m.name {
		return false, nil
	}
	_, err := m.engine.Live.Get(ctx, name)
	if err == nil {
		return false, nil // it lives, or has a new session, which frees what the old one had
	}
	if !errors.Is(err, ErrNoKey) {
		return false, err
	}
	_, err = m.engine.Live.Create(ctx, name, mustJSON(standing{Session: "ended " + session}))
	if errors.Is(err, ErrConflict) {
		return false, nil
	}
	return err == nil, err
}

// share changes the owners so that each partition goes to the machine that should have it. It returns who owns what then.
// Partitions of another living machine stay until that machine gives them up.
func (m *member) share(ctx context.Context, give func(partitions []int) []handover) (o owners, revision uint64, err error) {
	if o, _, err = m.readOwners(ctx); err != nil {
		return o, 0, err
	}
	if err := m.buryDead(ctx, &o); err != nil {
		return o, 0, err
	}
	session := m.current()
	err = m.changeOwners(ctx, func(o *owners) (changed bool) {
		if session == "" || o.Sessions[m.name] != session {
			return false
		}
		return m.takeAndGive(o, session, give)
	})
	if err != nil {
		return o, 0, err
	}
	if o, revision, err = m.readOwners(ctx); err != nil || session == "" || o.Sessions[m.name] != session {
		return owners{}, 0, err
	}
	m.mu.Lock()
	m.owners = o.Of
	m.mu.Unlock()
	return o, revision, nil
}

// ownerOf returns the session that owned a partition when this machine last looked, and whether it is this machine's.
func (m *member) ownerOf(partition int) (session string, self bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	session = m.owners[partition]
	return session, session != "" && session == m.session
}

// takeAndGive changes the owners by what this machine takes and gives up.
func (m *member) takeAndGive(o *owners, session string, give func(partitions []int) []handover) (changed bool) {
	machines := slices.Collect(maps.Keys(o.Sessions))
	var unwanted []int
	for p, s := range o.Of {
		switch mine := preferred(p, machines) == m.name; {
		case s == "" && mine:
			o.Of[p], changed = session, true
		case s == session && !mine:
			unwanted = append(unwanted, p)
		}
	}
	for _, g := range give(unwanted) {
		o.give(g)
		changed = true
	}
	return changed
}

// leave gives up everything.
func (m *member) leave(ctx context.Context, turns func(partition int) bool) error {
	m.mu.Lock()
	session := m.session
	m.session = ""
	m.mu.Unlock()
	if session == "" {
		return nil
	}
	err := m.changeOwners(ctx, func(o *owners) bool {
		if o.Sessions[m.name] != session {
			return false
		}
		delete(o.Sessions, m.name)
		o.free(session, turns)
		return true
	})
	return errors.Join(err, m.engine.Live.Delete(ctx, m.name))
}

// allIdle reports whether every machine says that it has nothing to do, all at the same end of the log and with these owners.
func (m *member) allIdle(ctx context.Context, last, revision uint64) (bool, error) {
	o, now, err := m.readOwners(ctx)
	if err != nil || now != revision || slices.Contains(o.Of[:], "") {
		return false, err
	}
	for name, session := range o.Sessions {
		e, err := m.engine.Live.Get(ctx, name)
		if errors.Is(err, ErrNoKey) {
			return false, nil
		}
		var s standing
		if err == nil {
			err = json.Unmarshal(e.Value, &s)
		}
		if err != nil || s.Session != session || !s.Idle || s.Last != last || s.Owners != revision {
			return false, err
		}
	}
	return true, nil
}

// mustJSON encodes a value of this package.
func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // all values can be encoded
	}
	return b
}
