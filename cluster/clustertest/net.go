// Package clustertest has what tests of package cluster share: an Engine in memory whose network fails as told, and a suite that every
// Engine must pass. In a bubble of testing/synctest all of it runs in virtual time.
package clustertest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"gannet/cluster"
)

// Faults says how often the simulated network loses, delays and repeats messages. The zero value is a network without faults.
type Faults struct {
	Lose   float64       // share of questions that are lost, and again of answers
	Repeat float64       // share of questions that arrive twice
	Delay  time.Duration // longest way
	Idle   float64       // share of looks into the log that show nothing, though something is there
}

// Net simulates, in memory, the servers of a cluster and the network between them and the machines. Make it with New.
type Net struct {
	faults Faults
	ttl    time.Duration  // of the values of Live
	told   sync.WaitGroup // messages under way

	mu     sync.Mutex // guards the fields below
	random *rand.Rand
	cut    map[string]bool // machines without network
	links  messages
	kept   messages
	live   map[string]value
	state  map[string]value
	number uint64 // of the latest revision
	serves map[string][]*served
	watch  func(machine string, what Change)
}

// Change is something that a machine does to the simulated log of links: it appends a message, or removes messages.
type Change struct {
	Partition int
	Body      []byte // of the message that is appended
	Purge     uint64 // the messages up to this one are removed; 0: a message is appended
	Done      bool   // the servers have done it, and their answer is on its way
}

type value struct {
	cluster.Entry
	written time.Time
}

type served struct {
	machine string
	answer  func([]byte) []byte
}

// New returns simulated servers without data. A value in the table Live expires when its machine has not renewed it for ttl.
func New(seed uint64, ttl time.Duration, f Faults) *Net {
	return &Net{
		faults: f, ttl: ttl, random: rand.New(rand.NewPCG(seed, 1)), cut: make(map[string]bool),
		links: messages{ids: make(map[string]uint64)}, kept: messages{ids: make(map[string]uint64)},
		live: make(map[string]value), state: make(map[string]value), serves: make(map[string][]*served),
	}
}

// Engine returns the logs, tables and calls through which the named machine reaches the simulated servers.
func (n *Net) Engine(machine string) cluster.Engine {
	p := port{n, machine}
	return cluster.Engine{Log: &logOf{p, &n.links}, Kept: &logOf{p, &n.kept}, Live: &tableOf{p, n.live, n.ttl}, State: &tableOf{p, n.state, 0}, Calls: (*callsOf)(&p)}
}

// Cut disconnects a machine from the simulated network if cut is true, and connects it again if cut is false.
func (n *Net) Cut(machine string, cut bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.cut[machine] = cut
}

// Watch makes the Net call f before and after every change of the log of links. To simulate a failure at that moment, f may block or call Cut.
func (n *Net) Watch(f func(machine string, what Change)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.watch = f
}

// Bodies returns the message bodies of a partition of the log: now has those that are in the log, and ever also has those that were
// removed.
func (n *Net) Bodies(partition int) (now, ever [][]byte) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return bodiesOf(n.links.log, partition), bodiesOf(n.links.ever, partition)
}

func bodiesOf(log []cluster.Message, partition int) (list [][]byte) {
	for _, m := range log {
		if m.Partition == partition {
			list = append(list, m.Body)
		}
	}
	return list
}

var errNetwork = errors.New("clustertest: the network has lost it")

// port is the network of one machine.
type port struct {
	net     *Net
	machine string
}

// roll decides by the odds.
func (p *port) roll(odds float64) bool {
	p.net.mu.Lock()
	defer p.net.mu.Unlock()
	return p.net.random.Float64() < odds
}

// travel waits as long as a way takes. It fails if what travels is lost.
func (p *port) travel(ctx context.Context) error {
	p.net.mu.Lock()
	way, lost := time.Duration(p.net.random.Float64()*float64(p.net.faults.Delay)), p.net.random.Float64() < p.net.faults.Lose
	p.net.mu.Unlock()
	if way > 0 {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(way):
		}
	}
	p.net.mu.Lock()
	cut := p.net.cut[p.machine]
	p.net.mu.Unlock()
	if !lost && !cut {
		return nil
	}
	select { // nobody says that something was lost
	case <-ctx.Done():
	case <-time.After(time.Second):
	}
	return errNetwork
}

// question takes a question to the servers, has them do it while n.mu is held, and takes the answer back.
func (p *port) question(ctx context.Context, do func() error) error {
	return p.questionThen(ctx, do, func() {})
}

