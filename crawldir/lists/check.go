package lists

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/zeebo/xxh3"

	"gannet/store"
	"gannet/store/postings"
)

// ErrDamaged says that an index of lists is damaged, or differs from the store.
var ErrDamaged = errors.New("is damaged")

// Check reads the index of lists in the directory of a crawl and compares it with the store. The error is ErrDamaged if they disagree. It is
// no error if the index is missing or lacks the newest entries of the store. Check does not read an index of an earlier version, because it
// will be rebuilt.
func Check(dir string, from Source) error {
	l := New(dir, nil)
	if _, err := os.Lstat(l.path); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	ix, _, err := l.openAny()
	if errors.Is(err, errOlder) {
		return nil
	}
	if err == nil {
		err = errors.Join(ix.check(from), ix.close())
	}
	if err != nil {
		return fmt.Errorf("%s %w: %w", File, ErrDamaged, err)
	}
	return nil
}

// Remove deletes all files of the index of lists in the directory of a crawl.
func Remove(dir string) (err error) {
	for _, name := range Files() {
		err = errors.Join(err, os.RemoveAll(filepath.Join(dir, name)))
	}
	return err
}

// Make rebuilds the index of lists in the directory of a crawl from the store.
func Make(dir string, from Source) error {
	if err := Remove(dir); err != nil {
		return err
	}
	ix, err := openIndex(filepath.Join(dir, File), true)
	if err != nil {
		return err
	}
	for _, k := range []*kind{jobKind, pageKind} {
		for !ix.isWhole(k) {
			if err := errors.Join(ix.step(k, from, rowsInStep), ix.writeLog(logBytes)); err != nil {
				return errors.Join(err, ix.close())
			}
		}
	}
	for more := true; more; {
		if more, err = ix.rankOne(); err != nil {
			return errors.Join(err, ix.close())
		}
	}
	return ix.close()
}

// check holds each row against its seal, its terms and the store.
func (ix *index) check(from Source) error {
	if _, err := ix.db.Exec("BEGIN"); err != nil { // what other processes write meanwhile is not read
		return err
	}
	defer ix.db.Exec("ROLLBACK")
	var said string
	if err := ix.db.QueryRow("PRAGMA integrity_check(1)").Scan(&said); err != nil || said != "ok" {
		return errors.Join(err, errors.New(said))
	}
	if err := sameCrawl(ix.db, from); err != nil {
		return err
	}
	return errors.Join(ix.checkJobs(from.Postings), ix.checkPages(from.Store), ix.checkRanks(jobKind), ix.checkRanks(pageKind))
}

// sums returns the sum of the terms that each row has in a table of terms.
func (ix *index) sums(table string) (map[uint64]int64, error) {
	if _, err := ix.db.Exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary_" + table + " USING fts5vocab('main', '" + table + "', 'instance')"); err != nil {
		return nil, err
	}
	rows, err := ix.db.Query("SELECT term, doc FROM temp.vocabulary_" + table)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	sums := map[uint64]int64{}
	for rows.Next() {
		var term string
		var number uint64
		if err := rows.Scan(&term, &number); err != nil {
			return nil, err
		}
		sums[number] ^= int64(xxh3.HashString(term))
	}
	return sums, rows.Err()
}

// errOther says that a row is not as it should be.
var errOther = errors.New("is not what the store has")

func (ix *index) checkJobs(from postings.Finder) error {
	have, err := ix.readJobs()
	if err != nil {
		return err
	}
	at, err := jobsAt(ix.db)
	if err != nil {
		return err
	}
	changed, err := changedSince(from, at.change)
	if err != nil {
		return err
	}
	x := postings.NewIndexer()
	err = from.Find(postings.Query{All: true}, func(p *postings.Posting) error {
		r := have[p.Number]
		delete(have, p.Number)
		if p.Number > at.posting || changed[p.Number] || r != nil && *r == jobDigest(jobRowOf(p, x)) {
			return nil
		}
		return fmt.Errorf("posting %d %w", p.Number, errOther)
	})
	if err != nil {
		return err
	}
	for number := range have {
		if !changed[number] {
			return fmt.Errorf("posting %d %w", number, errOther)
		}
	}
	return nil
}

