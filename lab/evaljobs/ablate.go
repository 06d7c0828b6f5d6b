//go:build ablate

package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"gannet/features"
	"gannet/job"
	"gannet/job/pagetext"
	"gannet/job/template"
	"gannet/lab/adpages"
	"gannet/models/shipped"
)

func init() {
	sections = append(sections, section{"ablate-rules", ruleSection})
}

// Bounds of what the rules that are left out may cost: shares of the values of a field that are known in a set of pages.
const (
	mostOfGroup = .01 // for rules that are left out together
	mostOfAll   = .02 // for all of them
	mostChanged = .01 // of the pages, for values that are not known
	mostOfSet   = 100 // pages
	leastBytes  = 40  // of a rule: others are not worth their time
)

// rule is a part of the source that can be left out.
type rule struct {
	number, size int // size in bytes of source
	name         string
}

// readPage is a page with its parts and what is read of it.
type readPage struct {
	set     string
	example template.Example
	page    *features.Page
	calls   int // of rules, with all of them
	first   reading
	now     reading // without the rules that are left out
}

// reading is what is read of a page.
type reading struct {
	right map[job.Field]agreement
	rest  map[job.Field]string // what is read of fields whose value is not known, and of all others
	acts  []uint64             // rules, as bits
}

// agreement says whether a value is missing, wrong or right.
type agreement int

const (
	isMissed agreement = iota
	isWrong
	isRight
)

// of is a field of a set of pages.
type of struct {
	set   string
	field job.Field
}

// costs are the numbers of values that are wrong, right or changed.
type costs map[of]*[3]int

func (c costs) add(set string, f job.Field, which agreement, n int) {
	at := c[of{set, f}]
	if at == nil {
		at = &[3]int{}
		c[of{set, f}] = at
	}
	at[which] += n
}

// ablation leaves out rules as long as that costs little.
type ablation struct {
	pages []readPage
	words *pagetext.Reader
	known map[of]int
	total costs // against all rules
}

// ruleSection leaves out one rule after the other, the largest first, and writes those that are not missed. Rules stay out once they are, because two of them
// may say the same. While rules are not missed, more and more are left out together; if they are, each half of them is tried.
func ruleSection(w io.Writer, o options) error {
	debug.SetMaxStack(4 << 30)
	program, err := os.Executable()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(program), "rules.txt"))
	if err != nil {
		return err
	}
	a, err := newAblation(o)
	if err != nil {
		return err
	}
	var rules []rule
	out := bufio.NewWriter(w)
	defer out.Flush()
	for n, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		size, err := strconv.Atoi(strings.Split(line, "\t")[1])
		if err != nil {
			return err
		}
		r := rule{n, size, line}
		if size < leastBytes {
			continue
		}
		if a.act([]rule{r}, func(p *readPage) []uint64 { return p.first.acts }) {
			rules = append(rules, r)
		} else {
			fmt.Fprintf(out, "idle\t%d\t%s\n", n, line)
		}
	}
	slices.SortStableFunc(rules, func(a, b rule) int { return cmp.Compare(b.size, a.size) })
	fmt.Fprintln(os.Stderr, len(a.pages), "pages", len(rules), "rules act")
	begin, group := time.Now(), 1
	for i := 0; i < len(rules); {
		some := rules[i:min(len(rules), i+group)]
		i += len(some)
		if !a.act(some, func(p *readPage) []uint64 { return p.now.acts }) {
			continue
		}
		if kept := a.without(out, some); kept == len(some) {
			group = min(16, 2*group)
		} else {
			group = max(1, group/2)
		}
		out.Flush()
		if i%50 < len(some) {
			fmt.Fprintln(os.Stderr, i, group, time.Since(begin).Round(time.Second))
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(a.total), func(x, y of) int {
		return cmp.Or(cmp.Compare(x.set, y.set), cmp.Compare(x.field, y.field))
	}) {
		c := a.total[at]
		fmt.Fprintf(out, "total\t%s\t%s\tknown %d right %+d wrong %+d changed %d\n", at.set, at.field, a.known[at], c[isRight], c[isWrong], c[isMissed])
	}
	return nil
}

func newAblation(o options) (*ablation, error) {
	a := &ablation{known: map[of]int{}, total: costs{}}
	var err error
	if a.pages, err = ablationPages(o); err != nil {
		return nil, err
	}
	if a.words, err = shipped.PageText(); err != nil {
		return nil, err
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(a.pages), func(i, j int) { a.pages[i], a.pages[j] = a.pages[j], a.pages[i] })
	a.words.Read(a.pages[0].page, "en", a.pages[0].example.Now, nil) // reads the tables
	for i := range a.pages {
		p := &a.pages[i]
		p.first = p.read(a.words)
		p.calls, p.now = pagetext.Ablation.Calls, p.first
		for f := range p.first.right {
			a.known[of{p.set, f}]++
		}
	}
	return a, nil
}

// act reports whether one of the rules acts on a page.
func (a *ablation) act(rules []rule, acts func(p *readPage) []uint64) bool {
	return slices.ContainsFunc(a.pages, func(p readPage) bool { return actsOn(rules, acts(&p)) })
}

func actsOn(rules []rule, acts []uint64) bool {
	return slices.ContainsFunc(rules, func(r rule) bool { return acts[r.number/64]&(1<<(r.number%64)) != 0 })
}

