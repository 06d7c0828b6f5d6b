package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/spf13/pflag"

	"gannet/crawldir"
	"gannet/features/permission"
	"gannet/internal/cli"
	turns "gannet/internal/share"
	"gannet/job/contact"
	"gannet/models/shipped"
	"gannet/store"
	"gannet/store/postings"
)

// releaseFlags are the flags that say what an export may contain, and for which purpose it is.
type releaseFlags struct{ purpose, contacts string }

func (f *releaseFlags) flags(fs *pflag.FlagSet) {
	fs.StringVar(&f.purpose, "purpose", noLimit, "what the export will be used for: search, archive, ai-input, train or mine; pages and postings whose owners refuse this use are left out; none: nothing is left out")
	fs.StringVar(&f.contacts, "contacts", string(contact.Keep), "mail addresses, telephone numbers and names of contacts: keep, hash (by the key in the crawl's contacts.key) or drop")
}

// open checks the flags and returns what they ask for of a crawl in a directory.
func (f *releaseFlags) open(dir string) (*release, error) {
	purpose, err := permission.ParsePurpose(f.purpose)
	if err != nil {
		return nil, cli.Usagef("--purpose: %w", err)
	}
	masker, err := openMasker(f.contacts, dir)
	if err != nil {
		return nil, err
	}
	r := &release{purpose: purpose, masker: masker}
	if purpose != permission.Any || !masker.Keeps() {
		r.flags = "--contacts " + f.contacts + " --purpose " + cmp.Or(string(purpose), noLimit)
	}
	return r, nil
}

// openMasker returns what takes contacts out as --contacts says.
func openMasker(contacts, dir string) (*contact.Masker, error) {
	treatment, err := contact.ParseTreatment(contacts)
	if err != nil {
		return nil, cli.Usagef("--contacts: %w", err)
	}
	var key []byte
	if treatment == contact.Hash {
		if key, err = crawldir.ContactsKey(dir); err != nil {
			return nil, err
		}
	}
	model, err := shipped.Persons()
	return contact.NewMasker(treatment, key, model), err
}

// release decides which pages and postings an export may contain, and masks contacts in them.
type release struct {
	purpose permission.Purpose
	masker  *contact.Masker
	flags   string       // that say so, "" if nothing is left out
	refused atomic.Int64 // pages and postings that were left out
}

// admits reports whether a page may leave the crawl, and counts it if not.
func (r *release) admits(p *store.Page) bool {
	if _, refused := p.Says.Refuses(r.purpose); refused {
		r.refused.Add(1)
		return false
	}
	return true
}

// report says how much was left out.
func (r *release) report(stderr io.Writer, of string) error {
	if n := r.refused.Load(); n > 0 {
		return cli.Say(stderr, "%s left out, since owners refuse the purpose %s\n", cli.Counted(n, of), r.purpose)
	}
	return nil
}

// pages returns a reader whose Select gives what may leave the crawl.
func (r *release) pages(from store.Reader) store.Reader {
	if r.purpose == permission.Any && r.masker.Keeps() {
		return from
	}
	return releasedPages{from, r}
}

type releasedPages struct {
	store.Reader
	*release
}

// Select implements store.Reader. It leaves out pages whose owners refuse the purpose of the export, and removes contact data.
func (p releasedPages) Select(s store.Selection, use func(*store.Page) error) error {
	return p.Reader.Select(s, func(page *store.Page) error {
		if !p.admits(page) {
			return nil
		}
		page.Body = p.masker.HTML(page.Body)
		page.ViaAnchor = p.masker.Text(page.ViaAnchor)
		return use(page)
	})
}

// postings returns a Finder that gives what may leave the crawl. A posting is of the page that shows its newest version. A nil release gives
// everything.
func (r *release) postings(from *crawldir.Reader) postings.Finder {
	if r == nil || r.purpose == permission.Any && r.masker.Keeps() {
		return from.Postings
	}
	return &releasedPostings{from.Postings, from.Store, r}
}

type releasedPostings struct {
	postings.Finder
	pages store.Reader
	*release
}

// In implements postings.Finder: it returns a Finder with the same filters that stops when ctx ends.
func (p *releasedPostings) In(ctx context.Context, of *turns.Share) postings.Finder {
	return &releasedPostings{p.Finder.In(ctx, of), p.pages.In(ctx, of), p.release}
}

// Find implements postings.Finder. It leaves out postings whose owners refuse the purpose of the export, and removes contact data.
func (p *releasedPostings) Find(q postings.Query, use func(*postings.Posting) error) error {
	return p.Finder.Find(q, func(k *postings.Posting) error {
		if ok, err := p.admitsPosting(k); !ok {
			return err
		}
		k.Job = p.masker.Posting(k.Job)
		return use(k)
	})
}

// Get implements postings.Finder. A posting whose owner refuses the purpose of the export counts as not found, and contact data are
// removed.
func (p *releasedPostings) Get(number uint64) (*postings.Posting, error) {
	k, err := p.Finder.Get(number)
	if err != nil {
		return nil, err
	}
	if ok, err := p.admitsPosting(k); !ok {
		return nil, errors.Join(err, fmt.Errorf("posting %d: %w", number, postings.ErrNotFound))
	}
	k.Job = p.masker.Posting(k.Job)
	return k, nil
}

// Versions implements postings.Finder: it returns the versions of a posting without contact data.
func (p *releasedPostings) Versions(number uint64) ([]*postings.Version, error) {
	versions, err := p.Finder.Versions(number)
	for _, v := range versions {
		v.Job = p.masker.Posting(v.Job)
	}
	return versions, err
}

// Changes implements postings.Finder. It leaves out the events of postings whose owners refuse the purpose for which they are exported.
func (p *releasedPostings) Changes(since uint64, use func(*postings.Change) error) error {
	return p.Finder.Changes(since, func(c *postings.Change) error {
		if c.Number != 0 && p.purpose != permission.Any {
			if _, err := p.Get(c.Number); errors.Is(err, postings.ErrNotFound) {
				return nil
			} else if err != nil {
				return err
			}
		}
		c.Job = p.masker.Posting(c.Job)
		c.Fields = p.maskedFields(c.Fields)
		return use(c)
	})
}

// maskedFields returns changes of fields without contacts in their texts.
func (p *releasedPostings) maskedFields(fields map[string]postings.FieldChange) map[string]postings.FieldChange {
	if p.masker.Keeps() || fields == nil {
		return fields
	}
	masked := make(map[string]postings.FieldChange, len(fields))
	for field, change := range fields {
		masked[field] = postings.FieldChange{Old: p.masker.JSON(field, change.Old), New: p.masker.JSON(field, change.New)}
	}
	return masked
}

// admitsPosting reports whether the page of a posting may leave the crawl. A page that is not kept says nothing.
func (p *releasedPostings) admitsPosting(k *postings.Posting) (bool, error) {
	if p.purpose == permission.Any {
		return true, nil
	}
	page, _, err := p.pages.Lookup(postings.PageOf(k.URL))
	if errors.Is(err, store.ErrNotFound) {
		return true, nil
	}
	return err == nil && p.admits(page), err
}
