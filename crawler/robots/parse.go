package robots

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"gannet/crawler/content"
	"gannet/features/permission"
	"gannet/internal/bom"
	"gannet/internal/weburl"
)

// Parse reads a robots.txt for the crawler agent, which is a product token or a whole User-Agent. site is any URL of the
// origin; sitemap addresses are resolved against it. It may be empty.
//
// Parse never fails: it skips what it cannot understand. Of a file longer than MaxBytes it reads the whole lines before that
// length, because half a rule would be a broader one.
//
// All groups for the agent's product token count together. Only if there is none, those for "*" do (RFC 9309 section
// 2.2.1). Other lines, such as Crawl-delay, do not end a group (section 2.2.4).
func Parse(body []byte, agent, site string) *Rules {
	p := &parser{agent: token(agent), site: site}
	body = bom.UTF8(wholeLines(inflated(body)))
	for rest := body; len(rest) > 0; {
		p.line++
		p.readLine(cutLine(&rest))
	}
	r := p.rules()
	r.text = secondText(body, len(r.rules))
	return r
}

// inflated decompresses a file in gzip whose header did not say that it is compressed. Some servers store robots.txt this way. A crawler that cannot
// read rules must not conclude that there are none.
func inflated(body []byte) []byte {
	if !bytes.HasPrefix(body, []byte{0x1f, 0x8b}) {
		return body
	}
	r, err := content.NewReader(bytes.NewReader(body), []string{"gzip"}, MaxBytes+1)
	if err != nil {
		return body
	}
	defer r.Close()
	rules, _ := io.ReadAll(io.LimitReader(r, MaxBytes+1)) // what comes before damage counts
	return rules
}

// wholeLines cuts off a file that is longer than MaxBytes after its last whole line.
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
	members    bool // the current group has rules: the next name begins another
	own, other group
	usage      usageGroup
	sitemaps   []string
}

// group has the lines of all groups of one name.
type group struct {
	named bool
	rules []rule
	uses  []use
	delay time.Duration
}

// cutLine removes and returns the first line. It may end in CR, LF or both.
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

// readLine parses one line.
func (p *parser) readLine(line string) {
	line, _, _ = strings.Cut(line, "#")
	key, value, found := strings.Cut(line, ":")
	if !found {
		// "Disallow /x" is a common mistake. Google accepts it, too.
		if words := strings.Fields(line); len(words) == 2 {
			key, value = words[0], words[1]
		}
	}
	value = strings.Trim(value, " \t\f\v\x00")
	key = strings.TrimPrefix(key, "\uFEFF") // the mark of a file that was appended to another
	switch strings.ToLower(strings.TrimSpace(key)) {
	case "user-agent", "useragent", "user agent":
		p.readName(value)
	case "allow":
		p.readRule(value, true)
	case "disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw":
		p.readRule(value, false)
	case "crawl-delay", "crawldelay":
		p.readDelay(value)
	case "sitemap", "site-map":
		p.readSitemap(value)
	case "content-signal":
		p.readUse(permission.Signal, value)
	case "content-usage":
		p.readUse(permission.Usage, value)
	}
}

// readName begins a group, or adds a name to a group that has no rules yet.
func (p *parser) readName(value string) {
	if p.members || p.usage.members {
		p.usage = usageGroup{}
	}
	if p.members {
		p.ours, p.all, p.members = false, false, false
	}
	switch {
	case value == "*" || strings.HasPrefix(value, "* "):
		p.all, p.other.named, p.usage.all = true, true, true
	case p.agent != "" && token(value) == p.agent:
		p.ours, p.own.named, p.usage.ours = true, true, true
	}
}

// groups returns the groups that the current line belongs to.
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

// readRule parses an Allow or Disallow line. An empty value is no rule, but ends the list of the group's names.
func (p *parser) readRule(value string, allow bool) {
	p.members = true
	if value == "" || !p.ours && !p.all {
		return
	}
	if value[0] != '/' && value[0] != '*' {
		value = "/" + value // a common mistake
	}
	r := rule{pattern: strings.Clone(normal(value, asPattern)), allow: allow, line: p.line}
	for _, g := range p.groups() {
		g.rules = append(g.rules, r)
	}
}

// readDelay parses a Crawl-delay line. If there are several, the longest delay counts.
func (p *parser) readDelay(value string) {
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

// readSitemap parses a Sitemap line.
func (p *parser) readSitemap(value string) {
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

// rules returns the parsed rules, sorted so that the first matching rule decides.
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
	r := &Rules{CrawlDelay: g.delay, Sitemaps: p.sitemaps, rules: slices.Clip(g.rules), uses: slices.Clip(g.uses)}
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

// token returns the product token at the beginning of a User-Agent or a user-agent line, in lower case.
func token(agent string) string {
	agent = strings.ToLower(strings.TrimSpace(agent))
	end := strings.IndexFunc(agent, func(r rune) bool { return (r < 'a' || r > 'z') && r != '-' && r != '_' })
	if end >= 0 {
		agent = agent[:end]
	}
	return agent
}
