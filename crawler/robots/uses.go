package robots

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"gannet/features/permission"
	"gannet/internal/weburl"
)

// use is a statement about the use of the paths that a pattern matches.
type use struct {
	path     rule
	standard permission.Standard
	place    string
	raw      string
}

func (u *use) addTo(r permission.Record) permission.Record { return r.Add(u.standard, u.place, u.raw) }

// usageGroup says for which crawlers a Content-Usage line is. The draft makes the line a rule of its group, so the next User-agent line begins
// another group. For RFC 9309 it is an unknown line, which ends no group of Allow and Disallow lines (section 2.2.4).
type usageGroup struct{ ours, all, members bool }

// readUse parses a Content-Signal or Content-Usage line. A path may come before the preferences (draft-ietf-aipref-attach-05, section 3.2).
func (p *parser) readUse(standard permission.Standard, value string) {
	p.usage.members = true
	u := use{standard: standard, place: fmt.Sprintf("robots.txt line %d", p.line), raw: strings.Clone(value)}
	if path, _, found := cutBlank(value); strings.HasPrefix(value, "/") && found {
		u.path.pattern = strings.Clone(normal(path, asPattern))
	}
	if p.usage.ours {
		p.own.uses = append(p.own.uses, u)
	}
	if p.usage.all {
		p.other.uses = append(p.other.uses, u)
	}
}

// cutBlank cuts a value at its first blank or tab.
func cutBlank(value string) (before, after string, found bool) {
	if i := strings.IndexAny(value, " \t"); i >= 0 {
		return value[:i], strings.TrimLeft(value[i:], " \t"), true
	}
	return value, "", false
}

// Uses returns what robots.txt says about the permitted uses of a canonical URL, such as the training of AI. For each standard of such
// statements, those with the longest matching path count. If several are equally long, all of them count.
func (r *Rules) Uses(url string) (found permission.Record) {
	if len(r.uses) == 0 {
		return nil
	}
	path := normalPath(weburl.Path(url))
	for _, standard := range []permission.Standard{permission.Signal, permission.Usage} {
		longest := -1
		var of permission.Record
		for i := range r.uses {
			u := &r.uses[i]
			n := len(u.path.pattern)
			if u.standard != standard || n < longest || !u.path.matches(path) {
				continue
			}
			if n > longest {
				longest, of = n, nil
			}
			of = u.addTo(of)
		}
		found = found.Join(of)
	}
	return found
}

// The paths of files in which owners make statements about a site. They may exist beside robots.txt.
const (
	// TDMFile is the path of a site's file about text and data mining, in the TDM Reservation Protocol.
	TDMFile = "/.well-known/tdmrep.json"
	// AIFile is the path of a site's ai.txt, which says whether AI may be trained on its pages.
	AIFile = "/ai.txt"
)

// UseFile is the content of a TDMFile or an AIFile: statements about how a site's pages may be used.
type UseFile struct{ uses []use }

// maxUseFiles and maxFileUses bound the files that a Cache has, and the statements in each. A file that is dropped is requested again.
const maxUseFiles, maxFileUses = 1 << 14, 1000

type keptUseFile struct {
	file    *UseFile
	expires time.Time
}

// UseFile returns the UseFile at a URL. known is false if the cache does not have it or it has expired.
func (c *Cache) UseFile(now time.Time, url string) (file *UseFile, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept, known := c.useFiles[url]
	if !known || !now.Before(kept.expires) {
		return nil, false
	}
	return kept.file, true
}

// KeepUseFile stores a UseFile in the cache. It expires after the same time as robots.txt rules.
func (c *Cache) KeepUseFile(now time.Time, url string, file *UseFile) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for other := range c.useFiles {
		if len(c.useFiles) < maxUseFiles {
			break
		}
		delete(c.useFiles, other)
	}
	c.useFiles[url] = keptUseFile{file, now.Add(Keep)}
}

// ParseUseFile parses the body of the file at path, which is TDMFile or AIFile. It ignores what it cannot understand.
func ParseUseFile(path string, body []byte) *UseFile {
	uses := disallowed
	if path == TDMFile {
		uses = reservations
	}
	list := uses(body)
	return &UseFile{list[:min(len(list), maxFileUses)]}
}

// reservations reads the rules of a tdmrep.json.
func reservations(body []byte) (uses []use) {
	var list []json.RawMessage
	if json.Unmarshal(body, &list) != nil {
		return nil
	}
	for _, raw := range list {
		var r struct{ Location string }
		var line bytes.Buffer
		if json.Unmarshal(raw, &r) == nil && r.Location != "" && json.Compact(&line, raw) == nil {
			uses = append(uses, use{rule{pattern: normal(r.Location, asPattern)}, permission.TDM, TDMFile, line.String()})
		}
	}
	return uses
}

// disallowed reads the rules of an ai.txt that are for all crawlers, sorted so that the first matching rule decides. Their grammar is that of
// robots.txt.
func disallowed(body []byte) (uses []use) {
	for _, r := range Parse(body, "", "").rules {
		name := "Disallow"
		if r.allow {
			name = "Allow"
		}
		uses = append(uses, use{r, permission.AITxt, fmt.Sprintf("ai.txt line %d", r.line), name + ": " + r.pattern})
	}
	return uses
}

// Uses returns what the file says about the permitted uses of a canonical URL. The first rule that matches the URL decides.
func (f *UseFile) Uses(url string) permission.Record {
	path := normalPath(weburl.Path(url))
	for i := range f.uses {
		if f.uses[i].path.matches(path) {
			return f.uses[i].addTo(nil)
		}
	}
	return nil
}
