package crawler

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/features/scripted"
	"gannet/internal/weburl"
)

// renderRules learns how the addresses of data follow from the URLs of the pages that read them, for each shape of URLs. If the page /jobs/7 has
// read /api/jobs/7 and the page /jobs/8 has read /api/jobs/8, the page /jobs/9 needs no browser: /api/jobs/9 is followed.
type renderRules struct {
	mu     sync.Mutex // guards the fields below
	shapes recentMap[*renderRule]
	tried  recentMap[string] // by address of data that followed from a rule: the shape
}

// renderRule is what was learned from the pages whose URLs have one shape.
type renderRule struct {
	made      int            // pages whose rendering has gained; a page has read nothing if its data lack a link that it gained
	templates map[string]int // of these, how many have read an address of this form
	followed  int            // addresses that followed from the rule and were requested
	failed    int            // of these, how many gave no data, or data without a posting in a crawl for jobs
}

const (
	// leastRulePages is how many pages have to agree on a rule.
	leastRulePages = 2
	// leastRuleShare is the share of the pages of a shape that have to agree.
	leastRuleShare = .75
	// mostTemplates bounds the forms of addresses that are counted for a shape.
	mostTemplates = 16
)

// learn records which addresses of data a page of this shape has read.
func (r *renderRules) learn(shape, page string, data []string) {
	parts := variablesOf(page)
	r.mu.Lock()
	defer r.mu.Unlock()
	rule, known := r.shapes.get(shape)
	if !known {
		rule = &renderRule{templates: map[string]int{}}
		r.shapes.set(strings.Clone(shape), rule)
	}
	rule.made++
	counted := map[string]bool{}
	for _, address := range data {
		t := templateOf(address, parts)
		if t == "" || counted[t] || len(rule.templates) >= mostTemplates && rule.templates[t] == 0 {
			continue
		}
		counted[t] = true
		rule.templates[t]++
	}
}

// addresses returns the addresses of data that a page of this shape would read, or nil if no rule is known for the shape.
func (r *renderRules) addresses(shape, page string) (urls []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	rule, known := r.shapes.get(shape)
	if !known || 2*rule.failed > rule.followed {
		return nil
	}
	parts := variablesOf(page)
	for _, t := range slices.Sorted(maps.Keys(rule.templates)) {
		if n := rule.templates[t]; n < leastRulePages || float64(n) < leastRuleShare*float64(rule.made) {
			continue
		}
		if address, ok := fillTemplate(t, parts); ok {
			urls = append(urls, address)
			r.tried.set(address, shape)
		}
	}
	return urls
}

// followedFor returns how many addresses were followed for pages of a shape instead of rendering them.
func (r *renderRules) followedFor(shape string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if rule, known := r.shapes.get(shape); known {
		return rule.followed
	}
	return 0
}

// settle records, for an address that followed from a rule, whether its response had what the crawl looks for.
func (r *renderRules) settle(address string, gave bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	shape, followed := r.tried.get(address)
	if !followed || shape == "" {
		return
	}
	r.tried.set(address, "") // once
	if rule, known := r.shapes.get(shape); known {
		rule.followed++
		if !gave {
			rule.failed++
		}
	}
}

// variable is a part of a page's URL that differs among the pages of a shape.
type variable struct{ name, value string }

// variablesOf returns the parts of a URL that its shape replaces by a star, and the values of its query. The longest come first, so that a part is
// tried before its pieces. A piece is the number at the beginning or the end of a part, such as 123 in welder-123.
func variablesOf(page string) (all []variable) {
	path, query, _ := strings.Cut(weburl.Path(page), "?")
	segments := strings.Split(path, "/")
	add := func(name, value string) {
		all = append(all, variable{name, value})
		pieces := strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune("-_.~", r) })
		if n := len(pieces); n > 1 {
			for piece, end := range map[string]string{pieces[0]: "<", pieces[n-1]: ">"} {
				if strings.ContainsAny(piece, "0123456789") {
					all = append(all, variable{name + end, piece})
				}
			}
		}
	}
	for i, s := range segments {
		if s != "" && (i == len(segments)-1 || strings.ContainsAny(s, "0123456789")) {
			add(strconv.Itoa(i), s)
		}
	}
	values, _ := url.ParseQuery(query)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if v := values.Get(name); v != "" && url.QueryEscape(v) == v {
			add("?"+name, v)
		}
	}
	slices.SortStableFunc(all, func(a, b variable) int {
		if d := len(b.value) - len(a.value); d != 0 {
			return d
		}
		return strings.Compare(a.name, b.name)
	})
	return all
}

