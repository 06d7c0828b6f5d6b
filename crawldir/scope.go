package crawldir

import (
	"errors"
	"fmt"

	"gannet/crawler/scope"
	"gannet/internal/weburl"
	"gannet/store"
)

// scopeKey is the key of the scope.Rules in the store's meta data.
const scopeKey = "scope"

// ErrOutOfScope says that the scope of a crawl allows none of its seeds.
var ErrOutOfScope = errors.New("no seed is in the scope of the crawl")

// heldRules returns the rules of the last run. They are empty if it had none.
func heldRules(db store.Reader) (r scope.Rules, err error) {
	_, err = db.Meta(scopeKey, &r)
	return r, err
}

// Rules returns the rules that say which links the crawl follows. The rules are empty if the crawl follows all links.
func (r *Reader) Rules() (scope.Rules, error) { return heldRules(r.Store) }

// openScope determines which links this run may follow: by the options, and else by the rules of the last run.
func (c *Crawl) openScope() error {
	held, err := heldRules(c.store)
	if err != nil {
		return err
	}
	asked := c.o.Scope
	if asked.Seeds == nil {
		asked.Seeds = hostsOf(c.o.Topic.Seeds)
	}
	c.rules = asked.Over(held)
	if c.scope, err = scope.New(c.rules); err != nil {
		return &OptionError{err}
	}
	c.told.scope.Store(c.scope)
	switch now := c.rules.String(); {
	case held.Empty():
	case now == held.String():
		c.log.Info("the scope is that of the last run", "scope", now)
	default:
		c.log.Info("the scope has changed, and holds for links that wait, too", "scope", now, "before", held.String())
	}
	return c.leaveOutSeeds()
}

// hostsOf returns the hosts of seeds. Seeds that are no URLs are reported when they are pushed.
func hostsOf(seeds []string) (hosts []string) {
	for _, seed := range seeds {
		if url, err := weburl.Canonical(seed); err == nil {
			hosts = append(hosts, weburl.Host(url))
		}
	}
	return hosts
}

// leaveOutSeeds takes seeds that are out of scope from the topic, and warns of them. At least one has to remain.
func (c *Crawl) leaveOutSeeds() error {
	t := *c.o.Topic
	t.Seeds = nil
	var first, why string
	for _, seed := range c.o.Topic.Seeds {
		url, err := weburl.Canonical(seed)
		if err != nil {
			t.Seeds = append(t.Seeds, seed)
			continue
		}
		if rule := c.scope.Page(url, 0); rule == "" {
			t.Seeds = append(t.Seeds, seed)
		} else if first == "" {
			first, why = url, rule
		}
	}
	out := len(c.o.Topic.Seeds) - len(t.Seeds)
	switch {
	case out == 0:
		return nil
	case len(t.Seeds) == 0:
		return &OptionError{fmt.Errorf("%w: %s is %s", ErrOutOfScope, first, why)}
	}
	c.log.Warn("seeds out of scope are left out", "seeds", out, "first", first, "why", why)
	c.o.Topic = &t
	return nil
}

// keepScope keeps the rules for later runs and for readers. A crawl that never had any keeps nothing.
func (c *Crawl) keepScope() error {
	held, err := heldRules(c.store)
	if err != nil || held.Empty() && c.rules.Empty() {
		return err
	}
	return c.store.SetMeta(scopeKey, c.rules)
}
