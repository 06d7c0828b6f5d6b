package lists

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/internal/letters"
	"gannet/store/postings"
)

// newestPosting returns the greatest number of a posting.
func newestPosting(from postings.Finder) (number uint64, err error) {
	err = from.Find(postings.Query{All: true, Newest: true, Brief: true, Limit: 1}, func(p *postings.Posting) error {
		number = p.Number
		return nil
	})
	return number, err
}

// jobPosition is up to where the index has followed the postings.
type jobPosition struct{ posting, change uint64 }

func jobsAt(q querier) (at jobPosition, err error) {
	return at, errors.Join(fact(q, "posting", &at.posting), fact(q, "change", &at.change))
}

func missingJobs(q querier, from Source) (uint64, error) {
	if err := sameCrawl(q, from); err != nil {
		return 0, err
	}
	at, err := jobsAt(q)
	if err != nil {
		return 0, err
	}
	newest, err := newestPosting(from.Postings)
	if err != nil {
		return 0, err
	}
	latest, err := from.Postings.LatestChange()
	if err != nil {
		return 0, err
	}
	if at.change > latest {
		return 0, fmt.Errorf("it follows a later state: %w", errForeign)
	}
	missing := newest - min(newest, at.posting)
	if at.posting > 0 {
		missing = max(missing, latest-at.change)
	}
	return missing, nil
}

// sameCrawl returns an error if the index is of another crawl than the store.
func sameCrawl(q querier, from Source) error {
	crawl, err := from.Postings.Crawl()
	if err != nil || crawl == "" {
		return err
	}
	known := crawl
	if err := fact(q, "crawl", &known); err != nil {
		return err
	}
	if known != crawl {
		return fmt.Errorf("it is of another crawl: %w", errForeign)
	}
	return nil
}

// bringJobs reads postings that are new, and then those to which something happened.
func bringJobs(tx querier, from Source, rows int) error {
	at, err := jobsAt(tx)
	if err != nil {
		return err
	}
	w := &jobWriter{tx: tx, from: from.Postings, x: postings.NewIndexer()}
	if w.ranks, err = newRankWriter(tx, "jobs", jobColumns); err != nil {
		return err
	}
	if at.posting == 0 { // what happens from now on is read later
		if at.change, err = from.Postings.LatestChange(); err != nil {
			return err
		}
		if err := w.nameCrawl(); err != nil {
			return err
		}
	}
	n, err := w.newOnes(&at, rows)
	if err == nil {
		err = w.terms.write(tx, "job_terms")
	}
	if err == nil && n < rows {
		err = w.changes(&at, rows)
	}
	if err != nil {
		return err
	}
	return errors.Join(w.ranks.write(), setFact(tx, "posting", at.posting), setFact(tx, "change", at.change))
}

// jobWriter writes rows of jobs.
type jobWriter struct {
	tx    querier
	from  postings.Finder
	x     *postings.Indexer
	terms termWriter
	ranks *rankWriter
}

func (w *jobWriter) nameCrawl() error {
	crawl, err := w.from.Crawl()
	if err != nil || crawl == "" {
		return err
	}
	return setFact(w.tx, "crawl", crawl)
}

// newOnes writes the postings behind a position, and returns how many there were.
func (w *jobWriter) newOnes(at *jobPosition, rows int) (n int, err error) {
	err = w.from.Find(postings.Query{All: true, After: at.posting, Limit: rows}, func(p *postings.Posting) error {
		n, at.posting = n+1, p.Number
		return w.put(p)
	})
	return n, err
}

// changes writes the postings to which something happened.
func (w *jobWriter) changes(at *jobPosition, rows int) error {
	numbers, clusters, n := map[uint64]bool{}, map[uint64]bool{}, 0
	err := w.from.Changes(at.change, func(c *postings.Change) error {
		at.change = max(at.change, c.Cursor)
		for _, cluster := range []uint64{c.Cluster, c.ClusterBefore} {
			clusters[cluster] = cluster > 0
		}
		numbers[c.Number] = c.Number > 0 && c.Number <= at.posting
		if n++; n == rows {
			return errEnough
		}
		return nil
	})
	switch {
	case errors.Is(err, postings.ErrOldCursor):
		return fmt.Errorf("%w: %w", errForeign, err)
	case err != nil && !errors.Is(err, errEnough):
		return err
	}
	for number, known := range numbers {
		if !known {
			continue
		}
		if err := w.putAgain(number, clusters); err != nil {
			return err
		}
	}
	if err := w.terms.write(w.tx, "job_terms"); err != nil {
		return err
	}
	return w.countCopies(clusters)
}

