package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Verb names what a command to a running crawl does, such as "pause".
type Verb string

// These verbs name the commands to a running crawl. A command with Block or a later verb needs values, such as the hosts to be blocked.
const (
	Pause  Verb = "pause"  // make no request until Resume
	Resume Verb = "resume" // end a pause
	// Stop ends the crawl in an orderly way, as an interrupt signal does.
	Stop Verb = "stop"
	// Block stops requests to the given hosts and the hosts below them. Their links stay in the queue.
	Block Verb = "block"
	// Unblock ends a Block of the given hosts.
	Unblock Verb = "unblock"
	// Exclude makes the crawl drop links that match the given patterns, when their turn comes.
	Exclude Verb = "exclude"
	// Allow removes the given patterns of an Exclude. Links that were already dropped stay dropped.
	Allow Verb = "allow"
	// Seed adds the given URLs to the seeds of the crawl.
	Seed Verb = "seed"
	// Budget changes budgets, given as NAME=VALUE with one of the names pages, time, per-day and delay.
	Budget Verb = "budget"
)

// Verbs returns the verbs of all commands, in a fixed order: Pause first, Budget last.
func Verbs() []Verb { return []Verb{Pause, Resume, Stop, Block, Unblock, Exclude, Allow, Seed, Budget} }

// verbList returns the verbs as a sentence lists them.
func verbList() string {
	var names []string
	for _, v := range Verbs() {
		names = append(names, string(v))
	}
	return strings.Join(names, ", ")
}

// TakesValues reports whether a command with this verb needs values, as Block does. Commands with other verbs, such as Pause, must not have
// any.
func (v Verb) TakesValues() bool { return slices.Index(Verbs(), v) > 2 }

// These are the names of the budgets that a command to a running crawl can change. They are also flags of `gannet crawl`.
const (
	BudgetPages  = "pages"
	BudgetTime   = "time"
	BudgetPerDay = "per-day"
	BudgetDelay  = "delay"
)

// Budgets returns the names of all budgets that a command can change.
func Budgets() []string { return []string{BudgetPages, BudgetTime, BudgetPerDay, BudgetDelay} }

// A Command changes what a running crawl does: it is a verb with its values, such as Block with a host. It is carried out completely or not
// at all.
type Command struct {
	Verb   Verb     `json:"verb"`
	Values []string `json:"values,omitempty"`
}

// Done is the response of the crawl to a command that was carried out.
type Done struct {
	Sentence string `json:"sentence"` // what has changed
}

// ErrCommand says that the crawl refused a command, and that nothing has changed.
var ErrCommand = errors.New("nothing is changed")

// Controls has the commands that users have given to a crawl, and the budgets in force.
type Controls struct {
	Blocked  []string          `json:"blocked"`
	Waiting  int               `json:"waiting"` // links of blocked hosts, if the crawl runs
	Excluded []Excluded        `json:"excluded"`
	Seeds    []string          `json:"seeds"`   // that were added while the crawl ran
	Budgets  map[string]string `json:"budgets"` // by name, as flags; what is missing is unknown
	// LeastDelay is the shortest delay that a user may choose while the crawl runs; "" if it rests.
	LeastDelay string   `json:"least_delay,omitempty"`
	Log        []Logged `json:"log"` // the latest commands, the newest first
}

// Excluded is a pattern of URLs whose links the crawl drops, because a user has excluded it.
type Excluded struct {
	Pattern string `json:"pattern"`
	Links   int64  `json:"links"` // that this run has left out by it, waiting ones when their turn came
}

// Logged is a command that a crawl has carried out, with its time.
type Logged struct {
	Time time.Time `json:"time"`
	Command
}

// mostCommand is how long the body of a command may be.
const mostCommand = 1 << 20

func (h *handler) control(r *http.Request) (any, error) {
	c := Command{Verb: Verb(r.PathValue("verb"))}
	var err error
	if c.Values, err = readValues(http.MaxBytesReader(nil, r.Body, mostCommand)); err != nil {
		return nil, err
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	if h.Control == nil {
		return nil, ErrAtRest
	}
	return h.Control(c)
}

// readValues reads the body of a command, which may be empty.
func readValues(from io.Reader) ([]string, error) {
	d := json.NewDecoder(from)
	d.DisallowUnknownFields()
	var body struct {
		Values []string `json:"values"`
	}
	err := d.Decode(&body)
	if err == nil {
		_, err = d.Token() // nothing else may follow
	}
	if long, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, &Refusal{"too long", http.StatusRequestEntityTooLarge, fmt.Errorf("the body has more than %d bytes: send several commands", long.Limit)}
	}
	if !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf(`%w: the body is no {"values": [...]}: %w`, errBadRequest, cmp.Or(err, errMore))
	}
	return body.Values, nil
}

var errMore = errors.New("something follows it")

// Check returns an error if a command is invalid for every crawl, for example because its verb is unknown.
func (c Command) Check() error {
	switch {
	case !slices.Contains(Verbs(), c.Verb):
		return fmt.Errorf("%w: a crawl cannot be told to %q: the verbs are %s", ErrCommand, c.Verb, verbList())
	case c.Verb.TakesValues() && len(c.Values) == 0:
		return fmt.Errorf("%w: %s needs a value: %s", ErrCommand, c.Verb, valuesOf[c.Verb])
	case !c.Verb.TakesValues() && len(c.Values) > 0:
		return fmt.Errorf("%w: %s takes no value: leave %q out", ErrCommand, c.Verb, c.Values[0])
	}
	return nil
}

// valuesOf says what values a verb takes.
var valuesOf = map[Verb]string{
	Block: "give hosts such as example.org", Unblock: "give hosts that are blocked", Exclude: "give patterns such as */tag/*",
	Allow: "give patterns that are excluded", Seed: "give URLs", Budget: "give budgets such as pages=5000 or delay=2s",
}

func (h *handler) controls(*http.Request) (any, error) {
	if h.Controls == nil {
		return nil, errNoAnswer
	}
	return h.Controls()
}
