package template

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"gannet/internal/lazyregexp"
	"gannet/job"
)

// learnURLs sets name, hosts and URL patterns from the examples' URLs.
func (t *Template) learnURLs(examples []Example) {
	var hosts []string
	byKind := map[job.Kind][]*url.URL{}
	for _, e := range examples {
		u, err := url.Parse(e.URL)
		if err != nil || !goodHost.MatchString(u.Hostname()) {
			continue
		}
		kind := e.Kind
		switch {
		case e.Answer != nil:
			kind, u.RawQuery = job.Listing, "" // it chooses a part of the postings
		case e.Want != nil:
			kind = job.Detail
		}
		if e.Answer == nil || !slices.ContainsFunc(byKind[kind], func(o *url.URL) bool { return o.String() == u.String() }) {
			byKind[kind] = append(byKind[kind], u)
		}
		if h := strings.ToLower(u.Hostname()); !slices.Contains(hosts, h) {
			hosts = append(hosts, h)
		}
	}
	slices.Sort(hosts)
	t.Hosts = generalHosts(hosts)
	t.Name = nameOf(t.Hosts)
	t.Detail = generalPaths(byKind[job.Detail], slices.Concat(byKind[job.Listing], byKind[job.Other]))
	t.Listing = generalPaths(byKind[job.Listing], slices.Concat(byKind[job.Detail], byKind[job.Other]))
}

// generalHosts returns *.DOMAIN for several hosts of one registered domain, and single hosts as they are. It returns "*" if no
// host is known.
func generalHosts(hosts []string) []string {
	if len(hosts) == 0 {
		return []string{"*"}
	}
	byDomain := map[string][]string{}
	for _, h := range hosts {
		domain, err := publicsuffix.EffectiveTLDPlusOne(h)
		if err != nil {
			domain = h
		}
		byDomain[domain] = append(byDomain[domain], h)
	}
	var found []string
	for domain, hs := range byDomain {
		if len(hs) > 1 {
			hs = []string{"*." + domain}
		}
		found = append(found, hs...)
	}
	slices.Sort(found)
	return found
}

var notName = lazyregexp.New(`[^a-z0-9]+`)

func nameOf(hosts []string) string {
	name := strings.TrimPrefix(strings.TrimPrefix(hosts[0], "*."), "www.")
	name = strings.Trim(notName.ReplaceAllString(name, "-"), "-")
	if name == "" {
		return "site"
	}
	return name[:min(len(name), 60)]
}

// generalPaths returns a pattern for each number of path segments, made of the common parts of the URLs. It omits patterns that match a URL of
// another kind.
func generalPaths(urls, others []*url.URL) []*regexp.Regexp {
	byLength := map[int][]*url.URL{}
	longest := 0
	for _, u := range urls {
		n := len(segments(u))
		byLength[n] = append(byLength[n], u)
		longest = max(longest, n)
	}
	var found []*regexp.Regexp
	for n := 0; n <= longest; n++ {
		if len(byLength[n]) == 0 {
			continue
		}
		p, err := regexp.Compile(generalPath(byLength[n]))
		if err != nil || slices.ContainsFunc(others, func(u *url.URL) bool { return p.MatchString(u.String()) }) {
			continue
		}
		found = append(found, p)
	}
	return found
}

func segments(u *url.URL) []string {
	path := strings.Trim(u.EscapedPath(), "/")
	if path == "" {
		return nil
	}
	return strings.Split(path, "/")
}

// generalPath returns a pattern for URLs with the same number of segments. Text that all URLs share is kept, and a number stands for any number. A
// query parameter becomes part of the pattern if all URLs have it with different values.
func generalPath(urls []*url.URL) string {
	var b strings.Builder
	b.WriteString(`^https?://[^/]+`)
	column := make([]string, len(urls))
	for i := range segments(urls[0]) {
		for j, u := range urls {
			column[j] = segments(u)[i]
		}
		b.WriteString("/" + generalSegment(column))
	}
	b.WriteString("/?")
	var named []string
	for key := range urls[0].Query() {
		values := map[string]bool{}
		all := true
		for _, u := range urls {
			all = all && u.Query().Has(key)
			values[u.Query().Get(key)] = true
		}
		if all && (len(values) > 1 || len(urls) == 1 && digitRun.MatchString(urls[0].Query().Get(key))) {
			named = append(named, key)
		}
	}
	if slices.Sort(named); len(named) > 0 {
		return b.String() + `\?(.*&)?` + regexp.QuoteMeta(url.QueryEscape(named[0])) + "="
	}
	return b.String() + `([?#]|$)`
}

var (
	slug    = lazyregexp.New(`[0-9]+|[^0-9]+`)
	letters = lazyregexp.New(`[A-Za-z]{3,}`)
)

// generalSegment returns a pattern for one segment of several paths.
func generalSegment(values []string) string {
	first := values[0]
	same := !slices.ContainsFunc(values, func(v string) bool { return v != first })
	if same && (len(values) > 1 || !digitRun.MatchString(first) && strings.Count(first, "-") < 2) {
		return regexp.QuoteMeta(first)
	}
	if !slices.ContainsFunc(values, func(v string) bool { return digits(v) != v }) {
		return `\d+`
	}
	return `[^/]*` + tail(values)
}

// manySlugs is the number of URLs from which on a word at the end of all of them becomes part of the pattern.
const manySlugs = 4

// tail returns a pattern for the common parts of the ends of segments: equal words, and numbers.
func tail(values []string) string {
	var rows [][]string
	shortest := 1 << 10
	for _, v := range values {
		row := slug.FindAllString(v, -1)
		rows = append(rows, row)
		shortest = min(shortest, len(row))
	}
	end := ""
	for back := 1; back <= shortest; back++ {
		part := rows[0][len(rows[0])-back]
		if len(values) < manySlugs && letters.MatchString(part) && !strings.HasPrefix(part, ".") {
			return end // a few slugs do not show which words change
		}
		numeric, same := true, true
		for _, row := range rows {
			p := row[len(row)-back]
			numeric = numeric && digits(p) == p
			same = same && p == part
		}
		switch {
		case numeric:
			end = `\d+` + end
		case same:
			end = regexp.QuoteMeta(part) + end
		default:
			return end
		}
	}
	return end
}