// putAgain writes a posting as it is now, and notes the cluster that it was in.
func (w *jobWriter) putAgain(number uint64, clusters map[uint64]bool) error {
	var before uint64
	row := w.tx.QueryRow("SELECT cluster FROM jobs WHERE number = ?", number)
	if row.Scan(&before) == nil {
		clusters[before] = true
	}
	p, err := w.from.Get(number)
	if errors.Is(err, postings.ErrNotFound) {
		return dropRow(w.tx, "jobs", "job_terms", number)
	}
	if err != nil {
		return err
	}
	return w.put(p)
}

// put writes a posting, and how many copies all postings of its cluster have.
func (w *jobWriter) put(p *postings.Posting) error {
	r := jobRowOf(p, w.x)
	if _, err := w.tx.Exec("INSERT OR REPLACE INTO jobs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", r.values()...); err != nil {
		return err
	}
	w.terms.add(r.number, r.list)
	if err := w.ranks.setAll(r.number, jobColumns, r.keys()); err != nil || p.Copies < 2 {
		return err
	}
	return w.setCopies(p)
}

func (w *jobWriter) setCopies(p *postings.Posting) error {
	rows, err := w.tx.Query("UPDATE jobs SET copies = ? WHERE cluster = ? AND copies <> ?1 RETURNING number", p.Copies, p.Cluster)
	if err != nil {
		return err
	}
	var changed []uint64
	for rows.Next() && err == nil {
		var number uint64
		err = rows.Scan(&number)
		changed = append(changed, number)
	}
	if err = errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return err
	}
	for _, number := range changed {
		if err := w.ranks.set("copies", position{p.Copies, number}); err != nil {
			return err
		}
	}
	return nil
}

// countCopies brings the number of copies in some clusters up to date.
func (w *jobWriter) countCopies(clusters map[uint64]bool) error {
	for cluster, touched := range clusters {
		if !touched {
			continue
		}
		var number uint64
		if w.tx.QueryRow("SELECT number FROM jobs WHERE cluster = ? LIMIT 1", cluster).Scan(&number) != nil {
			continue // none is left, or none is known yet
		}
		p, err := w.from.Get(number)
		if errors.Is(err, postings.ErrNotFound) {
			continue // an event that comes later says so
		}
		if err != nil {
			return err
		}
		if err := w.setCopies(p); err != nil {
			return err
		}
	}
	return nil
}

// jobRow is a row of the table of jobs.
type jobRow struct {
	number, cluster       uint64
	original              bool
	title, company, place string
	posted                int64
	state                 string
	copies                int
	day                   int64 // when it was posted, or else first seen
	terms                 int64 // see sumOf
	list                  []string
}

func jobRowOf(p *postings.Posting, x *postings.Indexer) *jobRow {
	r := &jobRow{
		number: p.Number, cluster: p.Cluster, original: p.Original, title: sortKey(p.Job.Title), company: sortKey(p.Job.Company),
		place: sortKey(p.Job.Location), posted: seconds(p.Job.Posted), state: string(p.Job.State.Known()), copies: p.Copies,
		day: seconds(p.Job.Posted), list: x.Terms(p),
	}
	r.terms = sumOf(r.list)
	if p.Job.Posted.IsZero() {
		r.day = seconds(p.First)
	}
	return r
}

func (r *jobRow) values() []any {
	return []any{r.number, r.cluster, r.original, r.title, r.company, r.place, r.posted, r.state, r.copies, r.day, r.terms, r.seal()}
}

// keys returns what a row is sorted by, in the order of jobColumns.
func (r *jobRow) keys() []any { return []any{r.title, r.company, r.place, r.posted, r.state, r.copies} }

// sumOf returns a hash of terms that does not depend on their order.
func sumOf(terms []string) (sum int64) {
	for _, t := range terms {
		sum ^= int64(xxh3.HashString(t))
	}
	return sum
}

// seal returns a hash of what a row says of its posting alone, without its cluster.
func (r *jobRow) seal() int64 {
	return int64(xxh3.HashString(fmt.Sprintln(r.number, r.title, r.company, r.place, r.posted, r.state, r.day, r.terms)))
}

const longestKey = 40 // letters that rows are sorted by

// sortKey returns a text by which rows are sorted, without case and accents.
func sortKey(s string) string {
	n := 0
	for i := range s {
		if n++; n > longestKey {
			s = s[:i]
			break
		}
	}
	return letters.Fold(strings.TrimSpace(s))
}

// seconds returns a time as seconds since 1970; 0 if it is not known.
func seconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}
