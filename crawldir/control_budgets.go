package crawldir

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"gannet/crawldir/api"
	"gannet/crawler"
)

// noBudget is the word for a budget without a limit, as on the command line.
const noBudget = "none"

// limitText writes a limit. The values 0 and crawler.NoLimit mean that there is none.
func limitText(n int) string {
	if n <= 0 {
		return noBudget
	}
	return strconv.Itoa(n)
}

func timeText(d time.Duration) string {
	if d == crawler.NoLimit {
		return noBudget
	}
	return d.String()
}

// changeBudgets returns the change of budgets, each as NAME=VALUE. c.told.mu is held.
func (c *Crawl) changeBudgets(values []string) (change, error) {
	settings := make(map[string]string)
	var list []func()
	for _, v := range values {
		name, text, _ := strings.Cut(v, "=")
		apply, err := c.changeBudget(name, text)
		if err != nil {
			return change{}, fmt.Errorf("%w: %s: %w", api.ErrCommand, name, err)
		}
		list, settings[name] = append(list, apply), text
	}
	c.raiseMaxDelay(settings)
	return change{
		settings: settings,
		sentence: func() string { return "budgets: " + strings.Join(values, ", ") },
		apply: func() error {
			for _, apply := range list {
				apply()
			}
			maps.Copy(c.told.budgets, settings)
			delete(c.told.budgets, maxDelaySetting)
			return nil
		},
	}, nil
}

// maxDelaySetting is the name of the setting for the longest pause of a host.
const maxDelaySetting = "max-delay"

// raiseMaxDelay also raises the setting for the longest pause if the new delay is longer, so that the next run accepts both.
func (c *Crawl) raiseMaxDelay(settings map[string]string) {
	if c.told.settings == nil || settings[api.BudgetDelay] == "" || len(c.told.settings.Values[maxDelaySetting]) == 0 {
		return
	}
	d, _ := time.ParseDuration(settings[api.BudgetDelay])
	if most, err := time.ParseDuration(c.told.settings.Values[maxDelaySetting][0]); err == nil && most < d {
		settings[maxDelaySetting] = d.String()
	}
}

// changeBudget returns what changes a budget.
func (c *Crawl) changeBudget(name, text string) (apply func(), err error) {
	switch name {
	case api.BudgetPages:
		if c.node != nil {
			return nil, fmt.Errorf("machines of a cluster have agreed on the number of pages: it cannot be changed while they crawl")
		}
		return c.changePages(text)
	case api.BudgetTime:
		return c.changeTime(text)
	case api.BudgetPerDay:
		return c.changePerDay(text)
	case api.BudgetDelay:
		return c.changeDelay(text)
	}
	return nil, fmt.Errorf("no such budget: give one of %s, each as NAME=VALUE", strings.Join(slices.Sorted(slices.Values(api.Budgets())), ", "))
}

// numberOrNone reads a number, or the word none, for which it returns none.
func numberOrNone(text string, none int) (int, error) {
	if text == noBudget {
		return none, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is no budget: give a number such as 5000, or %s", text, noBudget)
	}
	return n, nil
}

func (c *Crawl) changePages(text string) (func(), error) {
	n, err := numberOrNone(text, crawler.NoLimit)
	if kept := c.crawl.Progress().Kept; err == nil && n != crawler.NoLimit && int64(n) <= kept {
		err = fmt.Errorf("%d pages are kept already: give more, or stop the crawl", kept)
	}
	return func() { c.crawl.SetPages(n) }, err
}

func (c *Crawl) changeTime(text string) (func(), error) {
	d := time.Duration(crawler.NoLimit)
	if text != noBudget {
		var err error
		if d, err = positive(text); err != nil {
			return nil, err
		}
		passed := c.clock.Now().Sub(c.crawl.Started()) + c.told.spent
		if d <= passed {
			return nil, fmt.Errorf("%v have passed already: give more, or stop the crawl", passed.Round(time.Second))
		}
		d -= c.told.spent
	}
	return func() { c.crawl.SetTime(d) }, nil
}

func (c *Crawl) changePerDay(text string) (func(), error) {
	n, err := numberOrNone(text, 0)
	if err == nil && c.o.Revisit == nil {
		err = fmt.Errorf("requests are counted by day in crawls with --fresh alone: begin the crawl again with it")
	}
	return func() { c.crawl.SetPerDay(n) }, err
}

func (c *Crawl) changeDelay(text string) (func(), error) {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%q is no time: give one such as 2s", text)
	case d < c.told.least:
		return nil, fmt.Errorf("%v would press the servers: give at least %v", d, c.told.least)
	}
	return func() { c.crawl.SetDelay(d) }, nil
}

// positive reads a time that is longer than none.
func positive(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("%q is no budget: give a time such as 8h, or %s", text, noBudget)
	}
	return d, nil
}
