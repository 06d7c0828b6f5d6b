package crawldir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"gannet/crawler"
	"gannet/dedup"
	"gannet/dedup/index"
	"gannet/job/extract"
	"gannet/job/template"
	"gannet/models/shipped"
	"gannet/seeds"
	"gannet/store"
	"gannet/store/postings"
)

// NewExtractor returns an Extractor of postings with all models and site templates that gannet ships. templates has additional site
// templates; nil means none.
func NewExtractor(templates fs.FS) (*extract.Extractor, error) {
	from := []fs.FS{seeds.Templates()}
	if templates != nil {
		from = append(from, templates)
	}
	set, err := template.Load(from...)
	if err != nil {
		return nil, err
	}
	languages, err := shipped.Languages()
	if err != nil {
		return nil, err
	}
	kind, err := shipped.PageKind()
	if err != nil {
		return nil, err
	}
	title, err := shipped.JobTitle()
	if err != nil {
		return nil, err
	}
	words, err := shipped.PageText()
	if err != nil {
		return nil, err
	}
	return &extract.Extractor{Templates: set, Languages: languages, Kind: kind, Title: title, Words: words, Occupation: occupationOf}, nil
}

// occupationOf codes a posting by the shipped model, which is decoded for the first one.
func occupationOf(title, text string) (group string, probability float64) {
	model, err := shipped.Occupations()
	if err != nil {
		return "", 0
	}
	code, ok := model.Code(title, text)
	if !ok {
		return "", 0
	}
	return code.Group, code.Probability
}

// indexReads is how many buckets of the index are read from the disk for one posting. Four are for its names, and eight
// of the 32 for its text find what resembles it. All 36 would take a millisecond and find one copy in 5,000 more.
const indexReads = 12

// openPostings readies the crawl to find postings and to recognise those that it has kept; nil if it is not to. An
// index that does not fit the kept postings is made again.
func (c *Crawl) openPostings() (*crawler.Jobs, error) {
	if !c.o.Postings {
		return nil, nil
	}
	jobs, err := c.openIndex()
	if !unusable(err) {
		return jobs, err
	}
	c.log.Info("the index of postings is made again", "why", err)
	if err := os.RemoveAll(c.path(IndexDir)); err != nil {
		return nil, err
	}
	return c.openIndex()
}

// openIndex opens the index of postings, and readies the crawl with it.
func (c *Crawl) openIndex() (jobs *crawler.Jobs, err error) {
	if c.index, err = index.OpenPebble(c.path(IndexDir), c.o.Index); err != nil {
		return nil, err
	}
	if jobs, err = newJobs(c.o.Templates, c.store, c.index); err != nil {
		err = errors.Join(err, c.index.Close())
		c.index = nil
	}
	return jobs, err
}

// newFinder returns what finds postings, without the part that compares them.
func newFinder(templates fs.FS) (*crawler.Jobs, error) {
	extractor, err := NewExtractor(templates)
	if err != nil {
		return nil, err
	}
	about, err := shipped.Jobs()
	if err != nil {
		return nil, err
	}
	return &crawler.Jobs{Extract: extractor, About: about.Probability}, nil
}

// newJobs returns what finds postings and recognises those in the store. With an index, what is compared of them stays
// in the store. Without one, all of it is in memory, so that postings may be deleted while others are compared.
func newJobs(templates fs.FS, db *store.DB, of index.Index) (*crawler.Jobs, error) {
	jobs, err := newFinder(templates)
	if err != nil {
		return nil, err
	}
	model, err := shipped.Verdict()
	if err != nil {
		return nil, err
	}
	o := dedup.DefaultOptions(model)
	o.Index = of
	o.Listed = func(number uint64) (bool, error) { return jobs.IsListed(db, number) }
	if of != nil {
		o.LoadProfile = func(number uint64) (*dedup.Profile, error) { return jobs.Profile(db, number) }
	}
	if jobs.Dedup, err = dedup.NewDeduper(o); err != nil {
		return nil, err
	}
	return jobs, jobs.Restore(db)
}

// CheckIndex checks whether the index of postings in a directory fits the postings in the store. The error is index.ErrDamaged or
// dedup.ErrStale if the index has to be rebuilt.
func CheckIndex(dir string, db *store.DB) error {
	x, err := index.ReadPebble(filepath.Join(dir, IndexDir))
	if err != nil {
		return err
	}
	return errors.Join(dedup.CheckIndex(x, func(use func(number, cluster uint64) error) error {
		return db.Postings().EachProfile(func(p postings.Profiled) error { return use(p.Number, p.Cluster) })
	}), x.Close())
}

// unusable reports whether an error says that the index of postings has to be made again.
func unusable(err error) bool {
	return errors.Is(err, index.ErrDamaged) || errors.Is(err, dedup.ErrStale)
}

// OfJobs reports whether the crawl looks for jobs. It reads the topic file.
func (r *Reader) OfJobs() (bool, error) {
	t, err := r.Topic()
	return err == nil && t.Name == JobsTopic, err
}
