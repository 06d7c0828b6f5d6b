package store

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	bolt "go.etcd.io/bbolt"

	"gannet/store/internal/check"
	"gannet/store/internal/entry"
)

// Lesson is a page or a sitemap from which a strategy has learned. Lessons are numbered. A new strategy that learns from all lessons in the
// order of their numbers reaches the same state as the first strategy.
type Lesson struct {
	Number  uint64  // from 1, in the order of learning
	Parent  float32 // topic probability of the page on which the page's link was found, as the strategy was given it
	Page    uint64  // the page's sequence number, which Put fills in; 0: it is a sitemap
	Sitemap *Sitemap

	Grandparent float32 // of a page: topic probability of the page before that, as the strategy was given it
	Old         bool    // of an earlier version, which did not keep Grandparent
}

// Sitemap is what a strategy has learned from a sitemap or a feed. Sitemaps and feeds are not stored as pages.
type Sitemap struct {
	URL         string
	Depth       int
	Probability float64
	Links       []SitemapLink
}

// SitemapLink is a page to which a sitemap or a feed links. Title and Summary have no line breaks and no tabs.
type SitemapLink struct{ URL, Title, Summary string }

// PutSitemap stores what a strategy has learned from a sitemap or a feed.
func (d *DB) PutSitemap(l *Lesson) error {
	value, err := appendSitemap(make([]byte, entry.Header8, 512), l)
	if err != nil {
		return err
	}
	err = d.write(func(tx *bolt.Tx) error {
		return openBuckets(tx).lessons.PutReserved(entry.Key(l.Number), value)
	})
	if err != nil {
		return fmt.Errorf("store sitemap %s: %w", l.Sitemap.URL, err)
	}
	return nil
}

// putLesson stores the lesson of a page.
func (b *batch) putLesson(l *Lesson, page uint64) error {
	if l == nil {
		return nil
	}
	value := binary.AppendUvarint(make([]byte, entry.Header8, entry.Header8+16), page)
	value = appendProbability(value, l.Parent)
	if !l.Old {
		value = appendProbability(value, l.Grandparent)
	}
	return b.lessons.PutReserved(entry.Key(l.Number), value)
}

func appendProbability(b []byte, p float32) []byte {
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(p))
}

func probability(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }

// appendSitemap writes the lesson of a sitemap, which begins with a page number of 0.
func appendSitemap(b []byte, l *Lesson) ([]byte, error) {
	z, err := entry.Encoder()
	if err != nil {
		return nil, err
	}
	b = appendProbability(binary.AppendUvarint(b, 0), l.Parent)
	b = entry.AppendString(b, l.Sitemap.URL)
	b = binary.AppendUvarint(b, uint64(l.Sitemap.Depth))
	b = entry.AppendFloat(b, l.Sitemap.Probability)
	lines := make([]string, len(l.Sitemap.Links))
	for i, link := range l.Sitemap.Links {
		lines[i] = strings.TrimRight(link.URL+"\t"+link.Title+"\t"+link.Summary, "\t")
	}
	return z.EncodeAll([]byte(strings.Join(lines, "\n")), b), nil
}

// decodeLesson reads the lesson with a number.
func decodeLesson(number uint64, value []byte) (*Lesson, error) {
	l := &Lesson{Number: number}
	page, n := binary.Uvarint(value)
	if n <= 0 || len(value) < n+4 {
		return nil, entry.Damaged("a lesson", value)
	}
	l.Page, l.Parent = page, probability(value[n:])
	rest := value[n+4:]
	if page > 0 {
		if l.Old = len(rest) < 4; !l.Old {
			l.Grandparent = probability(rest)
		}
		return l, nil
	}
	f := entry.NewFields(rest)
	l.Sitemap = &Sitemap{URL: f.String(), Depth: int(f.Uvarint()), Probability: f.Float()}
	if f.Bad() {
		return nil, entry.Damaged("a lesson", value)
	}
	lines, err := entry.Decompress(nil, f.Rest())
	if err != nil {
		return nil, entry.Damaged("a lesson", value)
	}
	for line := range strings.SplitSeq(string(lines), "\n") {
		url, texts, _ := strings.Cut(line, "\t")
		title, summary, _ := strings.Cut(texts, "\t")
		l.Sitemap.Links = append(l.Sitemap.Links, SitemapLink{url, title, summary})
	}
	return l, nil
}

