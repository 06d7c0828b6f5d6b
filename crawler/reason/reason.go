// Package reason owns the words for what becomes of links, and for how crawls end. Counts, the request log, status files,
// metrics and `gannet explain` use no others.
package reason

import "strings"

// Reason says in a few words what happened to a link, or why a crawl ended. Reasons are stored in files, so their texts must never change.
type Reason string

// These are the reasons why a link that was taken from the queue gave no page that is kept (class Refused). The function Table explains each
// reason in a sentence.
const (
	Status            Reason = "status " // and the status
	NotArchived       Reason = "not in the archive"
	OutOfScope        Reason = "out of scope: " // and the rule
	RobotsTxt         Reason = "robots.txt"
	RobotsUnreachable Reason = "robots.txt unreachable"
	NoIndex           Reason = "noindex"
	UseRefused        Reason = "use refused by the owner: " // and the purpose
	Unreadable        Reason = "unreadable page"
	UnreadablePDF     Reason = "unreadable PDF"
	ReaderFailed      Reason = "reader failed"
	NoPosting         Reason = "PDF without a posting"
	// Script says that the response is a script that a page loads; its links were added, but it is not kept.
	Script          Reason = "a script"
	NoPostingInData Reason = "data without a posting"
	// FamilyShare says that many hosts have pages with nearly the same text, and enough of these pages are kept already.
	FamilyShare      Reason = "text of many hosts (had its share of pages)"
	CanonicalKept    Reason = "canonical page kept instead"
	RedirectFollowed Reason = "redirect (followed)"
	RedirectKnown    Reason = "redirect (to a known URL)"
	RedirectItself   Reason = "redirect (to itself)"
	// RedirectLeftOut says that the URL redirects to a URL that is out of scope or looks like a trap.
	RedirectLeftOut Reason = "redirect (to a URL left out)"
	// RedirectUnfollowed was used by earlier versions for RedirectKnown, RedirectItself and RedirectLeftOut.
	RedirectUnfollowed Reason = "redirect (not followed)" // by earlier versions, which did not say why
	ManyRedirects      Reason = "too many redirects"
	SlowHost           Reason = "slow host (waits for a worker)"
	// CopyShare says that most pages of this site copy pages of other hosts, so the site gets few requests, and the link waits.
	CopyShare Reason = "site of copies (waits for its share)"
	// Fetch says that the request failed for a reason that has no Reason of its own.
	Fetch Reason = "fetch"
	// Killer says that the process crashed three times while this page was the only page that it visited.
	Killer  Reason = "page ended the process three times (dropped)"
	TooLong Reason = "each visit took too long (dropped)"
	Stopped Reason = "stopped before the page was kept (asked again)"
	Budget  Reason = "page budget spent before the page was kept (asked again)"
	Failed  Reason = "the crawl failed before the page was kept (asked again)"
)

// These are the reasons why a link is not followed (class LeftOut), and the names of events that a crawl counts (class Noticed). The function
// Table explains each of them in a sentence.
const (
	NoFollow Reason = "nofollow"
	Trap     Reason = "trap: " // and what makes it one
	// OtherPDF says that the link leads to a PDF, but the page with the link does not show jobs.
	OtherPDF Reason = "PDF on a page without jobs"
	// BeyondKept says that the page has more links than a crawl keeps of one page, and that this link comes after the links that are kept.
	BeyondKept Reason = "link beyond those kept of a page"
	Soft404    Reason = "soft 404 (kept)"
	// MadeByScript says that in a browser a script would probably make the content of the page, so the kept page may lack this content.
	MadeByScript  Reason = "made by a script (its content may be missing)"
	NearIdentical Reason = "near-identical page (kept, host slowed)"
	// Mirrored says that a page of another host has the same path and the same content. The page is kept, but its host gets requests less
	// often.
	Mirrored Reason = "page of another host again (kept, host slowed)"
	// MissingPages says that many successive requests to the host were for pages that do not exist, so the host gets requests less often.
	MissingPages Reason = "missing page after missing page (host slowed)"
	LongBody     Reason = "body too long (kept in part)"
	CutBody      Reason = "body broke off (kept in part)"
	Rendered     Reason = "page rendered"
	// NotRendered says that a page that was rendered before was revisited without a browser, so the revisit does not show whether the page has
	// changed.
	NotRendered    Reason = "not rendered again"
	RenderFailed   Reason = "rendering failed (kept as it came)"
	GuessedCharset Reason = "encoding guessed (kept)"
	HeavyPage      Reason = "page too deep or heavy (kept without its structure)"
	UseReserved    Reason = "use reserved by the owner (kept): " // and the purpose
	RobotsTwoWays  Reason = "robots.txt can be read in two ways (RFC 9309 decides)"
	LongSitemap    Reason = "sitemap too long (read in part)"
	BrokenSitemap  Reason = "broken sitemap"
	NestedSitemaps Reason = "sitemaps nested too deep"
	// BarrenSitemap says that the host's latest sitemaps had no links, so its further sitemaps are not requested.
	BarrenSitemap Reason = "sitemap after sitemaps without links"
	// WaitingSitemap says that the host's pages have not been useful enough yet for another sitemap to be requested.
	WaitingSitemap Reason = "sitemap (waits for pages)"
)