// without leaves out the rules of a group that are not missed, and returns how many they are.
func (a *ablation) without(w io.Writer, group []rule) int {
	for _, r := range group {
		pagetext.Ablation.Out[r.number] = true
	}
	if cost, ok := a.try(group); ok {
		for _, r := range group {
			fmt.Fprintf(w, "out\t%d\t%s\t%s\n", r.number, r.name, cost)
		}
		return len(group)
	}
	for _, r := range group {
		pagetext.Ablation.Out[r.number] = false
	}
	if len(group) == 1 {
		return 0
	}
	half := len(group) / 2
	return a.without(w, group[:half]) + a.without(w, group[half:])
}

// try reads the pages on which a group acts without it. It reports whether what that costs is within the bounds, and notes it then.
func (a *ablation) try(group []rule) (string, bool) {
	cost, read := costs{}, map[int]reading{}
	changed := map[job.Field]int{}
	for i := range a.pages {
		p := &a.pages[i]
		if !actsOn(group, p.now.acts) {
			continue
		}
		now, err := p.tryRead(a.words)
		if err != nil {
			return "", false
		}
		read[i] = now
		for f, before := range p.now.right {
			if now.right[f] != before {
				cost.add(p.set, f, before, -1)
				cost.add(p.set, f, now.right[f], 1)
			}
		}
		for f, text := range now.rest {
			if text != p.now.rest[f] {
				changed[f]++
				if text != p.first.rest[f] {
					cost.add("", f, isMissed, 1)
				}
			}
			if text == p.first.rest[f] && text != p.now.rest[f] {
				cost.add("", f, isMissed, -1)
			}
		}
		if !a.within(cost, changed) {
			return "", false
		}
	}
	line := ""
	for at, c := range cost {
		for which, n := range c {
			a.total.add(at.set, at.field, agreement(which), n)
		}
		line += fmt.Sprintf("%s %s %v; ", at.set, at.field, *c)
	}
	for i, now := range read {
		a.pages[i].now = now
	}
	return line, true
}

// within reports whether a cost is within the bounds.
func (a *ablation) within(cost costs, changed map[job.Field]int) bool {
	share := func(of float64, n int) int { return int(of * float64(n)) }
	for at, c := range cost {
		total := a.total[at]
		if total == nil {
			total = &[3]int{}
		}
		if at.set == "" {
			if c[isMissed] > 0 && total[isMissed]+c[isMissed] > share(mostChanged, len(a.pages)) {
				return false
			}
			continue
		}
		for which, n := range map[agreement]int{isWrong: 1, isRight: -1} {
			if n *= c[which]; n > 0 && (n > share(mostOfGroup, a.known[at]) || n+total[which]*map[agreement]int{isWrong: 1, isRight: -1}[which] > share(mostOfAll, a.known[at])) {
				return false
			}
		}
	}
	for _, n := range changed {
		if n > share(mostOfGroup, len(a.pages)) {
			return false
		}
	}
	return true
}

func (p *readPage) tryRead(words *pagetext.Reader) (now reading, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("%v", cause)
		}
	}()
	return p.read(words), nil
}

// read compares what is read with what is known.
func (p *readPage) read(words *pagetext.Reader) reading {
	if pagetext.Ablation.Calls = 0; p.calls > 0 {
		pagetext.Ablation.Most = 3*p.calls + 1<<17
	}
	clear(pagetext.Ablation.Acts[:])
	got := words.Read(p.page, p.page.Lang[:min(2, len(p.page.Lang))], p.example.Now, nil)
	now := reading{map[job.Field]agreement{}, map[job.Field]string{}, make([]uint64, len(pagetext.Ablation.Acts)/64)}
	for n, acts := range pagetext.Ablation.Acts {
		if acts {
			now.acts[n/64] |= 1 << (n % 64)
		}
	}
	for _, f := range job.Fields() {
		switch {
		case !template.Has(p.example.Want, f):
			now.rest[f] = fieldText(got, f)
		case !template.Has(got, f):
			now.right[f] = isMissed
		case template.Agree(f, got, p.example.Want):
			now.right[f] = isRight
		default:
			now.right[f] = isWrong
		}
	}
	other := *got
	other.Title, other.Company, other.Location, other.ID, other.Description, other.Provenance = "", "", "", "", "", nil
	other.Posted, other.ValidThrough = time.Time{}, time.Time{}
	text, err := json.Marshal(other)
	if err != nil {
		panic(err)
	}
	now.rest["others"] = string(text)
	return now
}

func fieldText(p *job.Posting, f job.Field) string {
	switch f {
	case job.Title:
		return p.Title
	case job.Company:
		return p.Company
	case job.Location:
		return p.Location
	case job.Posted:
		return p.Posted.String()
	case job.ValidThrough:
		return p.ValidThrough.String()
	case job.Employment:
		return fmt.Sprint(p.Employment)
	case job.Salary:
		return fmt.Sprint(p.Salary)
	case job.Description:
		return p.Description
	}
	return ""
}

// ablationPages are pages of the sets of fields and of all ways of marking up.
func ablationPages(o options) (pages []readPage, err error) {
	sets, err := fieldSets(o)
	if err != nil {
		return nil, err
	}
	ads, _, err := adpages.Read(o.ads, o.seed)
	if err != nil {
		return nil, err
	}
	for i, f := range adpages.Families {
		some, err := f.Pages(ads, o.seed+2*freshSeeds+uint64(i), 20)
		if err != nil {
			return nil, err
		}
		sets = append(sets, fieldSet{"made pages", some})
	}
	reader := features.NewReader()
	for _, s := range sets {
		step := max(1, len(s.pages)/mostOfSet)
		for i := 0; i < len(s.pages); i += step {
			page, err := adpages.Page(reader, s.pages[i])
			if err != nil {
				return nil, err
			}
			pages = append(pages, readPage{set: s.name, example: s.pages[i], page: page})
		}
	}
	return pages, nil
}
