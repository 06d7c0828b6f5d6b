package reason

import (
	"slices"

	"gannet/crawler/fetch"
)

// Row is one row of the Table: a reason with its class and its meaning.
type Row struct {
	Reason   Reason
	More     string // what may follow the text; "" if it is the whole reason
	Of       Class
	Sentence string
}

// Class groups the reasons by what they explain: a link without a page, the end of a crawl, and so on.
type Class string

// These are the classes of reasons.
const (
	// Refused is the class of reasons why a link that was taken from the queue gave no page that is kept. Every link that was taken gives a
	// kept page or counts as refused.
	Refused Class = "refused"
	// LeftOut is the class of reasons why a link on a page is not followed.
	LeftOut Class = "left out"
	// Noticed is the class of events that a crawl only counts, such as an unusual page that is kept.
	Noticed Class = "noticed"
	// Ends is the class of reasons why a crawl has ended.
	Ends Class = "end"
	// Stands is the class of reasons that describe the present state of a URL. Only `gannet explain` prints them.
	Stands Class = "explained"
	// Missed is the class of reasons why the host of a seed gave no posting.
	Missed Class = "missed"
	// Answers is the class of outcomes of a request, which the log of requests has.
	Answers Class = "requests"
)

// Table returns all reasons with their classes and meanings.
func Table() []Row { return slices.Clone(table) }

