package reason

import (
	"slices"

	"gannet/crawler/fetch"
)

// Row is a line of the table of reasons.
type Row struct {
	Reason   Reason
	More     string // what may follow the text; "" if it is the whole reason
	Of       Class
	Sentence string
}

// Class says which kind of thing a reason is about.
type Class string

// The classes. Links that are refused were requested, so the number of requested links is the sum of kept and refused ones.
const (
	Refused Class = "refused"
	LeftOut Class = "left out"
	Noticed Class = "noticed"
	Ends    Class = "end"
	Stands  Class = "explained"
	Missed  Class = "missed"
	Answers Class = "requests"
)

// Table returns all reasons.
func Table() []Row { return slices.Clone(table) }

var table = []Row{
	{Status, "the status", Refused, "The server answered with this status; 408, 421, 425, 429 and 5xx are tried again, others are not."},
	{NotArchived, "", Refused, "The frozen web has no answer for the URL, so it is not known what the server would have returned."},
	{OutOfScope, "the rule", Refused, "A rule of the crawl's scope leaves the URL out, so it is not requested."},
	{RobotsUnreachable, "", Refused, "The host did not give its robots.txt, so nothing may be requested; the link waits for it."},
	{RobotsTxt, "", Refused, "A rule of the host's robots.txt forbids the URL."},
	{NoIndex, "", Refused, "The page, or its header, forbids to keep it; its links were followed unless it forbids that, too."},
	{UseRefused, "the purpose", Refused, "The owner refuses the purpose that --purpose names, so the page was not requested, or not kept. `gannet explain` cites the line."},
	{Unreadable, "", Refused, "The body could not be read as a page."},
	{ReaderFailed, "", Refused, "A fault of gannet ended the reading of the page, which was left out, or kept without its postings or links. --log has the stack; please report it."},
	{UnreadablePDF, "", Refused, "The PDF is broken, encrypted, too large, without text, or takes too much time or memory to read."},
	{NoPosting, "", Refused, "The PDF was read and holds no job posting."},
	{Script, "", Refused, "The answer is a script of a page. What it requests became links."},
	{NoPostingInData, "", Refused, "The answer in JSON or XML was read and holds no job posting."},
	{FamilyShare, "", Refused, "Many hosts have nearly the same text, and enough pages of it are kept; the page's site gives mostly such copies."},
	{ReadList, "", Refused, "The answer is a feed or a sitemap. Its links were taken, and it is no page."},
	{CanonicalKept, "", Refused, "The page names another one as canonical, and that one is kept."},
	{RedirectFollowed, "", Refused, "The URL redirects, and its target is a link of its own."},
	{RedirectKnown, "", Refused, "The URL redirects to one that was a link of the crawl already."},
	{RedirectItself, "", Refused, "The URL redirects to itself, so that it leads to no page."},
	{RedirectLeftOut, "", Refused, "The URL redirects to one that is out of scope, or looks like a trap."},
	{RedirectUnfollowed, "", Refused, "The URL redirects to one that was known, out of scope, or a trap; an earlier version, which did not say which, requested it."},
	{ManyRedirects, "", Refused, "The URL is at the end of ten redirects, and redirects again."},
	{SlowHost, "", Refused, "The request was cut off, or put off, for hosts that answer quickly; the link waits."},
	{CopyShare, "", Noticed, "Most pages of this site copy pages of other hosts, or most sites that were found in the same way or at the same address do. Such sites get a small share of the requests, so the link waits."},
	{Killer, "", Refused, "The process ended three times while it visited this page alone, so the link was dropped."},
	{TooLong, "", Stands, "Each attempt to request and read the page took longer than a worker may keep a link."},
	{Stopped, "", Refused, "The crawl ended before the page was kept; the next run requests it again."},
	{Budget, "", Refused, "The page budget was spent before the page was kept; the next run requests it again."},
	{Failed, "", Refused, "The crawl failed before the page was kept; the next run requests it again."},
	{Reason(fetch.BadURL), "", Refused, "The URL's scheme is neither http nor https."},
	{Reason(fetch.DNS), "", Refused, "The host's name has no address, or the name could not be resolved."},
	{Reason(fetch.Private), "", Refused, "The host's address is not public; --allow-private allows it."},
	{Reason(fetch.Connect), "", Refused, "No connection to the server could be made."},
	{Reason(fetch.TLS), "", Refused, "No secure connection could be made, for example because of a wrong certificate."},
	{Reason(fetch.Timeout), "", Refused, "The answer took longer than --timeout allows."},
	{Reason(fetch.Reset), "", Refused, "The connection ended before the answer did."},
	{Reason(fetch.Session), "", Refused, "The server redirects to the same page with a session in its URL; the link is requested there next."},
	{Reason(fetch.Stale), "", Refused, "The server had closed a connection that was used before; the link is requested again."},
	{Reason(fetch.ContentType), "", Refused, "The answer is no HTML page."},
	{Reason(fetch.Protocol), "", Refused, "The answer cannot be understood as HTTP."},
	{Reason(fetch.Proxy), "", Refused, "The proxy cannot be reached, or refuses to serve us; the link is requested again."},
	{Reason(fetch.OtherProxy), "", Refused, "The proxy or the host failed; the link is requested again through another proxy."},
	{Reason(fetch.Local), "", Refused, "This machine could not make another connection; the link is requested again."},
	{Reason(fetch.Canceled), "", Refused, "The crawl ended during the request; the next run requests it again."},
	{Fetch, "", Refused, "The request failed in a way that has no name."},
	{NoFollow, "", LeftOut, "The link, or its page, says that it is not to be followed."},
	{Trap, "what makes it one", LeftOut, "The URL looks like one of endlessly many that a server makes up."},
	{OtherPDF, "", LeftOut, "A crawl for jobs takes PDF files from pages that show jobs; all pages with this link show none."},
	{BeyondKept, "", LeftOut, "The page has more links than gannet keeps for one page."},
	{MadeByScript, "", Noticed, "A script probably makes the page's content in a browser, and a crawl for jobs found no posting in its data; it is kept as it was received, and is no posting."},
	{Soft404, "", Noticed, "The page says in its title that it is missing, though its status is 200; it is kept."},
	{NearIdentical, "", Noticed, "The page is almost identical to an earlier page of its host; it is kept, and its host gets requests less often."},
	{Mirrored, "", Noticed, "Another host has the same page under the same path; it is kept, and its host gets requests less often."},
	{MissingPages, "", Noticed, "The host returns one missing page after another, so it gets requests less often."},
	{LongBody, "", Noticed, "The body is longer than --max-body and was cut."},
	{CutBody, "", Noticed, "The connection ended or stopped before the whole page had come, or the body is damaged. What came before is kept."},
	{UseReserved, "the purpose", Noticed, "The owner refuses this purpose. The page is kept, because --purpose does not name it; `gannet explain` cites the line."},
	{RobotsTwoWays, "", Noticed, "By RFC 9309 robots.txt allows the URL and other readers find it forbidden, or the other way round. --robots strict refuses what either refuses."},
	{Rendered, "", Noticed, "A browser has made the page, because a script inserts what it shows (--render); what is kept is the document that it made."},
	{NotRendered, "", Noticed, "A page that a browser has made was revisited, but not rendered, because there was no browser, its time was spent, it failed, or a request of the page did. The visit says nothing of what the page shows."},
	{RenderFailed, "", Noticed, "The browser ended, hung or took too much memory or time over the page, which was kept as it came."},
	{GuessedCharset, "", Noticed, "Nothing declares the encoding of the page, and it is not UTF-8. The letters, the language and the host decided."},
	{HeavyPage, "", Noticed, "Reading the whole structure of the page would take too much memory."},
	{LongSitemap, "", Noticed, "The sitemap lists more URLs than gannet reads from one sitemap."},
	{BrokenSitemap, "", Noticed, "The sitemap cannot be read to its end."},
	{NestedSitemaps, "", Noticed, "A sitemap lists sitemaps, which list sitemaps, and so on beyond the limit."},
	{BarrenSitemap, "", Noticed, "The host's latest sitemaps listed no link, so another one is left out."},
	{WaitingSitemap, "", Noticed, "The host's pages have not been useful enough yet for another sitemap to be requested."},
	{ByScript, "", Missed, "A script fills the page in a browser, which --render auto would use, and the page's data has no posting that it can read."},
	{OnlyFeed, "", Missed, "The openings stand in a feed, or in data that are not read, such as CSV. gannet takes the links of feeds, and reads postings on pages and in JSON and XML."},
	{LinksWait, "", Missed, "The crawl ended before it came to the host's links. Run it again to go on."},
	{HostFails, "", Missed, "The latest request of the host failed. Run the crawl again later to go on."},
	{UnreadList, "", Missed, "The host lists openings, and no page behind its lists was read as a posting. `gannet look URL` shows what is read of one."},
	{NoList, "", Missed, "No page of the host was read as a posting or as a list of postings. A seed nearer to its list may help."},
	{EndPages, "", Ends, "The crawl has as many pages as --pages allows."},
	{EndDry, "", Ends, "So few of the latest pages were relevant that --until-dry ended the crawl."},
	{EndTime, "", Ends, "The crawl took as long as --time allows."},
	{EndEmpty, "", Ends, "No link waits: each was requested, left out, or dropped with its host."},
	{EndStopped, "", Ends, "Somebody stopped the crawl."},
	{EndStalled, "", Ends, "All links left failed, or are of hosts that do not answer, and --wait says not to wait longer for them."},
	{EndFailing, "", Ends, "All links left failed though their hosts answer, such as by status 500, and --wait says not to wait longer for them."},
	{EndBlocked, "", Ends, "All links left are of hosts that a user has blocked; `gannet crawl` goes on with them after `--block none`."},
	{EndProxy, "", Ends, "The proxy did not serve the crawl for as long as --wait says."},
	{EndLocal, "", Ends, "This machine had no files or ports for connections for as long as --wait says."},
	{EndFailed, "", Ends, "An error made it useless to go on; it is printed."},
	{Answered, "", Answers, "The server answered with a status from 200 to 299."},
	{Redirected, "", Answers, "The server answered with a redirect."},
	{Kept, "", Stands, "The page is kept."},
	{Waiting, "", Stands, "The link waits for its turn, its host's pause or its back-off."},
	{HostBlocked, "", Stands, "The link waits until a user unblocks its host."},
	{Underway, "", Stands, "The link's turn has come, and the page is not kept yet."},
	{HostFull, "", Stands, "The host has as many kept pages as --per-host allows, or ten times as many of its links ended without one. Its other links were dropped."},
	{HostDead, "", Stands, "The host failed too often in a row, and its links were dropped."},
	{HostGone, "", Stands, "The name of the host does not exist, so its links were dropped; the next run looks it up again."},
	{ReadSitemap, "", Stands, "It is a sitemap or a feed. Its links were taken, and it is no page."},
	{Unnoted, "", Stands, "The link was asked and gave no page that is kept; an earlier version, which kept no reason, asked it."},
	{NeverFound, "", Stands, "No kept page links to the URL, as far as the links of pages are kept."},
	{SourceFar, "", Stands, "The pages with the link are as many links from a seed as --depth allows."},
	{NotLookedUp, "", Stands, "Kept pages link to the URL, but the frontier does not have it. A rule of an earlier run left it out, its host had been given up, or a run was killed."},
	{NotSought, "", Stands, "The frontier does not know the URL. `gannet explain` looks for pages that link to it."},
	{FrontierLost, "", Stands, "The frontier is missing or damaged, so what became of the link is not known."},
}
