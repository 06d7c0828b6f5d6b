package crawler

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/dedup"
	"gannet/features"
	"gannet/features/records"
	"gannet/features/scripted"
	"gannet/frontier"
	"gannet/internal/pageguard"
	"gannet/job"
	"gannet/job/extract"
	"gannet/job/pdftext"
	"gannet/store"
	"gannet/store/postings"
)

// Jobs finds the job postings on the pages of a crawl, and decides for each whether an earlier posting advertises the same job. Workers
// extract the postings in parallel. The decision is made in the transaction that stores the page, so that every posting is compared with
// all earlier ones.
type Jobs struct {
	Extract *extract.Extractor
	Dedup   *dedup.Deduper
	// About returns the probability that a page is about jobs. It is for pages that show few jobs and do not count as lists, so that their PDF files
	// are read, too. Nil means that no page counts as about jobs for that reason.
	About func(*features.Page) float64
	// OnTopic says that the crawl is for jobs: a page that gives a posting is relevant.
	OnTopic bool
}

// postingProbability is the least topic probability that a page with a posting gets in a crawl for jobs. Of 2,236 pages without a posting, 32 are
// mistaken for one (lab/reports/jobs.md, "Pages of strangers").
const postingProbability = .95

// AddUnshown adds two things to a page: the text of postings that only its embedded data contain, and links to the data that its scripts
// would request. Only crawls for jobs call AddUnshown. The topic, the near-copy check and the order of links use the page with these
// additions. If the reading of the data panics, the page stays as it was; the code that looks for postings will meet the same panic, and
// reports it.
func AddUnshown(page *features.Page) {
	_ = pageguard.Do(func() error { extract.AddUnshown(page); scripted.AddLoads(page); return nil })
}

// HasPostings reports whether a stored crawl has found postings. If so, AddUnshown was applied to the crawl's pages, and must be applied
// again when they are read.
func HasPostings(db store.Reader) bool {
	stats, err := db.Stats()
	return err == nil && stats.Postings > 0
}

// leastAbout is the probability from which a page counts as about jobs. One page in a thousand of a university reaches it.
const leastAbout = .2

// Shown reports whether a page shows jobs: postings, a listing, or other content about jobs. kind is the kind of the page.
func (j *Jobs) Shown(kind job.Kind, page *features.Page) bool {
	return kind != job.Other || j.About != nil && j.About(page) >= leastAbout
}

// Find returns the kind of a page and its postings. pdf says that the page was converted from a PDF.
func (j *Jobs) Find(page *features.Page, pdf bool, now time.Time) (job.Kind, []*job.Posting) {
	if pdf {
		return j.Extract.PDF(page, now)
	}
	return j.Extract.Page(page, now)
}

// A posting counts as the one of the visit before if its title and its text are at least this similar. Pages that remain after their posting is gone
// share no sentences with it, while in an advertisement that is still there at most single sentences are rewritten.
const leastTitle, leastKept = .5, .3

// FindKnown looks for the posting that a page showed at an earlier visit. before is the stored profile of this posting. The result is nil if
// the page no longer shows the posting. Use FindKnown and not Find for this: after a small change of the page, Find might take it for another
// kind of page and miss the posting.
func (j *Jobs) FindKnown(page *features.Page, before []byte, now time.Time) *job.Posting {
	kept := new(dedup.Profile)
	if kept.UnmarshalBinary(before) != nil {
		return nil
	}
	found := j.Extract.Known(page, now)
	if found == nil {
		return nil
	}
	if title, text := j.shared(found, kept); title < leastTitle || text < leastKept {
		return nil
	}
	return found
}

// AreOthers reports whether all postings found on a page differ in title and text from the posting that the page showed before. before is the
// stored profile of the earlier posting. The method is needed because a page which only says that its posting has ended may itself look like a
// posting. It returns false if the profile cannot be read.
func (j *Jobs) AreOthers(found []*job.Posting, before []byte) bool {
	kept := new(dedup.Profile)
	return kept.UnmarshalBinary(before) == nil && !slices.ContainsFunc(found, func(p *job.Posting) bool {
		title, text := j.shared(p, kept)
		return title >= leastTitle || text >= leastKept
	})
}

