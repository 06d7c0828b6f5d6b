package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Report is what a machine publishes about its own part of the crawl.
type Report struct {
	Pages  int           `json:"pages"`  // fetched since it joined
	Queued int           `json:"queued"` // links; those of hosts that were its own before count, too
	Hosts  int           `json:"hosts"`
	Lag    time.Duration `json:"lag"` // since it last had read all that the log had for it
}

// Status is the state of a crawl on several machines, as the servers know it.
type Status struct {
	Terms    Terms           `json:"terms"`
	Machines []MachineStatus `json:"machines"` // by name
	Free     int             `json:"free"`     // partitions without an owner
	Resting  int             `json:"resting"`  // partitions whose last owner has died: their addresses rest or have rested
	Given    int             `json:"given"`    // pages of the budget that machines have taken
	Log      Extent          `json:"log"`
	Kept     Extent          `json:"kept"` // of the log of what machines have kept
}

// MachineStatus is the state of one machine, as the servers know it.
type MachineStatus struct {
	Name       string `json:"name"`
	Partitions int    `json:"partitions"`
	Silent     bool   `json:"silent,omitempty"` // its lease is over: others will take its partitions
	Report
}

// Look reads from the servers the state of a crawl on several machines. The crawl need not be running.
func Look(ctx context.Context, e Engine) (*Status, error) {
	s := new(Status)
	entry, err := e.State.Get(ctx, termsKey)
	if errors.Is(err, ErrNoKey) {
		return nil, errors.New("no machine has begun this crawl")
	}
	if err == nil {
		err = json.Unmarshal(entry.Value, &s.Terms)
	}
	if err != nil {
		return nil, fmt.Errorf("read the terms of the crawl: %w", err)
	}
	o, _, err := (&member{engine: e}).readOwners(ctx)
	if err != nil {
		return nil, err
	}
	for p, session := range o.Of {
		if session == "" {
			s.Free++
		}
		if o.Died[p] {
			s.Resting++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.Sessions)) {
		m, err := lookAt(ctx, e, name, o.Sessions[name])
		if err != nil {
			return nil, err
		}
		m.Partitions = len(o.held(o.Sessions[name]))
		s.Machines = append(s.Machines, m)
	}
	if s.Given, err = (&Budget{State: e.State}).given(ctx); err != nil {
		return nil, fmt.Errorf("read the budget: %w", err)
	}
	if s.Log, err = e.Log.Extent(ctx); err != nil {
		return nil, err
	}
	s.Kept, err = e.Kept.Extent(ctx)
	return s, err
}

// lookAt returns what a machine says.
func lookAt(ctx context.Context, e Engine, name, session string) (MachineStatus, error) {
	m := MachineStatus{Name: name}
	entry, err := e.Live.Get(ctx, name)
	var said standing
	switch {
	case errors.Is(err, ErrNoKey):
		m.Silent = true
		return m, nil
	case err == nil:
		err = json.Unmarshal(entry.Value, &said)
	}
	m.Report, m.Silent = said.Report, said.Session != session
	return m, err
}

// report publishes the progress of this machine.
func (n *Node) report() {
	stats := n.links.Stats()
	r := Report{Pages: int(n.links.pages.Load()), Queued: stats.Queued, Hosts: stats.Hosts}
	if at := n.readAll.Load(); at != nil {
		r.Lag = max(n.now().Sub(*at), 0)
	}
	n.member.tell(func(s *standing) { s.Report = r })
}