var table = []Row{
	{Status, "the status", Refused, "The server returned this status. A request with status 408, 421, 425, 429 or 5xx is tried again, others are not."},
	{NotArchived, "", Refused, "The frozen web (a recorded set of pages) has no response for the URL, so it is not known what the server would have returned."},
	{OutOfScope, "the rule", Refused, "A rule of the crawl's scope leaves the URL out, so it is not requested."},
	{RobotsUnreachable, "", Refused, "The host's robots.txt could not be read, so no page may be requested; the link waits until it can be read."},
	{RobotsTxt, "", Refused, "A rule of the host's robots.txt forbids the URL."},
	{NoIndex, "", Refused, "The page or its header says that the page must not be indexed, so it is not kept. The links of the page were followed, unless the page forbids that as well."},
	{UseRefused, "the purpose", Refused, "The owner of the page refuses the use that --purpose names, so the page was not requested, or not kept. `gannet explain` cites the owner's statement."},
	{Unreadable, "", Refused, "The body could not be read as a page."},
	{ReaderFailed, "", Refused, "An error in gannet's code stopped the reading of the page. The page was left out, or kept without its postings or links. The file of --log has the stack trace; please report the error."},
	{UnreadablePDF, "", Refused, "The PDF is broken, encrypted, too large, without text, or takes too much time or memory to read."},
	{NoPosting, "", Refused, "The PDF was read and has no job posting."},
	{Script, "", Refused, "The response is a script that a page loads. The addresses that the script requests were added as links."},
	{NoPostingInData, "", Refused, "The response in JSON or XML was read and has no job posting."},
	{FamilyShare, "", Refused, "Many hosts have pages with nearly the same text, and enough of these pages are kept already. Most pages of this page's site are such copies of other hosts' pages."},
	{ReadList, "", Refused, "The response is a feed or a sitemap. Its links were added to the queue, but it is not kept as a page."},
	{CanonicalKept, "", Refused, "The page names another page as its canonical page, and the canonical page is kept."},
	{RedirectFollowed, "", Refused, "The URL redirects, and the target of the redirect was added to the queue."},
	{RedirectKnown, "", Refused, "The URL redirects to a URL that the crawl knew already."},
	{RedirectItself, "", Refused, "The URL redirects to itself, so it leads to no page."},
	{RedirectLeftOut, "", Refused, "The URL redirects to a URL that is out of scope or looks like a trap."},
	{RedirectUnfollowed, "", Refused, "The URL redirects to a URL that was known, out of scope, or a trap. An earlier version of gannet requested the URL, and did not record which of the three applies."},
	{ManyRedirects, "", Refused, "Ten redirects in a row led to the URL, and the URL redirects again."},
	{SlowHost, "", Refused, "The host responds slowly, so the request was cancelled or postponed to leave the worker to faster hosts. The link stays queued."},
	{CopyShare, "", Noticed, "Most pages of this site are copies of pages of other hosts, or most sites that were found in the same way, or at the same IP address, are such sites. Sites of copies get only a small share of the requests, so the link waits."},
	{Killer, "", Refused, "The process crashed three times while this page was the only one that it visited, so the link was dropped."},
	{TooLong, "", Stands, "Each attempt to request and read the page took longer than the time for which a worker may keep a link."},
	{Stopped, "", Refused, "The crawl ended before the page was kept; the next run requests it again."},
	{Budget, "", Refused, "The page budget was spent before the page was kept; the next run requests it again."},
	{Failed, "", Refused, "The crawl failed before the page was kept; the next run requests it again."},
	{Reason(fetch.BadURL), "", Refused, "The URL's scheme is neither http nor https."},
	{Reason(fetch.DNS), "", Refused, "The host's name has no address, or it could not be resolved."},
	{Reason(fetch.Private), "", Refused, "The host's address is not public; --allow-private allows it."},
	{Reason(fetch.Connect), "", Refused, "A connection to the server could not be made."},
	{Reason(fetch.TLS), "", Refused, "A secure connection could not be made, for example because the certificate is wrong."},
	{Reason(fetch.Timeout), "", Refused, "The response took longer than --timeout allows."},
	{Reason(fetch.Reset), "", Refused, "The connection ended before the whole response had arrived."},
	{Reason(fetch.Session), "", Refused, "The server redirects to the same page under a URL with a session id; next, the page is requested under that URL."},
	{Reason(fetch.Stale), "", Refused, "The request was sent over an open connection that the server had just closed. The request is sent again."},
	{Reason(fetch.ContentType), "", Refused, "The response is not an HTML page."},
	{Reason(fetch.Protocol), "", Refused, "The response does not follow the HTTP protocol."},
	{Reason(fetch.Proxy), "", Refused, "The proxy cannot be reached, or refuses the request; the link is requested again."},
	{Reason(fetch.OtherProxy), "", Refused, "The proxy or the host failed; the link is requested again through another proxy."},
	{Reason(fetch.Local), "", Refused, "This machine has no more files or ports for connections; the link is requested again."},
	{Reason(fetch.Canceled), "", Refused, "The crawl ended during the request; the next run requests it again."},
	{Fetch, "", Refused, "The request failed for a reason that is not in this list."},
	{NoFollow, "", LeftOut, "The link, or its page, says that it is not to be followed."},
	{Trap, "what makes it one", LeftOut, "The URL looks like one of endlessly many that a server generates."},
	{OtherPDF, "", LeftOut, "A crawl for jobs reads a PDF file only if a page that shows jobs links to it. No page with this link shows jobs."},
	{BeyondKept, "", LeftOut, "The page has more links than gannet keeps for one page, and this link comes after those that are kept."},
	{MadeByScript, "", Noticed, "In a browser, a script would probably make the content of the page. In a crawl for jobs, gannet also found no posting in the data of the page. The page is kept as it was received."},
	{Soft404, "", Noticed, "The title of the page says that the page does not exist, although its status is 200. The page is kept."},
	{NearIdentical, "", Noticed, "The page is almost identical to an earlier page of its host; it is kept, and its host gets requests less often."},
	{Mirrored, "", Noticed, "A page of another host has the same path and the same content. The page is kept, but its host gets requests less often."},
	{MissingPages, "", Noticed, "Many successive requests to the host were for pages that do not exist, so the host gets requests less often."},
	{LongBody, "", Noticed, "The body is longer than --max-body and was cut off, or a response in JSON or XML has no end or too many values. Complete records of JSON or XML before that point are read. At a revisit, postings that are missing from such a response are not closed."},
	{CutBody, "", Noticed, "The connection ended or stalled before the whole page had arrived, or the body is damaged. The part that was received is kept."},
	{UseReserved, "the purpose", Noticed, "The owner refuses this use of the page. The page is kept, because --purpose does not name this use; `gannet explain` cites the owner's statement."},
	{RobotsTwoWays, "", Noticed, "RFC 9309 and another common parser of robots.txt disagree: by one of them the host's robots.txt allows the URL, by the other it forbids the URL. The crawl follows RFC 9309. With --robots strict it does not request the URL in either case."},
	{Rendered, "", Noticed, "A script inserts the content of the page, so a browser ran the script (--render). The document that the browser made is kept."},
	{NotRendered, "", Noticed, "A page that was rendered in a browser before was revisited without rendering: there was no browser, the browser's share of time was used up, or the browser or a request of the page failed. The revisit therefore does not show whether the content of the page has changed."},
	{RenderFailed, "", Noticed, "The browser crashed, hung, or needed too much memory or time for the page. The page was kept as it was received."},
	{GuessedCharset, "", Noticed, "Nothing declares the encoding of the page, and the page is not in UTF-8. The encoding was guessed from the letters, the language and the host."},
	{HeavyPage, "", Noticed, "Reading the whole structure of the page would take too much memory."},
	{LongSitemap, "", Noticed, "The sitemap lists more URLs than gannet reads from one sitemap."},
	{BrokenSitemap, "", Noticed, "The sitemap cannot be read to its end."},
	{NestedSitemaps, "", Noticed, "A sitemap lists other sitemaps, which list further sitemaps, in more levels than gannet follows."},
	{BarrenSitemap, "", Noticed, "The host's latest sitemaps listed no links, so no further sitemap of the host is requested."},
	{WaitingSitemap, "", Noticed, "The host's pages have not been useful enough yet for another sitemap to be requested."},
	{ByScript, "", Missed, "In a browser, a script fills the page. The data in the page have no posting that gannet can read. With --render auto, the crawl would use a browser."},
	{OnlyFeed, "", Missed, "The host has its openings only in a feed, or in data of a form that gannet does not read, such as CSV. Gannet reads postings from pages, JSON and XML; of a feed it only follows the links."},
	{LinksWait, "", Missed, "The crawl ended before it requested the host's links. Run the crawl again to continue."},
	{HostFails, "", Missed, "The latest request to the host failed. Run the crawl again later to continue."},
	{UnreadList, "", Missed, "The host has lists of openings, but gannet found no posting on the pages to which these lists link. `gannet look URL` shows what gannet reads on such a page."},
	{NoList, "", Missed, "Gannet found neither a posting nor a list of postings on the host's pages. Try a seed that is closer to the list of postings."},
	{EndPages, "", Ends, "The crawl has as many pages as --pages allows."},
	{EndDry, "", Ends, "So few of the latest pages were relevant that --until-dry ended the crawl."},
	{EndTime, "", Ends, "The crawl took as long as --time allows."},
	{EndEmpty, "", Ends, "No link is queued any more: each link was requested, left out, or dropped with its host."},
	{EndStopped, "", Ends, "Somebody stopped the crawl."},
	{EndStalled, "", Ends, "All queued links have failed or are of hosts that do not respond, and the time of --wait is over."},
	{EndFailing, "", Ends, "All queued links have failed although their hosts respond, for example with status 500, and the time of --wait is over."},
	{EndBlocked, "", Ends, "All queued links are of hosts that a user has blocked; with `--block none` the crawl continues with them."},
	{EndProxy, "", Ends, "The proxy refused all requests of the crawl for the whole time of --wait."},
	{EndLocal, "", Ends, "This machine had no files or ports for connections for the whole time of --wait."},
	{EndFailed, "", Ends, "The crawl could not continue because of an error, which is printed."},
	{Answered, "", Answers, "The server returned a status from 200 to 299."},
	{Redirected, "", Answers, "The server returned a redirect."},
	{Kept, "", Stands, "The page is kept."},
	{Waiting, "", Stands, "The link is queued: other links have a higher priority, its host has to pause, or an earlier request for the link failed."},
	{HostBlocked, "", Stands, "The link waits until a user unblocks its host."},
	{Underway, "", Stands, "The page of the link is being fetched at this moment."},
	{HostFull, "", Stands, "As many pages of the host are kept as --per-host allows, or ten times as many of its links gave no page. The other links of the host were dropped."},
	{HostDead, "", Stands, "The host failed too often in a row, and its links were dropped."},
	{HostGone, "", Stands, "The name of the host does not exist, so its links were dropped. The next run looks the name up again."},
	{ReadSitemap, "", Stands, "The URL is a sitemap or a feed. Its links were added to the queue, but it is not kept as a page."},
	{Unnoted, "", Stands, "The link gave no page that is kept. An earlier version of gannet requested the link and did not store the reason."},
	{NeverFound, "", Stands, "No kept page links to the URL. Of pages with very many links, only some links are kept."},
	{SourceFar, "", Stands, "All pages with the link are already as many links away from a seed as --depth allows."},
	{NotLookedUp, "", Stands, "Kept pages link to the URL, but the URL is not in the frontier (the queue of links). A rule of an earlier run may have left it out, its host may have been given up, or a run may have been killed."},
	{NotSought, "", Stands, "The URL is not in the frontier (the queue of links). `gannet explain` looks for pages that link to it."},
	{FrontierLost, "", Stands, "The frontier (the queue of links) is missing or damaged, so it is not known what happened to the link."},
}