// templateOf returns an address with the values of variables replaced by the names of these variables, or "" if the address has none of the values. A
// value counts only if it stands between characters that divide URLs.
func templateOf(address string, variables []variable) string {
	origin, rest := weburl.Origin(address), weburl.Path(address)
	found := false
	for _, v := range variables {
		for from := 0; ; {
			i := strings.Index(rest[from:], v.value)
			if i < 0 {
				break
			}
			i += from
			end := i + len(v.value)
			if divides(rest, i-1) && divides(rest, end) && !inHole(rest, i) {
				hole := "{" + v.name + "}"
				rest = rest[:i] + hole + rest[end:]
				found, end = true, i+len(hole)
			}
			from = end
		}
	}
	if !found {
		return ""
	}
	return origin + rest
}

// divides reports whether the character at this place in a URL's path and query separates two parts, or whether the place is the end.
func divides(rest string, at int) bool {
	return at >= len(rest) || at >= 0 && strings.IndexByte("/?&=.-_~,;", rest[at]) >= 0
}

// inHole reports whether a place is within the name of a variable that has replaced its value. It looks for braces, which URLs have only in escaped
// form.
func inHole(rest string, at int) bool {
	return strings.LastIndexByte(rest[:at], '{') > strings.LastIndexByte(rest[:at], '}')
}

// fillTemplate returns the address that a template gives with the variables of another page. ok is false if one is missing.
func fillTemplate(template string, variables []variable) (address string, ok bool) {
	var b strings.Builder
	for {
		before, rest, hole := strings.Cut(template, "{")
		b.WriteString(before)
		if !hole {
			address, err := weburl.Canonical(b.String())
			return address, err == nil
		}
		name, after, _ := strings.Cut(rest, "}")
		i := slices.IndexFunc(variables, func(v variable) bool { return v.name == name })
		if i < 0 {
			return "", false
		}
		b.WriteString(variables[i].value)
		template = after
	}
}

// renderWorth learns for which pages rendering shows more than their responses do. It learns only from pairs: a page as it came and the same page
// rendered. A page that could not be fetched or rendered teaches nothing, because a browser gets no response that the crawl does not get.
type renderWorth struct {
	mu    sync.Mutex // guards the fields below
	all   renderPairs
	texts recentMap[struct{}]    // main texts of pages that were rendered, by hash
	hosts recentMap[renderPairs] // by host, by host and shape of the URL, and by these and how the page looks
}

// renderPairs sums up such pairs of one host, of one shape of its URLs, or of all hosts.
type renderPairs struct{ made, gained, seconds, value float64 }

// pairsOf returns the pairs of one shape of URLs.
func (w *renderWorth) pairsOf(shape string) renderPairs {
	w.mu.Lock()
	defer w.mu.Unlock()
	pairs, _ := w.hosts.get(shape)
	return pairs
}

// renderGuess is what we expect from rendering a page.
type renderGuess struct {
	host, shape string
	look        string  // the shape, and whether the page looks as if a script made it: pages of one shape may be of two kinds
	probability float64 // that it shows what the response lacks
	relevance   float64 // the share of relevant pages that links of its priority give
	seconds     float64
}

const (
	// renderPrior is the number of pairs as which the expectation of the wider level counts. Each pair counts for its host and for its shape, so one
	// rendering without a gain is enough to stop the rendering of a shape on a host that has shown no gain.
	renderPrior = 2
	// leastRenderChance is the least probability with which a page is rendered.
	leastRenderChance = 0.5
	// firstRenderTime is the browser time that a crawl may use from its beginning, so that it can learn.
	firstRenderTime = 10 * time.Second
	// firstRenderSeconds is the browser time that is expected for a page before any page was rendered.
	firstRenderSeconds = 0.5
)

