package crawler

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gannet/internal/weburl"
)

// renderRules learns how the addresses of data follow from the URLs of the pages that read them, for each shape of URLs. If the page /jobs/7 has
// read /api/jobs/7 and the page /jobs/8 has read /api/jobs/8, the page /jobs/9 needs no browser: /api/jobs/9 is followed.
type renderRules struct {
	mu     sync.Mutex // guards the fields below
	shapes recentMap[*renderRule]
	tried  recentMap[string] // by address of data that followed from a rule: the shape
}

// renderRule is what is known of the pages of one shape.
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
	// mostTemplates bounds the forms that are counted for a shape.
	mostTemplates = 16
)

// learn takes in what a page of a shape has read.
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

// addresses returns what a page of a shape would read, nil if there is no rule.
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

// addTo adds to shapes how many addresses were followed for them.
func (r *renderRules) addTo(shapes []RenderShape) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range shapes {
		if rule, known := r.shapes.get(shapes[i].Host + " " + shapes[i].Shape); known {
			shapes[i].Followed = rule.followed
		}
	}
}

// settle takes in whether an address has given what a crawl looks for, if it followed from a rule.
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

// variablesOf returns the parts of a URL for which its shape has a star, and the values of its query: the longest first, so that a part goes
// before its pieces. A piece is the number at the beginning or the end of a part, such as 123 of welder-123.
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

// templateOf returns an address with the names of variables in place of their values, "" if it has none of them. A value counts where it
// stands between the signs that divide URLs.
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

// divides reports whether the sign at a place of a URL's path and query divides it, or the place is its end.
func divides(rest string, at int) bool {
	return at >= len(rest) || at >= 0 && strings.IndexByte("/?&=.-_~,;", rest[at]) >= 0
}

// inHole reports whether a place is within the name of a variable. URLs have braces only as escapes.
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