// Lessons calls use for the lessons with numbers greater than after, in their order, until use returns an error.
func (d *DB) Lessons(after uint64, use func(*Lesson) error) error {
	for {
		lessons, err := d.someLessons(after)
		if err != nil || len(lessons) == 0 {
			return err
		}
		for _, l := range lessons {
			if err := use(l); err != nil {
				return err
			}
		}
		after = lessons[len(lessons)-1].Number
	}
}

// someLessons reads lessons after a number in one transaction.
func (d *DB) someLessons(after uint64) (lessons []*Lesson, err error) {
	err = d.view(func(b *pageBuckets) error {
		if b.lessons.Bucket == nil { // a file of an earlier version
			return nil
		}
		_, err := b.lessons.Ascend(entry.Key(after+1), func(k, sealed []byte) (more bool, err error) {
			l, err := decodeLesson(entry.Number(k), b.lessons.Unseal(k, sealed))
			if err != nil {
				return false, fmt.Errorf("read lesson %d: %w", entry.Number(k), err)
			}
			lessons = append(lessons, l)
			return len(lessons) < selectEntries, nil
		})
		return err
	})
	return lessons, err
}

// LatestLesson returns the number of the latest lesson, or 0 if there is none.
func (d *DB) LatestLesson() (number uint64, err error) {
	err = d.view(func(b *pageBuckets) error {
		if b.lessons.Bucket == nil {
			return nil
		}
		if k, _ := b.lessons.Cursor().Last(); k != nil {
			number = entry.Number(k)
		}
		return nil
	})
	return number, err
}

// checkLessons reads every lesson.
func (c *checker) checkLessons() error {
	if c.lessons.Bucket == nil {
		return nil
	}
	return c.lessons.ForEach(func(k, value []byte) error {
		if len(k) != 8 {
			return c.Problem(check.Delete(k, &c.lessons), "lessons: a key of %d bytes", len(k))
		}
		l, err := decodeLesson(entry.Number(k), value)
		switch {
		case err != nil:
			return c.Problem(check.Delete(k, &c.lessons), "lesson %d: %v", entry.Number(k), err)
		case l.Page > 0 && !c.HasPage(l.Page):
			return c.Problem(check.Delete(k, &c.lessons), "lesson %d belongs to no page", l.Number)
		}
		return nil
	})
}

// keyUnnumbered is the key in system of the number of the last page that was stored before there were lessons. The number is stored as JSON. A
// strategy learned from this page and all before it in the order of fetching.
const keyUnnumbered = "unnumbered"

// markUnnumbered records the last page of a file that has no lessons yet.
func markUnnumbered(tx *bolt.Tx) error {
	pages := tx.Bucket([]byte("pages"))
	if pages == nil || tx.Bucket([]byte("lessons")) != nil {
		return nil
	}
	return tx.Bucket([]byte("system")).Put([]byte(keyUnnumbered), strconv.AppendUint(nil, pages.Sequence(), 10))
}

// setUnnumbered records the last page without a lesson, as a damaged file has it. If the file does not have it, and there is no lesson either, it is
// the last of all pages.
func (b *pageBuckets) setUnnumbered(value []byte) error {
	if value == nil {
		value = []byte("0")
		if k, _ := b.lessons.Cursor().First(); k == nil {
			if last, _ := b.pages.Cursor().Last(); last != nil {
				value = strconv.AppendUint(nil, entry.Number(last), 10)
			}
		}
	}
	return b.system.Put([]byte(keyUnnumbered), value)
}

// LastUnnumbered returns the number of the last page that was stored by a version which did not number lessons, or 0 if there is none.
func (d *DB) LastUnnumbered() (page uint64, err error) {
	err = d.view(func(b *pageBuckets) error {
		if b.lessons.Bucket == nil {
			page = b.pages.Sequence()
			return nil
		}
		value := b.system.Get([]byte(keyUnnumbered))
		if value == nil {
			return nil
		}
		page, err = strconv.ParseUint(string(value), 10, 64)
		return err
	})
	return page, err
}
