package crawler

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gannet/crawler/robots"
	"gannet/features"
	"gannet/frontier"
	"gannet/store"
	"gannet/store/postings"
)

// TestFresh runs the cases of testdata/fresh. Its README.md describes the format of a case.
func TestFresh(t *testing.T) {
	files, err := filepath.Glob("testdata/fresh/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d cases, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, part := range strings.Split(string(text), "\nanother site\n") {
			t.Run(fmt.Sprint(strings.TrimSuffix(filepath.Base(file), ".txt"), " ", i+1), func(t *testing.T) { runFreshCase(t, part) })
		}
	}
}

// freshCase is a site that changes by a timetable, with the crawl of it.
type freshCase struct {
	site  *jobSite
	times map[string][]timedValue // by what a line describes, in the order of their days
	day   float64                 // of the lines that are read
	db    *store.DB
	log   frontier.Store
	last  Progress
	named map[string]bool // postings whose state was compared
}

// timedValue is what holds from a day on.
type timedValue struct {
	from  float64
	value string
}

func runFreshCase(t *testing.T, text string) {
	c := &freshCase{site: &jobSite{begin: time.Unix(1_780_000_000, 0)}, times: make(map[string][]timedValue), db: openDB(t), log: frontier.NewMemory(), named: make(map[string]bool)}
	c.site.list = c.numbers("list")
	c.site.page = func(n int, day float64) (status, version int) {
		if _, err := fmt.Sscan(cmp.Or(c.value(fmt.Sprint("job ", n), day), "200 1"), &status, &version); err != nil {
			t.Error(err)
		}
		if version == dailyVersion {
			version = 1 + int(day)
		}
		return status, version
	}
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if word, rest, _ := strings.Cut(line, " "); !c.describe(word, rest) && !c.check(t, line) {
			t.Fatalf("%q is no line of a case", line)
		}
		if until, is := strings.CutPrefix(line, "crawl until "); is {
			c.crawl(t, until)
		}
	}
}

// value returns what holds on a day, "" if nothing was said.
func (c *freshCase) value(key string, day float64) (value string) {
	for _, v := range c.times[key] {
		if v.from <= day {
			value = v.value
		}
	}
	return value
}

func (c *freshCase) set(key, value string) {
	c.times[key] = append(c.times[key], timedValue{c.day, value})
}

func (c *freshCase) numbers(key string) func(day float64) []int {
	return func(day float64) []int { return numbersOf(c.value(key, day), day) }
}

func (c *freshCase) is(key string) func(day float64) bool {
	return func(day float64) bool { return c.value(key, day) == "on" }
}

// dailyVersion is a version of a page that is another one every day.
const dailyVersion = 1000

// describe reads a line about the site. It reports whether it is one.
func (c *freshCase) describe(word, rest string) bool {
	s := c.site
	switch word {
	case "day":
		c.day = number(rest)
	case "list":
		c.set(word, rest)
	case "second":
		c.set(word, rest)
		s.second = c.numbers(word)
	case "sitemap":
		c.set(word, rest)
		s.sitemap = c.numbers(word)
	case "feed":
		c.set(word, rest)
		s.feed = c.numbers(word)
	case "board":
		c.set(word, rest)
		s.board = c.numbers(word)
	case "job", "jobs":
		which, what, _ := strings.Cut(rest, ": ")
		for _, n := range numbersOf(which, 0) {
			c.set(fmt.Sprint("job ", n), strings.NewReplacer("without a posting", "-1", "without markup", fmt.Sprint(unmarked+1), "new every day", fmt.Sprint(dailyVersion)).Replace(what)+" 1")
		}
	case "down":
		c.set(word, rest)
		s.down = c.is(word)
	case "nameless":
		c.set(word, rest)
		s.nameless = c.is(word)
	case "always-unchanged":
		c.set(word, rest)
		s.stale = c.is(word)
	case "block-page":
		c.set(word, rest)
		s.walls = c.is(word)
	case "login-for-sitemap":
		c.set(word, rest)
		s.wall = c.is(word)
	case "sitemap-ends-early":
		c.set(word, rest)
		s.cutSitemap = c.is(word)
	case "posted":
		c.set(word, rest)
		s.posted = func(day float64) time.Time { return s.begin.AddDate(int(number(c.value(word, day))), 0, 0) }
	case "site":
		option := map[string]*bool{
			"shows a posting on its list": &s.shows, "leads back": &s.leadsBack,
			"hides its second page when it is gone": &s.unlinked, "names its feed in robots.txt": &s.feedRobots, "sends no validators": &s.untagged,
			"keeps its second page when it is empty": &s.empties,
			"forgets old addresses":                  &s.forgets,
		}[rest]
		if option == nil {
			return false
		}
		*option = true
	case "moves":
		s.moves = number(rest)
	default:
		return false
	}
	return true
}

// crawl crawls the site until a day, by the options that follow it.
func (c *freshCase) crawl(t *testing.T, until string) {
	day, options, _ := strings.Cut(until, " ")
	now := 0.0
	if c.site.now != nil {
		at := c.site.now()
		now = at.Sub(c.site.begin).Hours() / 24
		if strings.Contains(options, "after a pause") {
			now = c.day
			at = c.site.begin.Add(time.Duration(c.day*24) * time.Hour)
		}
		c.site.now = func() time.Time { return at }
	}
	c.last = watchSite(t, c.site, c.db, c.log, number(day)-now, func(p *Parts, l *Limits) {
		if strings.Contains(options, "robots.txt") {
			p.Robots = robots.New("gannet")
		}
		if _, age, is := strings.Cut(options, "max-age "); is {
			p.Revisits.Options.MaxAge = time.Duration(number(age)*24) * time.Hour
		}
		if _, most, is := strings.Cut(options, "urls of a sitemap "); is {
			l.SitemapURLs = int(number(most))
		}
		if strings.Contains(options, "list off topic") {
			p.Judge = func(page *features.Page) float64 { return map[bool]float64{false: 1}[page.URL == "http://mill.test/"] }
		}
		if strings.Contains(options, "without revisits") {
			p.Revisits = nil
		}
	})
}