// These are the reasons why a crawl ended (class Ends). The function Table explains each reason in a sentence.
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
	// ByScript says that a script fills the page in a browser, and its data have no posting that can be read.
	ByScript Reason = "filled by a script"
	// OnlyFeed says that the host has its postings only in a feed, or in data of a form that is not read.
	OnlyFeed Reason = "only a feed or data"
	// LinksWait says that the crawl ended before it requested the links of the host.
	LinksWait Reason = "its links wait"
	// HostFails says that the latest request to the host failed, and its links are still queued.
	HostFails Reason = "it fails, and its links wait"
	// UnreadList says that the host has lists of postings, but no posting was found on the pages to which these lists link.
	UnreadList Reason = "a list whose pages show no posting"
	// NoList says that neither a posting nor a list of postings was found on the host's pages.
	NoList Reason = "no list found"
)

// Outcomes of requests, in the log of requests. Other outcomes are statuses and kinds of failed requests.
const (
	// Answered is the outcome of a request whose response has a status from 200 to 299.
	Answered Reason = "ok"
	// Redirected is the outcome of a request whose response is a redirect.
	Redirected Reason = "redirect"
)

// These reasons describe the present state of a URL (class Stands). Only `gannet explain` uses them: it finds out the reason when a user asks
// about a URL, and does not store it.
const (
	Kept        Reason = "kept"
	Waiting     Reason = "waiting"
	HostBlocked Reason = "host blocked"
	Underway    Reason = "being fetched"
	HostFull    Reason = "host's page budget spent"
	HostDead    Reason = "host given up after failures"
	HostGone    Reason = "host gone: its name does not exist"
	ReadSitemap Reason = "read as a sitemap"
	ReadList    Reason = "read as a list of links"
	// Unnoted says that the link gave no page. An earlier version of gannet, which stored no reasons, requested the link.
	Unnoted Reason = "done, without a page"
	// NeverFound says that no kept page links to the URL.
	NeverFound Reason = "never found"
	// SourceFar says that all pages with the link are already as far from a seed as the depth limit allows.
	SourceFar Reason = "found beyond the depth of the crawl"
	// NotLookedUp says that kept pages link to the URL, but the URL is not in the frontier.
	NotLookedUp Reason = "found, and not in the frontier"
	// NotSought says that the URL is not in the frontier, and no search for pages with the link was made.
	NotSought    Reason = "not in the frontier"
	FrontierLost Reason = "the frontier cannot be read"
)

// Of returns the row of the Table for a reason. r may be longer than the reason's own text by a detail, such as a status. ok is false if r is
// not a reason.
func Of(r Reason) (row Row, ok bool) {
	for _, row := range table {
		if r == row.Reason || row.More != "" && strings.HasPrefix(string(r), string(row.Reason)) {
			return row, true
		}
	}
	return Row{}, false
}

// Sentence returns the meaning of a reason as a sentence, or "" if the text is not a reason.
func (r Reason) Sentence() string {
	row, _ := Of(r)
	return row.Sentence
}
