package crawldir

import (
	"io"
	"io/fs"
	"log/slog"
	"net/http"

	"gannet/crawler"
	"gannet/crawler/employers"
	"gannet/crawler/fetch"
	"gannet/crawler/fresh"
	"gannet/crawler/revisit"
	"gannet/crawler/scope"
	"gannet/dedup/index"
	"gannet/features/permission"
	"gannet/frontier"
	"gannet/job/contact"
	"gannet/job/pdftext"
	"gannet/ranker"
	"gannet/topic"
)

// These are the strategy and the random seed of a new crawl, unless the options name others.
const (
	// DefaultStrategy is the name of the strategy of a new crawl, unless Options name another.
	DefaultStrategy = ranker.LearnedName
	// DefaultSeed is the seed of the random numbers of a new crawl, unless Options give another.
	DefaultSeed = 1
)

// Options say what a crawl looks for and how it works. Start from DefaultOptions.
type Options struct {
	// Topic is what to look for. Open learns a classifier from the seeds if the topic has none.
	Topic *topic.Topic
	// Keywords are the words of Topic that its user gave. They cannot change afterwards, since the classifier was learned
	// with them. Empty ones are those of the crawl in the directory.
	Keywords []string
	// Strategy orders the links; "" is that of the crawl in the directory, or DefaultStrategy. It cannot change
	// afterwards, since priorities of two strategies cannot be compared.
	Strategy string
	// Seed is what the random strategies draw from; nil is that of the crawl in the directory, or DefaultSeed.
	Seed *uint64
	// Scope says which links are followed. What is not set is as in the last run. Open fills in the hosts of the seeds.
	Scope scope.Rules
	// Settings are kept for the next run; nil keeps those that are kept already.
	Settings *Settings
	// Language is that of the pages looked for, a BCP 47 tag; "" is the topic's.
	Language string
	// Model is the path of a model for the strategy. "" is that of the crawl in the directory, or the shipped one.
	Model string
	// Precise has fewer pages called relevant, and more of them rightly. It is for topics without a classifier. It holds for
	// pages kept before as soon as they are judged again.
	Precise bool
	// Postings has the crawl find job postings.
	Postings bool
	// Data has the crawl read responses in JSON and XML as pages; with Postings it does so in any case.
	Data bool
	// PDF reads the PDF files that pages with jobs link to, if Postings is set; nil: they are not taken. The files are of
	// strangers: pdftext.Process reads each in a process of its own, pdftext.InProcess in this one.
	PDF pdftext.Reader
	// Rendering makes pages as a browser does; nil: they are read as they come. Close closes its Renderer. Pages of a Web are made by a
	// browser in real time, so only LookAt renders them.
	Rendering *crawler.Rendering
	// Templates has templates of sites for postings, beside the shipped ones; nil for none.
	Templates fs.FS
	// StrictRobots has robots.txt forbid what either of two readers finds forbidden, see robots.Cache.
	StrictRobots bool
	// Purpose is what pages are for. What owners refuse for it is neither requested nor kept. permission.Any refuses nothing.
	Purpose permission.Purpose
	// Contacts is what becomes of contacts on pages before anything of them is read or kept; "" keeps them.
	Contacts contact.Treatment
	// WARC also writes all that is requested and answered to WARC files, at least one for each run.
	WARC bool
	// Web stands for the network, such as an archive.Web. Time is virtual then. Nil is the network, in real time.
	Web http.RoundTripper
	// Clock is the time of Web. Nil is one that begins now, and by which each response takes crawler.FetchTime.
	Clock *crawler.Virtual

	// Revisit has the crawl request again what it has fetched, until its time is over or it is stopped; nil: nothing is fetched
	// twice. Limits.Pages then bounds discovery alone.
	Revisit *revisit.Options
	// WithoutRules switches rules of package fresh off, so that their effect can be measured.
	WithoutRules fresh.Rules

	// Employers has the crawl search for the boards of employers, whose home pages are to be the seeds of Topic; nil: it searches for none. Of
	// its fields List and Requests count. Sitemaps are not requested then.
	Employers *employers.Options

	// Cluster makes the crawl a part of one on several machines; nil: it is one by itself. Limits.Pages is then that of all.
	Cluster *Cluster

	Limits   crawler.Limits
	Frontier frontier.Options
	// Fetch says how to fetch. Open sets Transport, Now and MaxIdle. Its Header goes to the hosts of the seeds unless
	// HeaderOrigins are set; it is not kept.
	Fetch fetch.Options
	// Index says how the index of postings uses memory and disk.
	Index index.PebbleOptions

	// CheckpointEvery is how many pages are learned from between two checkpoints, at least; 0 is the usual number.
	CheckpointEvery int
	// RequestLog takes a line of JSON for each request, in one write each; nil drops them.
	RequestLog io.Writer
	// Log takes what an operator should know; nil drops it.
	Log *slog.Logger
	// Replayed is called for each page that a resumed crawl reads again, before Open returns; it may be nil.
	Replayed func(Replay)
}

// Replay says from how many of its stored pages a resumed crawl has already learned again.
type Replay struct {
	Rebuild     bool // the frontier is made again, not only what the strategy has learned
	Pages, Kept int
}

// DefaultOptions returns the options of a polite crawl. The caller has to add a topic.
func DefaultOptions() Options {
	o := index.DefaultPebbleOptions()
	o.Reads = indexReads
	return Options{Index: o, Limits: crawler.DefaultLimits(), Frontier: frontier.DefaultOptions(), Fetch: fetch.DefaultOptions()}
}