func (p *port) questionThen(ctx context.Context, do func() error, done func()) error {
	if err := p.travel(ctx); err != nil {
		return err
	}
	twice := p.roll(p.net.faults.Repeat)
	p.net.mu.Lock()
	err := do()
	if twice {
		_ = do() // its answer goes nowhere
	}
	p.net.mu.Unlock()
	done()
	if back := p.travel(ctx); back != nil {
		return back
	}
	return err
}

// tableOf is a table. Its values vanish after ttl, unless that is 0.
type tableOf struct {
	port
	values map[string]value
	ttl    time.Duration
}

func (t *tableOf) get(key string) (value, bool) {
	v, ok := t.values[key]
	return v, ok && (t.ttl == 0 || time.Since(v.written) < t.ttl)
}

func (t *tableOf) put(key string, body []byte) uint64 {
	t.net.number++
	t.values[key] = value{cluster.Entry{Value: body, Revision: t.net.number}, time.Now()}
	return t.net.number
}

// Get implements cluster.Table: it returns the value of a key.
func (t *tableOf) Get(ctx context.Context, key string) (e cluster.Entry, err error) {
	err = t.question(ctx, func() error {
		v, ok := t.get(key)
		if !ok {
			return cluster.ErrNoKey
		}
		e = v.Entry
		return nil
	})
	return e, err
}

// Create implements cluster.Table: it stores a value under a new key.
func (t *tableOf) Create(ctx context.Context, key string, body []byte) (revision uint64, err error) {
	err = t.question(ctx, func() error {
		if _, ok := t.get(key); ok {
			return fmt.Errorf("%w: create %s", cluster.ErrConflict, key)
		}
		revision = t.put(key, body)
		return nil
	})
	return revision, err
}

// Update implements cluster.Table: it replaces the value of a key, unless it has changed meanwhile.
func (t *tableOf) Update(ctx context.Context, key string, body []byte, revision uint64) (next uint64, err error) {
	err = t.question(ctx, func() error {
		if v, ok := t.get(key); !ok || v.Revision != revision {
			return fmt.Errorf("%w: update %s", cluster.ErrConflict, key)
		}
		next = t.put(key, body)
		return nil
	})
	return next, err
}

// Delete implements cluster.Table: it deletes a key.
func (t *tableOf) Delete(ctx context.Context, key string) error {
	return t.question(ctx, func() error { delete(t.values, key); return nil })
}

// callsOf are the questions of machines to each other.
type callsOf port

// Serve implements cluster.Calls: it answers questions that are sent to a name.
func (c *callsOf) Serve(name string, answer func([]byte) []byte) (stop func(), err error) {
	c.net.mu.Lock()
	defer c.net.mu.Unlock()
	s := &served{c.machine, answer}
	c.net.serves[name] = append(c.net.serves[name], s)
	return func() {
		c.net.mu.Lock()
		defer c.net.mu.Unlock()
		c.net.serves[name] = slices.DeleteFunc(slices.Clone(c.net.serves[name]), func(other *served) bool { return other == s })
	}, nil
}

// deliver has the machines answer that serve a name and can be reached.
func (c *callsOf) deliver(name string, question []byte) (answer []byte, err error) {
	err = errNetwork
	for _, s := range c.reached(name) {
		answer, err = s.answer(question), nil
	}
	return answer, err
}

// reached returns who serves a name and can be reached.
func (c *callsOf) reached(name string) (list []*served) {
	c.net.mu.Lock()
	defer c.net.mu.Unlock()
	for _, s := range c.net.serves[name] {
		if !c.net.cut[s.machine] {
			list = append(list, s)
		}
	}
	return list
}

// Ask implements cluster.Calls: it sends a question to a name and returns the answer.
func (c *callsOf) Ask(ctx context.Context, name string, question []byte) (answer []byte, err error) {
	p := (*port)(c)
	if err := p.travel(ctx); err != nil {
		return nil, err
	}
	if p.roll(c.net.faults.Repeat) {
		go func() { // the second one takes another way
			if p.travel(context.Background()) == nil {
				_, _ = c.deliver(name, question)
			}
		}()
	}
	if answer, err = c.deliver(name, question); err != nil {
		return nil, err
	}
	return answer, p.travel(ctx)
}

// Settle waits until all messages that are under way have arrived. A test in virtual time must call it last, because time stands still once
// the test's own goroutine has returned.
func (n *Net) Settle() { n.told.Wait() }

// Tell implements cluster.Calls: it sends a message to a name without an answer.
func (c *callsOf) Tell(name string, message []byte) error {
	c.net.told.Go(func() {
		if (*port)(c).travel(context.Background()) == nil {
			_, _ = c.deliver(name, message)
		}
	})
	return nil
}
