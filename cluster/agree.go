package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"
)

// Terms maps the name of a term, such as the version, the topic or the strategy, to its value. All machines of a crawl must have equal Terms.
type Terms map[string]string

// VersionTerm is the name of the term with the version of the program. Agree compares it first, because with another version all other terms
// may differ.
const VersionTerm = "version"

const termsKey = "terms"

// joinWait is how long a machine tries to join while the servers do not answer. After the loss of a server the others need some seconds to elect
// leaders.
const joinWait = 30 * time.Second

// patiently tries until it succeeds, the machine cannot join, or joinWait is over.
func patiently(ctx context.Context, try func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, joinWait)
	defer cancel()
	for {
		err := try(ctx)
		if _, differs := errors.AsType[*TermError](err); err == nil || differs {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(joinWait / 100):
		}
	}
}

// Agree checks that this machine has the same terms as the other machines of the crawl. The first machine stores its terms on the servers;
// every other one compares its own terms with these, and gets a *TermError that names the first difference.
func Agree(ctx context.Context, e Engine, terms Terms) error {
	return patiently(ctx, func(ctx context.Context) error { return agree(ctx, e, terms) })
}

func agree(ctx context.Context, e Engine, terms Terms) error {
	_, err := e.State.Create(ctx, termsKey, mustJSON(terms))
	if !errors.Is(err, ErrConflict) {
		return err
	}
	entry, err := e.State.Get(ctx, termsKey)
	var first Terms
	if err == nil {
		err = json.Unmarshal(entry.Value, &first)
	}
	if err != nil {
		return fmt.Errorf("read the terms of the cluster's crawl: %w", err)
	}
	for _, name := range append([]string{VersionTerm}, slices.Sorted(maps.Keys(terms))...) {
		if first[name] != terms[name] {
			return &TermError{name, first[name], terms[name]}
		}
	}
	return nil
}

// TermError says that this machine cannot join the crawl, because one of its terms differs from that of the other machines.
type TermError struct{ Name, Theirs, Ours string }

func (e *TermError) Error() string {
	if e.Name == VersionTerm {
		return fmt.Sprintf("this machine cannot join the cluster's crawl: its gannet is of cluster version %s, and that of the crawl is %s: run the same gannet on all machines", e.Ours, e.Theirs)
	}
	return fmt.Sprintf("this machine cannot join the cluster's crawl: its %s is %s, and that of the crawl is %s", e.Name, e.Ours, e.Theirs)
}

// Budget distributes the page budget of a crawl among its machines, in blocks. The crawl never fetches more pages than the budget, because
// the rest of a block is lost if its machine dies. Budget implements crawler.Allowance.
type Budget struct {
	State Table
	Total int
	Wait  time.Duration // for an answer

	mu    sync.Mutex // guards spent
	spent bool
}

const budgetKey = "budget"

// given is the value of budgetKey.
type given struct {
	Pages int `json:"pages"`
}

// block is how many pages are given at once.
func (b *Budget) block() int { return min(max(b.Total/100, 1), 100) }

// More reserves a further block of the page budget for this machine and returns its number of pages, or 0 if the servers do not answer. spent
// is true if machines have reserved the whole budget.
func (b *Budget) More() (pages int, spent bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.spent {
		return 0, true
	}
	ctx, cancel := context.WithTimeout(context.Background(), b.Wait)
	defer cancel()
	err := b.change(ctx, func(g *given) {
		pages = min(b.block(), b.Total-g.Pages)
		g.Pages += pages
	})
	if err != nil {
		return 0, false
	}
	b.spent = pages <= 0
	return max(pages, 0), b.spent
}

// Return gives pages back to the budget that this machine has reserved but not stored.
func (b *Budget) Return(ctx context.Context, pages int) error {
	if pages <= 0 {
		return nil
	}
	return b.change(ctx, func(g *given) { g.Pages -= pages })
}

// given returns how many pages machines have taken.
func (b *Budget) given(ctx context.Context) (int, error) {
	var g given
	e, err := b.State.Get(ctx, budgetKey)
	if errors.Is(err, ErrNoKey) {
		return 0, nil
	}
	if err == nil {
		err = json.Unmarshal(e.Value, &g)
	}
	return g.Pages, err
}

func (b *Budget) change(ctx context.Context, change func(*given)) error {
	for {
		var g given
		e, err := b.State.Get(ctx, budgetKey)
		if err == nil {
			err = json.Unmarshal(e.Value, &g)
		}
		if err != nil && !errors.Is(err, ErrNoKey) {
			return err
		}
		change(&g)
		if e.Revision == 0 {
			_, err = b.State.Create(ctx, budgetKey, mustJSON(g))
		} else {
			_, err = b.State.Update(ctx, budgetKey, mustJSON(g), e.Revision)
		}
		if !errors.Is(err, ErrConflict) {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}