// shared returns how similar the title and the text of a posting are to those of a profile.
func (j *Jobs) shared(found *job.Posting, kept *dedup.Profile) (title, text float64) {
	p := j.Dedup.Prepare(found)
	return sharedWords(p.Title, kept.Title), p.Sketch.Jaccard(&kept.Sketch)
}

// sharedWords returns the Jaccard similarity of two titles.
func sharedWords(a, b []uint32) float64 {
	shared := 0
	for _, word := range a {
		if _, in := slices.BinarySearch(b, word); in {
			shared++
		}
	}
	return float64(shared) / float64(max(1, len(a)+len(b)-shared))
}

// Prepare makes a posting ready for the store. list is the URL of the listing on which the posting was found, or "" if that is not known.
func (j *Jobs) Prepare(found *job.Posting, list string) *postings.Found {
	return &postings.Found{Job: found, Profile: j.Dedup.PrepareListed(found, list)}
}

// Decide decides whether a posting that comes from Prepare is a copy of an earlier posting. The store calls it as its postings.Decider.
func (j *Jobs) Decide(number uint64, p *postings.Found) (job.Decision, error) {
	return j.Dedup.Decide(number, p.Profile.(*dedup.Profile))
}

// Kept tells the Deduper that a posting was stored: the decision on a new posting becomes final, and a changed posting gets its new
// profile. Call it for every stored posting, in the order of storing.
func (j *Jobs) Kept(p *postings.Found, r postings.Result) error {
	switch r.Status {
	case postings.New:
		return j.Dedup.Commit()
	case postings.Changed:
		j.Dedup.UpdateProfile(r.Number, p.Profile.(*dedup.Profile))
	}
	return nil
}

// Restore gives the Deduper the postings that earlier runs stored in db, and makes db call Decide for new ones. The error is dedup.ErrStale
// if the Deduper's index belongs to other postings.
func (j *Jobs) Restore(db *store.DB) error {
	err := db.Postings().EachProfile(func(p postings.Profiled) error {
		profile, err := j.DecodeProfile(db, p.Number, p.Profile)
		if err != nil {
			return err
		}
		if err := j.Dedup.Restore(p.Number, p.Cluster, p.Original, profile); err != nil {
			return err
		}
		return j.Dedup.Commit()
	})
	if err != nil {
		return err
	}
	if err := j.Dedup.FinishRestore(); err != nil {
		return err
	}
	db.SetDecider(j.Decide)
	return nil
}

// Profile returns the profile of a stored posting, with which the Deduper compares it to others.
func (j *Jobs) Profile(db *store.DB, number uint64) (*dedup.Profile, error) {
	profile, err := db.Postings().Profile(number)
	if err != nil {
		return nil, err
	}
	return j.DecodeProfile(db, number, profile)
}

// DecodeProfile decodes a stored profile. If this version cannot read the profile, DecodeProfile makes it again from the stored posting.
func (j *Jobs) DecodeProfile(db *store.DB, number uint64, profile []byte) (*dedup.Profile, error) {
	r := new(dedup.Profile)
	if profile != nil && r.UnmarshalBinary(profile) == nil {
		return r, nil
	}
	kept, err := db.Postings().Get(number)
	if err != nil {
		return nil, err
	}
	list := ""
	if page, outcome, err := db.Lookup(postings.PageOf(kept.URL)); err == nil && outcome == store.Stored {
		if list, err = ListOf(db, page, kept.Job.Part); err != nil {
			return nil, err
		}
	}
	return j.Dedup.PrepareListed(kept.Job, list), nil
}

// A crawl for jobs takes PDF files from pages that show jobs: postings, lists of them, and others about jobs. A file without a
// posting is not kept. On other pages a link whose URL ends with .pdf is left out. Where the URL says nothing, the response's content type does.

// LooksLikePDF reports whether the path of a canonical URL ends with .pdf.
func LooksLikePDF(url string) bool {
	path, _, _ := strings.Cut(url, "?")
	const end = ".pdf"
	return len(path) > len(end) && strings.EqualFold(path[len(path)-len(end):], end)
}

// takesPDF reports whether a link may lead to a PDF that the crawl reads: it stands on a page that shows jobs, or is a seed.
func (c *Crawl) takesPDF(t *trail) bool {
	return c.readsPDF() && (t.pdf || t.kind == kindPage && t.via == "")
}

