package robots

import (
	"bytes"

	"github.com/temoto/robotstxt"

	"gannet/internal/weburl"
)

// Verdict says whether robots.txt allows a URL, and why.
type Verdict struct {
	Allowed bool
	Why     string // the rule that decides, or why none does
	// Disputed says how a second reader of robots.txt decides differently. It is "" if that reader agrees or has not read the file.
	Disputed string
}

// Judge says whether the rules allow a canonical URL of their origin. r must come from this cache. Two parsers read each robots.txt: Rules
// follows RFC 9309, and temoto/robotstxt reads the file as many older crawlers do. The RFC decides; but with Strict, both must allow the
// URL. If the second parser rejects the whole file, only Rules decides.
func (c *Cache) Judge(r *Rules, url string) Verdict {
	var v Verdict
	v.Allowed, v.Why = r.Explain(url)
	second := c.secondOf(r)
	path := weburl.Path(url)
	if second == nil || path == "/robots.txt" || second.Test(path) == v.Allowed {
		return v
	}
	const twoWays = "robots.txt can be read in two ways: "
	if !v.Allowed {
		v.Disputed = twoWays + "by RFC 9309 it forbids this URL, and other readers find it allowed"
		return v
	}
	v.Disputed = twoWays + "by RFC 9309 it allows this URL, and other readers find it forbidden"
	if c.Strict {
		v.Allowed, v.Why = false, v.Disputed
	}
	return v
}

// Bounds of the second reading. A rule with a wildcard takes some 3 kB in it, so the result is kept for only a few files.
const (
	maxSecondBytes     = 64 << 10
	maxSecondWildcards = 1000
	maxSeconds         = 256
)

// secondText returns the text for the second reader. It is nil if the file is too long or has too many wildcards, or if it has no rule that could be
// read in two ways.
func secondText(body []byte, rules int) []byte {
	if rules == 0 || len(body) > maxSecondBytes || bytes.Count(body, []byte("*"))+bytes.Count(body, []byte("$")) > maxSecondWildcards {
		return nil
	}
	return bytes.Clone(body)
}

// second is a file as the second reader has read it. It has no group if that reader refused the file, as it does because of one bad line.
type second struct{ group *robotstxt.Group }

// secondOf returns the rules as the second reader has read them, nil if it has not read the file. The results of the latest maxSeconds files are
// kept.
func (c *Cache) secondOf(r *Rules) *robotstxt.Group {
	if r.text == nil {
		return nil
	}
	if s := r.second.Load(); s != nil {
		return s.group
	}
	s := &second{}
	if data, err := robotstxt.FromBytes(r.text); err == nil {
		s.group = data.FindGroup(token(c.agent))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	r.second.Store(s)
	if old := c.seconds[c.nextSecond]; old != nil {
		old.second.Store(nil)
	}
	c.seconds[c.nextSecond] = r
	c.nextSecond = (c.nextSecond + 1) % maxSeconds
	return s.group
}