// check compares a line about what was found with the crawl. It reports whether it is one.
func (c *freshCase) check(t *testing.T, line string) bool {
	what, want, _ := strings.Cut(line, ": ")
	word, rest, _ := strings.Cut(what, " ")
	compare := func(got int) {
		if !isWithin(got, want) {
			t.Errorf("%s: got %d; the states are %v", line, got, lives(t, c.db))
		}
	}
	switch word {
	case "crawl":
	case "state":
		for _, n := range numbersOf(rest, 0) {
			c.checkState(t, line, fmt.Sprint(n), want)
		}
	case "others":
		states := lives(t, c.db)
		if len(states) <= len(c.named) {
			t.Errorf("%s: there are no others of %d", line, len(states))
		}
		for n := range states {
			if _, err := strconv.Atoi(n); err == nil && !c.named[n] {
				c.checkState(t, line, n, want)
			}
		}
	case "states":
		compare(strings.Count(fmt.Sprintln(lives(t, c.db)), rest))
	case "requests":
		compare(len(c.site.asks(rest)))
	case "answers":
		status, path, _ := strings.Cut(rest, " ")
		compare(strings.Count(fmt.Sprint(c.site.asks(path)), status))
	case "last":
		answers := c.site.asks(rest)
		compare(answers[len(answers)-1])
	case "looks":
		n := 0
		for posting := range lives(t, c.db) {
			n += len(c.site.asks("/job/"+posting)) - 1
		}
		compare(n)
	case "found":
		for _, n := range numbersOf(want, 0) {
			if !c.db.Has(fmt.Sprint("http://mill.test/job/", n)) {
				t.Errorf("posting %d was not found", n)
			}
		}
	case "kept":
		compare(int(c.last.Kept))
	case "postings":
		compare(len(lives(t, c.db)))
	case "gone":
		compare(int(c.last.Revisits.Gone))
	case "failed":
		compare(int(c.last.Revisits.Failed))
	case "changed":
		compare(int(c.last.Revisits.Changed))
	case "unchanged":
		compare(int(100 * c.last.Revisits.Unchanged / c.last.Revisits.Made))
	case "alerts":
		compare(strings.Count(alarmsIn(t, c.db), strings.Trim(rest, "'")))
	case "closings":
		compare(countChanges(t, c.db, postings.EventClosed))
	case "reopenings":
		compare(reopenings(t, c.db, rest))
	case "sound":
		if problems := checkStore(t, c.db); problems != "" {
			t.Error(problems)
		}
	default:
		return false
	}
	return true
}

func (c *freshCase) checkState(t *testing.T, line, n, want string) {
	c.named[n] = true
	if got := lives(t, c.db)[n]; !slices.Contains(strings.Split(want, " or "), cmp.Or(got, "none")) {
		t.Errorf("%s: posting %s is %q; it was answered with %v", line, n, got, c.site.asks("/job/"+n))
	}
}

// countChanges returns how many changes of a kind are in the ledger.
func countChanges(t *testing.T, db *store.DB, of postings.Event) (n int) {
	t.Helper()
	err := db.Postings().Changes(0, func(c *postings.Change) error {
		if c.Event == of {
			n++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// reopenings returns how often a posting was reopened.
func reopenings(t *testing.T, db *store.DB, n string) int {
	t.Helper()
	number, err := db.Postings().NumberAt("http://mill.test/job/" + n)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := db.Postings().Get(number)
	if err != nil {
		t.Fatal(err)
	}
	return kept.Life.Reopened
}

// numbersOf returns the numbers of a text on a day, such as "1..20+2/day 40 except 5". Those behind except are left out.
func numbersOf(text string, day float64) (list []int) {
	names, without, _ := strings.Cut(text, "except ")
	for word := range strings.FieldsSeq(names) {
		first, last, several := strings.Cut(word, "..")
		switch word {
		case "none":
		case "reversed":
			slices.Reverse(list)
		case "shuffled":
			slices.SortFunc(list, func(a, b int) int { return a*7%11 - b*7%11 })
		default:
			if !several {
				last = first
			}
			for n := numberOn(first, day); n <= numberOn(last, day); n++ {
				list = append(list, n)
			}
		}
	}
	if without == "" {
		return list
	}
	left := numbersOf(without, day)
	return slices.DeleteFunc(list, func(n int) bool { return slices.Contains(left, n) })
}

// numberOn returns a number that may grow, such as "20+2/day".
func numberOn(text string, day float64) int {
	start, rate, grows := strings.Cut(strings.TrimSuffix(text, "/day"), "+")
	if !grows {
		return int(number(start))
	}
	return int(number(start)) + int(number(rate)*day)
}

// number reads the number with which a text begins.
func number(text string) (x float64) {
	if _, err := fmt.Sscan(text, &x); err != nil {
		panic(fmt.Sprintf("%q is no number", text))
	}
	return x
}

// isWithin reports whether a number is within limits, such as "3", "3..", "..9" or "3..9".
func isWithin(n int, limits string) bool {
	least, most, several := strings.Cut(limits, "..")
	if !several {
		return n == int(number(least))
	}
	return (least == "" || n >= int(number(least))) && (most == "" || n <= int(number(most)))
}
