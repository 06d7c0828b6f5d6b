package crawldir

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gannet/crawldir/history"
	"gannet/crawldir/lists"
	"gannet/crawler/scope"
	"gannet/internal/weburl"
	"gannet/internal/wholefile"
	"gannet/job/contact"
	"gannet/store"
	"gannet/store/postings"
	"gannet/topic/label"
)

// ForgetFile is the name of the new store while Forget writes it. It replaces StoreFile at the end.
const ForgetFile = StoreFile + ".forget"

// Forgotten says what Forget has removed, and which files it could not search.
type Forgotten struct {
	store.Forgotten
	Answers int      // of people about pages that are gone
	Left    []string // files that it did not search, such as archives, and facts about the crawl that have what was to be forgotten
}

// Forget removes all pages of the given hosts, and all pages that contain one of the given words, such as a name or a mail address. It also
// removes the pages' postings in all versions, the answers of people about them, and all events. The crawl never requests these URLs and
// hosts again; it keeps only their hashes. Indexes and other files that the next run can rebuild are removed. After a crash the crawl is
// either unchanged or completely cleaned. The error is store.ErrInUse while the crawl runs.
func Forget(dir string, words, hosts []string) (*Forgotten, error) {
	search, err := contact.NewSearch(words)
	if err != nil {
		return nil, &OptionError{err}
	}
	canonical, err := canonicalHosts(hosts)
	if err != nil {
		return nil, &OptionError{err}
	}
	path, err := storeOf(dir)
	if err != nil {
		return nil, err
	}
	db, err := store.Open(path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	f := &forgetting{dir: dir, search: search}
	for i, host := range canonical {
		f.hosts.Forgotten = append(f.hosts.Forgotten, weburl.Fingerprint(host))
		f.names = append(f.names, host, strings.ToLower(hosts[i]))
	}
	if err := f.run(db); err != nil {
		return nil, err
	}
	// Whoever waits for the old file must not get it.
	time.Sleep(store.DefaultOptions().Wait + 100*time.Millisecond)
	return &f.result, nil
}

// forgetting is a Forget in progress.
type forgetting struct {
	dir    string
	hosts  scope.Rules
	names  []string // of the hosts, in canonical form and in small letters
	search *contact.Search
	result Forgotten
}

func (f *forgetting) run(db *store.DB) error {
	copied := filepath.Join(f.dir, ForgetFile)
	if err := os.RemoveAll(copied); err != nil { // of a process that was killed
		return err
	}
	byHost, err := scope.New(f.hosts)
	if err != nil {
		return err
	}
	what := store.Forgetting{
		URL:  func(url string) bool { return byHost.Page(postings.PageOf(url), 0) != "" },
		Text: f.search.In,
	}
	found, err := db.Forget(copied, what)
	if err != nil {
		return err
	}
	f.result.Forgotten = *found
	for _, fact := range found.Facts {
		if fact != employersKey {
			f.result.Left = append(f.result.Left, fmt.Sprintf("%s (the fact %q about the crawl)", StoreFile, fact))
		}
	}
	if err := f.sealCopy(copied, what); err != nil {
		return errors.Join(err, os.Remove(copied))
	}
	steps := []func() error{
		func() error { return db.SetMeta(rebuildKey, true) }, // should the process die between the next two
		func() error { return f.forgetAnswers(what) },
		func() error { return history.Forget(f.dir, f.named) },
		f.removeDerived,
		func() error { return f.replaceStore(copied) },
		f.findArchives,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// sealCopy notes in the new store what is not requested again, and that the frontier has to be made again. It takes employers out of the registry.
func (f *forgetting) sealCopy(path string, what store.Forgetting) error {
	db, err := store.Open(path)
	if err != nil {
		return err
	}
	homes, err := f.forgetEmployers(db, what)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	rules, err := heldRules(db)
	if err == nil {
		rules.Forgotten = append(rules.Forgotten, f.hosts.Forgotten...)
		for _, url := range slices.Concat(f.result.Pages, homes) {
			rules.Forgotten = append(rules.Forgotten, weburl.Fingerprint(url))
		}
		slices.Sort(rules.Forgotten)
		rules.Forgotten = slices.Compact(rules.Forgotten)
		err = errors.Join(db.SetMeta(scopeKey, rules), db.SetMeta(rebuildKey, true))
	}
	return errors.Join(err, db.Close())
}

// forgetAnswers removes the answers about pages that are gone.
func (f *forgetting) forgetAnswers(what store.Forgetting) error {
	path := filepath.Join(f.dir, LabelsFile)
	answers, err := label.Load(path)
	if err != nil || len(answers) == 0 {
		return err
	}
	gone := make(map[string]bool)
	for _, url := range f.result.Pages {
		gone[url] = true
	}
	var kept bytes.Buffer
	for _, a := range answers {
		if gone[a.URL] || what.URL(a.URL) || what.Text([]byte(a.URL)) {
			f.result.Answers++
			continue
		}
		line, err := json.Marshal(a)
		if err != nil {
			return err
		}
		kept.Write(append(line, '\n'))
	}
	if f.result.Answers == 0 {
		return nil
	}
	return wholefile.Write(path, kept.Bytes())
}

// derived are the files that are made again of the store.
var derived = []string{FrontierDir, IndexDir, lists.File, HostsFile, CheckpointFile, UnderwayFile, StatusFile, StoreFile + ".closed"}

func (f *forgetting) removeDerived() error {
	for _, name := range derived {
		if err := os.RemoveAll(filepath.Join(f.dir, name)); err != nil {
			return err
		}
	}
	return nil
}

func (f *forgetting) replaceStore(copied string) error {
	if err := os.Rename(copied, filepath.Join(f.dir, StoreFile)); err != nil {
		return err
	}
	d, err := os.Open(f.dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// named reports whether a text has one of the hosts, or what is searched for.
func (f *forgetting) named(text string) bool { return f.namesHost(text) || f.search.In([]byte(text)) }

// namesHost reports whether a text has one of the hosts.
func (f *forgetting) namesHost(text string) bool {
	return slices.ContainsFunc(f.names, func(host string) bool { return strings.Contains(strings.ToLower(text), host) })
}

// findArchives names the files that were not searched.
func (f *forgetting) findArchives() error {
	archives, err := filepath.Glob(filepath.Join(f.dir, "*.warc*"))
	if err != nil {
		return err
	}
	for _, path := range archives {
		f.result.Left = append(f.result.Left, filepath.Base(path))
	}
	for name, also := range map[string]string{TopicFile: " and its copy in " + StoreFile, TaughtFile: " and its copy in " + StoreFile, SearchesFile: ""} {
		data, err := os.ReadFile(filepath.Join(f.dir, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if f.named(string(data)) {
			f.result.Left = append(f.result.Left, name+also)
		}
	}
	slices.Sort(f.result.Left)
	return nil
}