// guess returns what we expect from rendering a page that with this probability is made by a script. The probability of a gain is shrunk in steps:
// that of the host to the probability from the page's own source, that of the shape to its host's, and that of the page's look to its shape's.
func (w *renderWorth) guess(url string, byScript, relevance float64) renderGuess {
	w.mu.Lock()
	defer w.mu.Unlock()
	g := renderGuess{host: weburl.Host(url), shape: shapeOf(url), relevance: relevance}
	host, _ := w.hosts.get(g.host)
	shape, _ := w.hosts.get(g.shape)
	g.look = g.shape + " plain"
	if byScript >= scripted.Likely {
		g.look = g.shape + " shell"
	}
	look, _ := w.hosts.get(g.look)
	g.probability = look.chance(shape.chance(host.chance(byScript)))
	g.seconds = shape.cost(host.cost(w.all.cost(firstRenderSeconds)))
	return g
}

// chance returns the probability of a gain, shrunk towards the probability of the level above.
func (p renderPairs) chance(above float64) float64 {
	return (p.gained + renderPrior*above) / (p.made + renderPrior)
}

// cost returns the expected browser seconds for a page, shrunk towards those of the level above.
func (p renderPairs) cost(above float64) float64 {
	return (p.seconds + renderPrior*above) / (p.made + renderPrior)
}

// value is what rendering the page is expected to give: the probability of a relevant gain.
func (g renderGuess) value() float64 { return g.probability * g.relevance }

// usedTime returns the fraction of its allowed time that the browser has used. It is allowed a share of the time that has elapsed, and
// firstRenderTime in addition.
func usedTime(spent *RenderCounts, share float64, elapsed time.Duration) float64 {
	return costOf(spent.Processor, spent.Took) / (firstRenderTime.Seconds() + share*elapsed.Seconds())
}

// admits reports whether rendering a page is worth its time; used is the fraction of the browser's allowed time that is spent. Above one half of it,
// the page must be expected to give a share of the average value per second of the pages rendered so far. This share grows with used, up to the full
// average when all time is spent.
func (w *renderWorth) admits(g renderGuess, used float64) bool {
	if g.probability < leastRenderChance || used > 1 {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.all.made < renderPrior || g.value()/g.seconds >= (2*used-1)*w.all.value/w.all.seconds
}

// learn records a pair: whether rendering the page has shown more, and how many seconds it took.
func (w *renderWorth) learn(g renderGuess, gained bool, seconds float64) {
	pair := renderPairs{made: 1, seconds: seconds}
	if gained {
		pair.gained, pair.value = 1, g.relevance
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = w.all.plus(pair)
	for _, key := range []string{g.host, g.shape, g.look} {
		known, _ := w.hosts.get(key)
		w.hosts.set(strings.Clone(key), known.plus(pair))
	}
}

func (p renderPairs) plus(o renderPairs) renderPairs {
	return renderPairs{p.made + o.made, p.gained + o.gained, p.seconds + o.seconds, p.value + o.value}
}

// isNewText records the main text of a page as it came and as it was rendered, and reports whether the latter is new.
func (w *renderWorth) isNewText(before, rendered string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	known := true
	for _, text := range []string{before, rendered} {
		hash := xxh3.HashString128(text).Bytes()
		_, known = w.texts.get(string(hash[:]))
		w.texts.set(string(hash[:]), struct{}{})
	}
	return !known
}

// costOf returns the processor seconds of a browser, or the elapsed seconds if its processor time is not known.
func costOf(processor, took time.Duration) float64 {
	if processor > 0 {
		return processor.Seconds()
	}
	return took.Seconds()
}

// shapeOf returns a URL with a star in place of its last segment and of every other segment that has a digit. Pages of one kind mostly have the same
// shape.
func shapeOf(url string) string {
	path, _, query := strings.Cut(weburl.Path(url), "?")
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if part != "" && (i == len(parts)-1 || strings.ContainsAny(part, "0123456789")) {
			parts[i] = "*"
		}
	}
	shape := weburl.Host(url) + " " + strings.Join(parts, "/")
	if query {
		shape += "?"
	}
	return shape
}

// relevanceOf returns the share of relevant pages to expect from links of a priority, or 1 before that share is known.
func (c *Crawl) relevanceOf(priority float32) float64 {
	if share, known := c.promiseOf(priority); known {
		return float64(share)
	}
	return 1
}
