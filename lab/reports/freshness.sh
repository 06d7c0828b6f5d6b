#!/bin/sh
# Writes lab/reports/freshness.md: its head, then the tables of gannet eval --days.
set -eu
GO=${GO:-go} OUT=${OUT:-out}
mkdir -p "$OUT"
{
	cat <<'END'
# How fresh a crawl is

A crawl with `--fresh` goes on and asks again for what it has. Which schedule notices soonest that a posting has appeared or
ended, and which calls postings closed that are open? The tables below are made by `make eval-fresh`, without a network.

- The web is `internal/testweb/jobweb` with a clock: boards, employers, agencies and aggregators, in seven languages. Postings are
  open for 30 days on average, exponentially distributed. They change, are posted again under new numbers, and end in seven ways.
- The ways are 404 (25 %), a banner (20 %), a redirect to the list (15 %), and four of 10 % each. These are 410, a redirect to the
  front page, a soft 404, and silently unlisted while the page stays. 3 % of the postings that ended return.
- Half of the hosts have a sitemap, a third of them with true dates, and 30 % have a feed. Lists have 50 postings a page.
- Troubles: 2 % of the visits of lists get half of the list, some of them for a whole day. 1 % of the days of hosts give errors
  alone, some hosts cannot be reached for one to three days, and 2 % of the open postings are not found for some hours.
- Every schedule has 1,500 requests a day, at even intervals, for 60 days, and begins with the knowledge of all lists and open
  postings. Each page of a list is a request, and so is the first visit of a new posting.
- Visits are light: no page is written or parsed, and nobody pauses between requests. What a schedule is told is what the page
  would show. So these are figures of schedules and of their conclusions, not of a whole crawl.
- A cell has the median over five webs and, in brackets, the worst of them. Days 10 to 56 count, and closings of all days.

The schedules:

- **ours**: `crawler/revisit` says what to ask, `job/life` what a posting is. Lists, sitemaps and feeds come first. What they lack is
  suspected, and its page is looked at. A list that lost more than it does once in a thousand visits is not believed for 36 hours,
  and one that lost a third is asked again. If the page of a posting stays, it stays suspected, and is closed when lists have lacked it for longer than
  troubles of lists last. How long that is, is learned: three days at first, and never less than one.
- **uniform**: every page in turn. **proportional**: as often as it changes, by its true rate. **true rates**: by the square root
  of its true rate, which is the least sum of delays for pages that say nothing of each other.
- **nutch** and **stormcrawler**: the adaptive rules of their schedulers, with their usual settings. The page due first is asked even before
  it is due, so that all requests are used. Intervals begin with the number of pages over the requests a day.
- **sweep**: what open-source collectors do. All lists in turn, and what a list lacks is closed.
- **oracle**: knows when a posting appears and ends, and asks its page then. It needs fewer requests.

The columns:

- new: median delay until the page of a new posting has been read. Never read: of those open for two days or more.
- ended: median delay until a posting that ended is called closed.
- wrongly open: share of those called open that have ended. Suspected ones are not called open.
- closings right: share of all statements that a posting has ended. Found: share of the ends, up to day 56, that were called so.
- interval right: share of right closings whose true time lies in the stated interval; its width is the median, in days.
- wrong by a cut list: wrong closings of postings whose list was cut within three days before.

What the tables show:

- Rules for independent pages spend most requests on postings that have not changed. To close what a list lacks is as quick as
  ours, but two fifths of its closings are wrong, because lists are cut.
- What ours calls open wrongly are postings that no list has been asked for since they ended. How many depends on how many pages of
  lists a host has, and on whether a sitemap names its postings.
- A posting that lists lack stays suspected while its page shows it, since nearly all of these have ended. Until such postings stayed
  suspected, they were called open, and the median of wrongly open was 0.75 %, the worst web 1.28 %.
- Where lists have to lack a posting for three days, twice as many stay suspected as where that time is learned. A fixed
  day does as well here, since cuts last a day at most. The time that is learned grows where troubles last longer.
- A stated interval begins when the page or a list last showed the posting. So it is hours wide, not days.
- Of postings on no list those that end silently are not noticed at all. The others are asked in turn, with all requests that
  are left.
END
	echo '## Every posting is on a list'
	echo
	$GO run ./cmd/gannet eval --days 60 --seed 1 --listed 1
	echo
	echo '## Half of the postings are on no list'
	echo
	echo 'The others are known at the start, or are found by links between postings. This is one web.'
	echo
	$GO run ./cmd/gannet eval --days 60 --seed 1 --listed .5 --webs 1 --schedules ours,uniform,nutch,sweep
	echo
	echo '## How long lists have to lack a posting whose page stays'
	echo
	echo 'Ours learns it. The others have it fixed. Every posting is on a list, and these are three other webs.'
	echo
	$GO run ./cmd/gannet eval --days 60 --seed 11 --webs 3 --listed 1 --schedules 'ours,ours after 24h,ours after 36h,ours after 72h'
	echo
	sed -n '/^## A whole crawl$/,$p' lab/reports/freshness.md # of `make eval-fresh-crawl`
} >"$OUT/freshness.md"
mv "$OUT/freshness.md" lab/reports/freshness.md
