package crawldir

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gannet/crawldir/api"
	"gannet/crawler/scope"
	"gannet/internal/weburl"
)

// changeRules returns a change of the rules for links. c.told.mu is held.
func (c *Crawl) changeRules(r scope.Rules, sentence func() string) (change, error) {
	s, err := scope.New(r)
	if err != nil {
		return change{}, fmt.Errorf("%w: %w", api.ErrCommand, err)
	}
	return change{rules: &r, scope: s, sentence: sentence, apply: func() error {
		c.told.rules = r
		c.told.scope.Store(s)
		c.crawl.Block(s.Blocks)
		return nil
	}}, nil
}

// added returns a list with those values appended that it does not contain yet.
func added(list, values []string) []string {
	list = slices.Clone(list)
	for _, v := range values {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// without returns a list without some values, all of which it must contain. what names the kind of value in the error.
func without(list, values []string, what string) ([]string, error) {
	for _, v := range values {
		if slices.Contains(list, v) {
			continue
		}
		if len(list) == 0 {
			return nil, fmt.Errorf("%w: %s is not %s, and nothing else is", api.ErrCommand, v, what)
		}
		return nil, fmt.Errorf("%w: %s is not %s: give some of %s", api.ErrCommand, v, what, strings.Join(list, ", "))
	}
	return slices.DeleteFunc(slices.Clone(list), func(v string) bool { return slices.Contains(values, v) }), nil
}

// canonicalHosts returns hosts as rules name them.
func canonicalHosts(values []string) (hosts []string, err error) {
	for _, v := range values {
		host, err := scope.CanonicalHost(v)
		if err != nil {
			return nil, err
		}
		hosts = append(hosts, host)
	}
	return hosts, nil
}

func (c *Crawl) block(values []string) (change, error) {
	hosts, err := canonicalHosts(values)
	if err != nil {
		return change{}, fmt.Errorf("%w: %w", api.ErrCommand, err)
	}
	r := c.told.rules
	r.Block = added(r.Block, hosts)
	return c.changeRules(r, func() string {
		return fmt.Sprintf("blocked: %s; links that wait for blocked hosts: %d", strings.Join(hosts, ", "), c.frontier.Held().Links)
	})
}

func (c *Crawl) unblock(values []string) (change, error) {
	hosts, err := canonicalHosts(values)
	if err != nil {
		return change{}, fmt.Errorf("%w: %w", api.ErrCommand, err)
	}
	r := c.told.rules
	if r.Block, err = without(r.Block, hosts, "blocked"); err != nil {
		return change{}, err
	}
	return c.changeRules(r, func() string { return "no longer blocked: " + strings.Join(hosts, ", ") })
}

func (c *Crawl) exclude(values []string) (change, error) {
	r := c.told.rules
	r.Exclude = added(r.Exclude, values)
	return c.changeRules(r, func() string {
		return "excluded: " + strings.Join(values, ", ") + "; links that wait are dropped when their turn comes"
	})
}

func (c *Crawl) allow(values []string) (change, error) {
	r, err := c.told.rules, error(nil)
	if r.Exclude, err = without(r.Exclude, values, "excluded"); err != nil {
		return change{}, err
	}
	return c.changeRules(r, func() string {
		return "no longer excluded: " + strings.Join(values, ", ") + "; links that were dropped stay dropped"
	})
}

func (c *Crawl) addSeeds(values []string) (change, error) {
	r := c.told.rules
	var urls []string
	for _, v := range values {
		url, err := weburl.Canonical(v)
		if err != nil {
			if errors.Is(err, weburl.ErrInvalid) { // its text speaks of the URL standard
				err = weburl.ErrInvalid
			}
			return change{}, fmt.Errorf("%w: %s: %w: give a URL such as https://example.org/jobs", api.ErrCommand, weburl.Redact(v), err)
		}
		urls = append(urls, url)
	}
	r.Seeds = added(r.Seeds, hostsOf(urls))
	todo, err := c.changeRules(r, func() string { return "seeds: " + strings.Join(urls, ", ") })
	if err != nil {
		return change{}, err
	}
	if err := checkNewSeeds(todo.scope, urls); err != nil {
		return change{}, err
	}
	obey := todo.apply
	todo.seeds, todo.apply = urls, func() error { return errors.Join(obey(), c.crawl.Seed(urls)) }
	return todo, nil
}

// checkNewSeeds returns an error if the scope excludes one of the seeds.
func checkNewSeeds(s *scope.Scope, urls []string) error {
	for _, url := range urls {
		if rule := s.Page(url, 0); rule != "" {
			return fmt.Errorf("%w: %s is %s: change the rule first", api.ErrCommand, url, rule)
		}
		if s.Blocks(weburl.Host(url)) {
			return fmt.Errorf("%w: %s is of a blocked host: unblock it first", api.ErrCommand, url)
		}
	}
	return nil
}
