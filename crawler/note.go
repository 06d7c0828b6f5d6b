package crawler

import (
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/frontier"
	"gannet/internal/weburl"
)

// Note says why a link gave no page when it was visited or dropped. The frontier stores the note with the link.
type Note struct {
	Reason   reason.Reason
	Detail   string // what the host answered, or the rule, if that says more
	Attempts int    // requests for it, and refusals before a request
	Time     time.Time
}

// maxDetail is how many bytes of a detail are kept. A longer one ends with cutMark.
const (
	maxDetail = 600
	cutMark   = "…"
)

// encode returns the note: uvarint attempts, varint Unix seconds, the reason, and behind a zero byte the detail.
func (n Note) encode() []byte {
	b := binary.AppendVarint(binary.AppendUvarint(nil, uint64(n.Attempts)), n.Time.Unix())
	b = append(b, n.Reason...)
	detail := weburl.Scrub(n.Detail)
	if detail == "" || detail == string(n.Reason) {
		return b
	}
	if len(detail) > maxDetail {
		detail = detail[:maxDetail] + cutMark
	}
	return append(append(b, 0), strings.ToValidUTF8(detail, "")...)
}

// ExpiredNote returns the encoded Note of a link that was dropped because each attempt to visit it took too long; see frontier.Options.
func ExpiredNote(attempts int, now time.Time) []byte {
	return Note{Reason: reason.TooLong, Attempts: attempts, Time: now}.encode()
}

// ParseNote decodes the Note of a link in the frontier. ok is false if the link has no Note, as links of earlier versions.
func ParseNote(b []byte) (n Note, ok bool) {
	attempts, size := binary.Uvarint(b)
	if size <= 0 {
		return n, false
	}
	b = b[size:]
	seconds, size := binary.Varint(b)
	if size <= 0 {
		return n, false
	}
	why, detail, _ := strings.Cut(string(b[size:]), "\x00")
	return Note{reason.Reason(why), detail, int(attempts), time.Unix(seconds, 0).UTC()}, why != ""
}

// withNote adds a Note to an outcome that says why the visit's link gave no page.
func (v *visit) withNote(o outcome) outcome {
	if o.way != endLease || v.refusal == "" {
		return o
	}
	o.end.NoPage = true
	switch o.end.Result {
	case frontier.Finish, frontier.Drop, frontier.Retry, frontier.Postpone:
		n := Note{Reason: v.refusal, Detail: v.detail, Attempts: v.lease.Attempt, Time: v.clock.Now()}
		o.end.Note = n.encode()
	}
	return o
}

// Origin says how a link in the frontier was found.
type Origin struct {
	Via, Anchor string
	Depth       int
	Sitemap     bool // it leads to a sitemap, or another host's robots.txt, not to a page
}

// ParseOrigin decodes the data with which a link is stored in the frontier.
func ParseOrigin(data []byte) (Origin, error) {
	t, err := parseTrail(data)
	return Origin{t.via, t.anchor, int(t.depth), t.kind == kindSitemap || t.kind == kindRobots}, err
}

// A Redirect describes a response that redirects to another URL. It is stored in the Detail of a Note.
type Redirect struct {
	Target string // "" if it was too long to be kept
	Rule   string // why the target is no link of the crawl: a rule of its scope, or a trap; "" if it may be one
	Cookie bool   // the response sets a cookie, which is not sent back
}

const (
	redirectTo = "redirect to "
	setsCookie = ", sets a cookie"
)

// detail returns the redirect as the detail of a note.
func (r *Redirect) detail() string {
	text := redirectTo + r.Target
	if r.Rule != "" {
		text += ", " + r.Rule
	}
	if r.Cookie {
		text += setsCookie
	}
	return text
}

// parseRedirect reads a detail. ok is false for the detail of anything else.
func parseRedirect(detail string) (r Redirect, ok bool) {
	text, ok := strings.CutPrefix(detail, redirectTo)
	if !ok {
		return r, false
	}
	text, r.Cookie = strings.CutSuffix(text, setsCookie)
	r.Target, r.Rule, _ = strings.Cut(text, ", ")
	if strings.HasSuffix(r.Target, cutMark) {
		r.Target = ""
	}
	return r, true
}

// Redirect returns the redirect that a note describes. ok is false if the note describes anything else.
func (n *Note) Redirect() (r Redirect, ok bool) { return parseRedirect(n.Detail) }

// redirect ends a visit that was redirected. The target becomes a link with the priority of the visit's link. Robots.txt, traps and
// the seen set apply to it as to any other link.
func (v *visit) redirect(resp *fetch.Response) outcome {
	r := Redirect{Target: resp.Redirect, Cookie: len(resp.Header["Set-Cookie"]) > 0}
	t, link := v.trail, r.Target
	t.hops++
	if t.kind == kindSitemap {
		_, host := parseSitemapLink(v.lease.URL)
		link = sitemapLink(link, host)
	}
	r.Rule = string(v.excluded(&t, link))
	v.noteFailure(r.detail())
	switch {
	case link == v.lease.URL:
		v.refuse(reason.RedirectItself)
	case v.trail.hops >= maxRedirects:
		v.refuse(reason.ManyRedirects)
	case v.pushSuccessor(&t, link):
		v.refuse(reason.RedirectFollowed)
	case r.Rule != "":
		v.refuse(reason.RedirectLeftOut)
	default:
		v.refuse(reason.RedirectKnown)
	}
	return finished
}

// InACircle describes in words that redirects form a circle: one URL redirects to itself, or the last of several URLs redirects to the first.
// cookie says that a response set a cookie which the crawl did not send back.
func InACircle(urls int, cookie bool) string {
	text := "a redirect to itself"
	if urls > 1 {
		text = "redirects in a circle"
	}
	if cookie {
		text += ", with a cookie that gannet does not send back: --cookies sends those of a file"
	}
	return text
}

// ofSeed says in a few words why a seed, or a URL to which it was redirected, gave no page.
func (f *failures) ofSeed(url string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var way, seen []string
	cookie := false
	for {
		why, known := f.seeds.get(url)
		switch {
		case !known && len(way) == 0:
			return ""
		case !known:
			why = "no answer in time"
		}
		seen = append(seen, url)
		r, redirects := parseRedirect(why)
		cookie = cookie || r.Cookie
		switch at := slices.Index(seen, r.Target); {
		case r.Rule != "":
			why += ": give that URL as the seed, or change the rule"
		case redirects && at >= 0:
			why = InACircle(len(seen)-at, cookie)
		case redirects:
			way, url = append(way, redirectTo+r.Target), r.Target
			continue
		}
		return strings.Join(append(way, why), ", ")
	}
}
