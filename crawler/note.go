package crawler

import (
	"encoding/binary"
	"strings"
	"time"

	"gannet/crawler/reason"
	"gannet/frontier"
	"gannet/internal/weburl"
)

// Note says why a link that is done gave no page. The frontier keeps it.
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

// ExpiredNote is the note of a link that was dropped because each of its visits took too long, see frontier.Options.
func ExpiredNote(attempts int, now time.Time) []byte {
	return Note{Reason: reason.TooLong, Attempts: attempts, Time: now}.encode()
}

// ParseNote reads a note of the frontier. ok is false if there is none, as for links that earlier versions have done.
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

// withNote adds to an outcome why the visit's link gave no page.
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

// Origin is how a link of the frontier was found.
type Origin struct {
	Via, Anchor string
	Depth       int
	Sitemap     bool // it leads to a sitemap, or another host's robots.txt, not to a page
}

// ParseOrigin reads the data of a queued link.
func ParseOrigin(data []byte) (Origin, error) {
	t, err := parseTrail(data)
	return Origin{t.via, t.anchor, int(t.depth), t.kind == kindSitemap || t.kind == kindRobots}, err
}
