package robots

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gannet/internal/bom"
	"gannet/internal/weburl"
)

// Parse reads a robots.txt for the crawler named agent, which may be a whole User-Agent. site is any URL of the
// origin, which relative sitemap addresses are resolved against; it may be empty. What cannot be understood is skipped:
// there is no robots.txt that has no rules. Of one longer than MaxBytes the lines count that are whole by then: half a
// rule would be a broader one.
//
// Of the groups, those for the agent's product token count, all together; only if there is none, those for "*"
// (RFC 9309 section 2.2.1). Records of other kinds, Crawl-delay among them, end no group (section 2.2.4).
func Parse(body []byte, agent, site string) *Rules {
	p := &parser{agent: token(agent), site: site}
	for body = bom.UTF8(wholeLines(body)); len(body) > 0; {
		p.line++
		p.read(cutLine(&body))
	}
	return p.rules()
}

// wholeLines cuts a file that is longer than MaxBytes behind the last line that ends before.
func wholeLines(body []byte) []byte {
	if len(body) <= MaxBytes {
		return body
	}
	end := bytes.LastIndexAny(body[:MaxBytes+1], "\r\n")
	return body[:max(end, 0)]
}

type parser struct {
	agent string
	site  string
	line  int32

	ours, all  bool // the current group is for the agent, for everyone
	members    bool // the current group's names are over
	own, other group
	sitemaps   []string
}

// group is what the groups of one name say together.
type group struct {
	named bool
	rules []rule
	delay time.Duration
}

// cutLine takes the first line off; it may end in CR, LF or both.
func cutLine(body *[]byte) string {
	end := bytes.IndexAny(*body, "\r\n")
	if end < 0 {
		end = len(*body)
	}
	line := (*body)[:end]
	rest := (*body)[end:]
	switch {
	case bytes.HasPrefix(rest, []byte("\r\n")):
		rest = rest[2:]
	case len(rest) > 0:
		rest = rest[1:]
	}
	*body = rest
	return string(line)
}

// read takes one line in.
func (p *parser) read(line string) {
	line, _, _ = strings.Cut(line, "#")
	key, value, found := strings.Cut(line, ":")
	if !found {
		// "Disallow /x" is a common slip that Google forgives too.
		if words := strings.Fields(line); len(words) == 2 {
			key, value = words[0], words[1]
		}
	}
	value = strings.Trim(value, " \t\f\v\x00")
	key = strings.TrimPrefix(key, "\uFEFF") // of a file that was appended to another
	switch strings.ToLower(strings.TrimSpace(key)) {
	case "user-agent", "useragent", "user agent":
		p.name(value)
	case "allow":
		p.rule(value, true)
	case "disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw":
		p.rule(value, false)
	case "crawl-delay", "crawldelay":
		p.delay(value)
	case "sitemap", "site-map":
		p.sitemap(value)
	}
}

// name begins a group or gives the beginning one another name.
func (p *parser) name(value string) {
	if p.members {
		p.ours, p.all, p.members = false, false, false
	}
	switch {
	case value == "*" || strings.HasPrefix(value, "* "):
		p.all, p.other.named = true, true
	case p.agent != "" && token(value) == p.agent:
		p.ours, p.own.named = true, true
	}
}

// groups gives the groups that the current line belongs to.
func (p *parser) groups() []*group {
	var list []*group
	if p.ours {
		list = append(list, &p.own)
	}
	if p.all {
		list = append(list, &p.other)
	}
	return list
}

// rule takes an Allow or Disallow line in. An empty one says nothing, but ends the group's names.
func (p *parser) rule(value string, allow bool) {
	p.members = true
	if value == "" || !p.ours && !p.all {
		return
	}
	if value[0] != '/' && value[0] != '*' {
		value = "/" + value // meant so by those who write it
	}
	r := rule{pattern: strings.Clone(normal(value, asPattern)), allow: allow, line: p.line}
	for _, g := range p.groups() {
		g.rules = append(g.rules, r)
	}
}

// delay takes a Crawl-delay line in; of several the longest counts.
func (p *parser) delay(value string) {
	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil || !(seconds > 0) {
		return
	}
	d := MaxCrawlDelay
	if seconds < MaxCrawlDelay.Seconds() {
		d = time.Duration(seconds * float64(time.Second))
	}
	for _, g := range p.groups() {
		g.delay = max(g.delay, d)
	}
}

func (p *parser) sitemap(value string) {
	if len(p.sitemaps) == MaxSitemaps {
		return
	}
	url, err := weburl.Canonical(value)
	if err != nil && p.site != "" {
		var base *weburl.Base
		if base, err = weburl.NewBase(p.site); err == nil {
			url, err = base.Resolve(value)
		}
	}
	if value != "" && err == nil && !slices.Contains(p.sitemaps, url) {
		p.sitemaps = append(p.sitemaps, strings.Clone(url))
	}
}

// rules makes the result, with the rules in the order in which they decide.
func (p *parser) rules() *Rules {
	g, name := &p.other, "*"
	if p.own.named {
		g, name = &p.own, p.agent
	}
	slices.SortStableFunc(g.rules, func(a, b rule) int {
		switch {
		case len(a.pattern) != len(b.pattern):
			return len(b.pattern) - len(a.pattern)
		case a.allow == b.allow:
			return 0
		case a.allow:
			return -1
		}
		return 1
	})
	r := &Rules{CrawlDelay: g.delay, Sitemaps: p.sitemaps, rules: slices.Clip(g.rules)}
	switch {
	case !g.named:
		r.Reason = "robots.txt has no group for this crawler: all is allowed"
	case len(g.rules) == 0:
		r.Reason = fmt.Sprintf("robots.txt has no rules for %s: all is allowed", name)
	default:
		r.Reason = fmt.Sprintf("robots.txt has %d rules for %s", len(g.rules), name)
	}
	return r
}

// token gives the product token that a User-Agent or a user-agent line begins with, in lower case.
func token(agent string) string {
	agent = strings.ToLower(strings.TrimSpace(agent))
	end := strings.IndexFunc(agent, func(r rune) bool { return (r < 'a' || r > 'z') && r != '-' && r != '_' })
	if end >= 0 {
		agent = agent[:end]
	}
	return agent
}