// readsPDF reports whether the crawl takes PDF files at all.
func (c *Crawl) readsPDF() bool { return c.pdf != nil && c.jobs != nil }

// showsJobs reports whether a page is a posting, a list of postings or otherwise about jobs. It is false for a page on which the reader fails.
func (c *Crawl) showsJobs(page *features.Page, at time.Time) bool {
	if !c.readsPDF() || !page.HasTree() {
		return false
	}
	shows, _ := pageguard.Get(func() (bool, error) {
		kind, _ := c.jobs.Extract.Page(page, at)
		return c.jobs.Shown(kind, page), nil
	})
	return shows
}

// linksPDF reports whether a page links to a URL that looks like that of a PDF.
func linksPDF(page *features.Page) bool {
	for i := range page.Links {
		if LooksLikePDF(page.Links[i].URL) {
			return true
		}
	}
	return false
}

// isPDF reports whether the visit's page was made of a PDF.
func (v *visit) isPDF() bool { return v.response.Charset == pdftext.Charset }

// lacksPosting reports whether the visit's page was made of a PDF or of data, and no posting was found in it.
func (v *visit) lacksPosting() bool {
	return (v.readsPDF() && v.isPDF() || v.jobs != nil && records.IsMade(v.response.Body)) && len(v.findPostings()) == 0
}

// isScript reports whether the visit's page was made of a script.
func (v *visit) isScript() bool { return v.jobs != nil && records.IsOfScript(v.response.Body) }

// toHTML returns a response unchanged, or for a PDF with the text of the file as its body. Few files are read at a time, so from here on the work
// counts as slow, and links of the host are not awaited.
func (v *visit) toHTML(ctx context.Context, resp *fetch.Response) (*fetch.Response, error) {
	resp, err := v.pdfToHTML(ctx, resp)
	if err != nil || v.mask == nil || v.masked {
		return resp, err
	}
	page := *resp
	page.Body, v.masked = v.mask(resp.Body), true
	return &page, nil
}

// pdfToHTML does what toHTML does, but without Parts.Mask.
func (v *visit) pdfToHTML(ctx context.Context, resp *fetch.Response) (*fetch.Response, error) {
	if !resp.PDF || resp.Charset == pdftext.Charset {
		return resp, nil
	}
	page := *resp
	page.Charset = pdftext.Charset
	if resp.Truncated {
		page.Body = nil
		return &page, errCutPDF
	}
	v.slowHosts.markSlow(v.work)
	v.frontier.SetAwaited(v.lease.Host, false)
	var err error
	page.Body, err = v.pdf(ctx, resp.Body)
	return &page, err
}

var errCutPDF = errors.New("it is longer than --max-body allows")

// refusePDF ends the visit of a PDF that gives no text. If no process could be started to read the file, or if the reading was preempted, the file is
// requested again, as often as the frontier retries a failing link.
func (v *visit) refusePDF(ctx context.Context) outcome {
	switch {
	case preempted(ctx):
		v.noteFailure("it takes long to read, and other hosts had a link")
		o := v.retry(reason.SlowHost, frontier.RetryLink, 0)
		o.end.Rest = slowRest
		return o
	case ctx.Err() != nil:
		return v.cutShort(ctx)
	case errors.Is(v.unreadable, pdftext.ErrNotStarted):
		v.log.Warn("a PDF cannot be read", "url", v.lease.URL, "err", v.unreadable)
		v.noteFailure(v.unreadable.Error())
		return v.retry(reason.UnreadablePDF, frontier.RetryLink, 0)
	}
	v.calibration.addFetch(v.lease.Priority, false)
	v.countUselessPDF()
	v.refuse(reason.UnreadablePDF)
	v.noteFailure(v.unreadable.Error())
	return endWith(frontier.Outcome{Result: frontier.Drop})
}

// leaveOutPDF marks the links of a page to PDF files as not followed, if the page shows no jobs.
func (c *Crawl) leaveOutPDF(p *ReplayedPage) {
	page := p.Source.Page
	if !c.readsPDF() || !linksPDF(page) || p.remembered && p.showsJobs || !p.remembered && c.showsJobs(page, p.Kept.Fetched) {
		return
	}
	for i := range page.Links {
		p.Source.Followed[i] = p.Source.Followed[i] && !LooksLikePDF(page.Links[i].URL)
	}
}
