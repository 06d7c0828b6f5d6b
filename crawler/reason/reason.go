// Package reason owns the words for what becomes of links, and for how crawls end. Counts, the request log, status files,
// metrics and `gannet explain` use no others.
package reason

import "strings"

// Reason says in a few words what happened to a link, or why a crawl ended. Reasons are stored in files, so their words never change.
type Reason string

// These are the reasons of the class Refused: why the link of a page was taken from the queue but gave no page that is kept. See Table for
// what each means.
const (
	Status             Reason = "status " // and the status
	NotArchived        Reason = "not in the archive"
	OutOfScope         Reason = "out of scope: " // and the rule
	RobotsTxt          Reason = "robots.txt"
	RobotsUnreachable  Reason = "robots.txt unreachable"
	NoIndex            Reason = "noindex"
	UseRefused         Reason = "use refused by the owner: " // and the purpose
	Unreadable         Reason = "unreadable page"
	UnreadablePDF      Reason = "unreadable PDF"
	ReaderFailed       Reason = "reader failed"
	NoPosting          Reason = "PDF without a posting"
	Script             Reason = "a script"
	NoPostingInData    Reason = "data without a posting"
	FamilyShare        Reason = "text of many hosts (had its share of pages)"
	CanonicalKept      Reason = "canonical page kept instead"
	RedirectFollowed   Reason = "redirect (followed)"
	RedirectKnown      Reason = "redirect (to a known URL)"
	RedirectItself     Reason = "redirect (to itself)"
	RedirectLeftOut    Reason = "redirect (to a URL left out)"
	RedirectUnfollowed Reason = "redirect (not followed)" // by earlier versions, which did not say why
	ManyRedirects      Reason = "too many redirects"
	SlowHost           Reason = "slow host (waits for a worker)"
	CopyShare          Reason = "site of copies (waits for its share)"
	Fetch              Reason = "fetch"
	Killer             Reason = "page ended the process three times (dropped)"
	TooLong            Reason = "each visit took too long (dropped)"
	Stopped            Reason = "stopped before the page was kept (asked again)"
	Budget             Reason = "page budget spent before the page was kept (asked again)"
	Failed             Reason = "the crawl failed before the page was kept (asked again)"
)

// These are reasons of two classes: LeftOut (why a link is not followed) and Noticed (events that a crawl counts). See Table for what
// each means.
const (
	NoFollow       Reason = "nofollow"
	Trap           Reason = "trap: " // and what makes it one
	OtherPDF       Reason = "PDF on a page without jobs"
	BeyondKept     Reason = "link beyond those kept of a page"
	Soft404        Reason = "soft 404 (kept)"
	MadeByScript   Reason = "made by a script (its content may be missing)"
	NearIdentical  Reason = "near-identical page (kept, host slowed)"
	Mirrored       Reason = "page of another host again (kept, host slowed)"
	MissingPages   Reason = "missing page after missing page (host slowed)"
	LongBody       Reason = "body too long (kept in part)"
	CutBody        Reason = "body broke off (kept in part)"
	Rendered       Reason = "page rendered"
	NotRendered    Reason = "not rendered again"
	RenderFailed   Reason = "rendering failed (kept as it came)"
	GuessedCharset Reason = "encoding guessed (kept)"
	HeavyPage      Reason = "page too deep or heavy (kept without its structure)"
	UseReserved    Reason = "use reserved by the owner (kept): " // and the purpose
	RobotsTwoWays  Reason = "robots.txt can be read in two ways (RFC 9309 decides)"
	LongSitemap    Reason = "sitemap too long (read in part)"
	BrokenSitemap  Reason = "broken sitemap"
	NestedSitemaps Reason = "sitemaps nested too deep"
	BarrenSitemap  Reason = "sitemap after sitemaps without links"
	WaitingSitemap Reason = "sitemap (waits for pages)"
)

// These are the reasons of the class Ends: why a crawl ended.
const (
	EndPages   Reason = "page budget spent"
	EndDry     Reason = "harvest has run dry"
	EndTime    Reason = "time budget spent"
	EndEmpty   Reason = "no link left"
	EndStopped Reason = "stopped"
	EndStalled Reason = "only hosts that do not answer are left"
	EndFailing Reason = "only links that fail are left"
	EndBlocked Reason = "only blocked hosts are left"
	EndProxy   Reason = "the proxy does not serve us"
	EndLocal   Reason = "this machine cannot make connections"
	EndFailed  Reason = "failed"
)

// These are the reasons of the class Missed: why the host of a seed gave no posting. If the host gave no page at all, the reason is one of
// the class Refused. See package missed.
const (
	ByScript   Reason = "filled by a script"
	OnlyFeed   Reason = "only a feed or data"
	LinksWait  Reason = "its links wait"
	HostFails  Reason = "it fails, and its links wait"
	UnreadList Reason = "a list whose pages show no posting"
	NoList     Reason = "no list found"
)

// Outcomes of requests, in the log of requests. Other outcomes are statuses and kinds of failed requests.
const (
	Answered   Reason = "ok"
	Redirected Reason = "redirect"
)

// These reasons occur only in the output of `gannet explain`. They are worked out when a user asks about a URL, and are not stored.
const (
	Kept         Reason = "kept"
	Waiting      Reason = "waiting"
	HostBlocked  Reason = "host blocked"
	Underway     Reason = "being fetched"
	HostFull     Reason = "host's page budget spent"
	HostDead     Reason = "host given up after failures"
	HostGone     Reason = "host gone: its name does not exist"
	ReadSitemap  Reason = "read as a sitemap"
	ReadList     Reason = "read as a list of links"
	Unnoted      Reason = "done, without a page"
	NeverFound   Reason = "never found"
	SourceFar    Reason = "found beyond the depth of the crawl"
	NotLookedUp  Reason = "found, and not in the frontier"
	NotSought    Reason = "not in the frontier"
	FrontierLost Reason = "the frontier cannot be read"
)

// Of returns the row of the table for a reason, which may have more text after that of the row. ok is false if the text is not a reason.
func Of(r Reason) (row Row, ok bool) {
	for _, row := range table {
		if r == row.Reason || row.More != "" && strings.HasPrefix(string(r), string(row.Reason)) {
			return row, true
		}
	}
	return Row{}, false
}

// Sentence returns the meaning of a reason as a sentence, "" if the text is not a reason.
func (r Reason) Sentence() string {
	row, _ := Of(r)
	return row.Sentence
}