// changedSince returns the postings to which something happened after a cursor.
func changedSince(from postings.Finder, cursor uint64) (map[uint64]bool, error) {
	changed := map[uint64]bool{}
	if latest, err := from.LatestChange(); err != nil || latest <= cursor {
		return changed, err
	}
	err := from.Changes(cursor, func(c *postings.Change) error {
		changed[c.Number] = true
		return nil
	})
	return changed, err
}

// digest is what a check compares of a row.
type digest struct{ terms, seal int64 }

func jobDigest(r *jobRow) digest { return digest{r.terms, r.seal()} }

// readJobs reads all rows, and holds them against their seals and terms.
func (ix *index) readJobs() (map[uint64]*digest, error) {
	sums, err := ix.sums("job_terms")
	if err != nil {
		return nil, err
	}
	rows, err := ix.db.Query("SELECT number, title, company, place, posted, state, day, terms, seal FROM jobs")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	have := map[uint64]*digest{}
	for rows.Next() {
		var r jobRow
		var d digest
		if err := rows.Scan(&r.number, &r.title, &r.company, &r.place, &r.posted, &r.state, &r.day, &r.terms, &d.seal); err != nil {
			return nil, err
		}
		if d.terms = r.terms; d.seal != r.seal() || sums[r.number] != r.terms {
			return nil, fmt.Errorf("the row of posting %d is not what was written", r.number)
		}
		have[r.number] = &d
		delete(sums, r.number)
	}
	if len(sums) > 0 {
		return nil, fmt.Errorf("%d postings have terms and no row", len(sums))
	}
	return have, rows.Err()
}

// checkPages holds rows against their seals. What a page was judged may have changed since the row was written.
func (ix *index) checkPages(from store.Reader) error {
	have, err := ix.readPages()
	if err != nil {
		return err
	}
	var at uint64
	if err := fact(ix.db, "page", &at); err != nil {
		return err
	}
	x := postings.NewIndexer()
	return from.Select(store.Selection{Before: at + 1}, func(p *store.Page) error {
		want := pageRowOf(p, x)
		if have[p.Seq] != addressOf(want) {
			return fmt.Errorf("page %d %w", p.Seq, errOther)
		}
		return nil
	})
}

// addressOf returns a hash of what of a page never changes.
func addressOf(r *pageRow) uint64 { return xxh3.HashString(r.url + "\n" + r.anchor) }

// readPages reads all rows, and holds them against their seals and terms.
func (ix *index) readPages() (map[uint64]uint64, error) {
	sums, err := ix.sums("page_terms")
	if err != nil {
		return nil, err
	}
	rows, err := ix.db.Query("SELECT number, url, anchor, score, relevant, fetched, terms, seal FROM pages")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	have := map[uint64]uint64{}
	for rows.Next() {
		var r pageRow
		var seal int64
		if err := rows.Scan(&r.number, &r.url, &r.anchor, &r.score, &r.relevant, &r.fetched, &r.terms, &seal); err != nil {
			return nil, err
		}
		if seal != r.seal() || sums[r.number] != r.terms {
			return nil, fmt.Errorf("the row of page %d is not what was written", r.number)
		}
		have[r.number] = addressOf(&r)
		delete(sums, r.number)
	}
	if len(sums) > 0 {
		return nil, fmt.Errorf("%d pages have terms and no row", len(sums))
	}
	return have, rows.Err()
}

// checkRanks holds the ranks of all rows against the bounds of their parts.
func (ix *index) checkRanks(k *kind) error {
	for _, column := range k.columns {
		b, err := readBounds(ix.db, k.name, column)
		if err == nil && len(b) > 0 {
			err = ix.checkOrder(k, column, b)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (ix *index) checkOrder(k *kind, column string, b bounds) error {
	rows, err := ix.db.Query(fmt.Sprintf("SELECT number, %s, substr(ranks, number %% %d + 1, 1) FROM %s LEFT JOIN ranks ON list = ? AND sort = ? AND block = number / %[2]d",
		column, rowsInBlock, k.name), k.name, column)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var at position
		var rank []byte
		if err := rows.Scan(&at.number, &at.key, &rank); err != nil {
			return err
		}
		if len(rank) != 1 || int(rank[0]) != b.rank(at) {
			return fmt.Errorf("the rank of row %d of %s by %s is not what was written", at.number, k.name, column)
		}
	}
	return rows.Err()
}
