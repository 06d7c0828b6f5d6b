package crawldir

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gannet/crawldir/api"
	"gannet/crawler"
	"gannet/crawler/reason"
	"gannet/crawler/scope"
	"gannet/frontier"
	"gannet/store"
)

// controlsKey is the key of keptControls in the store's meta data.
const controlsKey = "controls"

// keptControls are the stored commands of users, apart from rules and settings.
type keptControls struct {
	Seeds []string     `json:"seeds,omitempty"` // that were added
	Log   []api.Logged `json:"log"`             // the latest commands, the newest last
}

// mostLogged is how many commands are kept.
const mostLogged = 100

// told has the commands that users have given to the running crawl.
type told struct {
	scope liveScope

	mu       sync.Mutex // guards the fields below, and lets one command through at a time
	rules    scope.Rules
	settings *Settings
	kept     keptControls
	budgets  map[string]string
	least    time.Duration // no shorter delay may be chosen
	spent    time.Duration // of the time budget, before the crawl began
}

// liveScope is the scope of a crawl, which a command changes.
type liveScope struct{ atomic.Pointer[scope.Scope] }

// Page implements crawler.Scope: it returns the rule that excludes a page from the crawl, or "" if none does.
func (l *liveScope) Page(url string, depth int) (rule string) { return l.Load().Page(url, depth) }

// Sitemap implements crawler.Scope: it returns the rule that excludes a sitemap from the crawl, or "" if none does.
func (l *liveScope) Sitemap(url string) (rule string) { return l.Load().Sitemap(url) }

// readyControl makes the crawl ready for commands. limit is its time budget, of which learning the topic has already been subtracted.
func (c *Crawl) readyControl(limit time.Duration) error {
	t := &c.told
	t.rules, t.settings = c.rules, c.o.Settings
	t.least = min(frontier.DefaultOptions().Delay, c.o.Frontier.Delay)
	if limit != crawler.NoLimit {
		t.spent = c.o.Limits.Time - limit
	}
	t.budgets = map[string]string{
		api.BudgetPages: limitText(c.o.Limits.Pages), api.BudgetTime: timeText(c.o.Limits.Time), api.BudgetDelay: c.o.Frontier.Delay.String(),
	}
	if r := c.o.Revisit; r != nil {
		t.budgets[api.BudgetPerDay] = limitText(r.PerDay)
	}
	if _, err := c.store.Meta(controlsKey, &t.kept); err != nil {
		return err
	}
	c.assembled.Store(c.crawl)
	return nil
}

// seeds returns the seeds that were added.
func (t *told) seeds() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.kept.Seeds
}

// keepControl stores a command and its effects for the next run, before the command is obeyed. c.told.mu is held.
func (c *Crawl) keepControl(command api.Command, todo change) error {
	t := &c.told
	kept := keptControls{Seeds: slices.Clip(t.kept.Seeds), Log: slices.Clip(t.kept.Log)}
	for _, url := range todo.seeds {
		if !slices.Contains(kept.Seeds, url) {
			kept.Seeds = append(kept.Seeds, url)
		}
	}
	kept.Log = append(kept.Log, api.Logged{Time: time.Now().UTC().Round(time.Second), Command: command})
	kept.Log = kept.Log[max(0, len(kept.Log)-mostLogged):]
	if todo.rules != nil {
		if err := c.store.SetMeta(scopeKey, *todo.rules); err != nil {
			return err
		}
	}
	if err := c.keepChangedSettings(todo.settings); err != nil {
		return err
	}
	if err := c.store.SetMeta(controlsKey, kept); err != nil {
		return err
	}
	t.kept = kept
	return nil
}

// keepChangedSettings keeps settings that a command changes, as if they were given to this run.
func (c *Crawl) keepChangedSettings(changed map[string]string) error {
	if len(changed) == 0 || c.told.settings == nil {
		return nil
	}
	s := &Settings{Values: maps.Clone(c.told.settings.Values), Secret: c.told.settings.Secret}
	for name, value := range changed {
		s.Values[name] = []string{value}
	}
	c.told.settings = s
	return c.store.SetMeta(settingsKey, s)
}

// controls returns the commands that users gave the crawl.
func (c *Crawl) controls() (*api.Controls, error) {
	crawl := c.assembled.Load()
	if crawl == nil {
		return nil, errNotOpen
	}
	c.told.mu.Lock()
	defer c.told.mu.Unlock()
	t, p := &c.told, crawl.Progress()
	a := controlsOf(t.rules, t.kept)
	a.Budgets, a.Waiting, a.LeastDelay = maps.Clone(t.budgets), p.Blocked, t.least.String()
	for i, e := range a.Excluded {
		a.Excluded[i].Links = p.Reasons[string(reason.OutOfScope)+"exclude "+e.Pattern]
	}
	return a, nil
}

// heldControls returns the commands stored for a crawl that no process runs.
func heldControls(db store.Reader) (*api.Controls, error) {
	rules, err := heldRules(db)
	if err != nil {
		return nil, err
	}
	var kept keptControls
	if _, err := db.Meta(controlsKey, &kept); err != nil {
		return nil, err
	}
	a := controlsOf(rules, kept)
	s, err := heldSettings(db)
	if err != nil || s == nil {
		return a, err
	}
	for _, name := range api.Budgets() {
		if v := s.Values[name]; len(v) > 0 {
			a.Budgets[name] = strings.Join(v, ",")
		}
	}
	return a, nil
}

// controlsOf combines rules and stored commands.
func controlsOf(rules scope.Rules, kept keptControls) *api.Controls {
	a := &api.Controls{
		Blocked: slices.Concat([]string{}, rules.Block), Excluded: []api.Excluded{}, Seeds: slices.Concat([]string{}, kept.Seeds),
		Budgets: make(map[string]string), Log: slices.Concat([]api.Logged{}, kept.Log),
	}
	for _, p := range rules.Exclude {
		a.Excluded = append(a.Excluded, api.Excluded{Pattern: p})
	}
	slices.Reverse(a.Log)
	return a
}
