package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gannet/feed"
	"gannet/feed/search"
	"gannet/internal/cli"
)

// inbox is a server that takes batches.
type inbox struct {
	mu    sync.Mutex
	text  string
	deny  int           // the next status, if it is not 0
	taken chan struct{} // gets a value for each batch
}

func (i *inbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	if i.deny != 0 {
		w.WriteHeader(i.deny)
		return
	}
	i.text += string(body)
	select {
	case i.taken <- struct{}{}:
	default:
	}
}

func (i *inbox) got() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.text
}

func startInbox(t *testing.T) (*inbox, string) {
	t.Helper()
	box := &inbox{taken: make(chan struct{}, 1)}
	s := httptest.NewServer(box)
	t.Cleanup(s.Close)
	t.Setenv(secretVariable, "a secret of some length")
	return box, s.URL
}

func TestWebhookGetsWhatChangesPrints(t *testing.T) {
	dir := t.TempDir()
	if err := keepJobs(dir); err != nil {
		t.Fatal(err)
	}
	box, url := startInbox(t)
	file := filepath.Join(dir, "cursor.json")
	args := []string{"jobs", "changes", dir, "--webhook", url, "--cursor", file}
	box.deny = http.StatusForbidden
	if got := said(args...); !strings.Contains(got, "status 1 gannet: the webhook refuses what it is sent: 127.0.0.1:") || strings.Contains(got, "secret of") {
		t.Errorf("refused: %s", got)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a cursor is kept, and nothing was delivered")
	}
	box.deny = 0
	want := runJobs(t, "jobs", "changes", dir)
	for range 2 {
		if out := runJobs(t, args...); out != "" || box.got() != want || strings.Count(want, "\n") < 5 {
			t.Errorf("said %q, delivered\n%s\nwant\n%s", out, box.got(), want)
		}
	}
}

func TestFollowDeliversUntilASignal(t *testing.T) {
	dir := t.TempDir()
	if err := keepJobs(dir); err != nil {
		t.Fatal(err)
	}
	box, url := startInbox(t)
	f := &changesFlags{deliveryFlags: deliveryFlags{follow: true, cursorFile: filepath.Join(dir, "cursor.json"), hookFlags: hookFlags{url: url}}}
	to, err := f.open(io.Discard, true)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- writeChanges(ctx, io.Discard, dir, f, nil, to) }()
	select {
	case <-box.taken:
	case <-time.After(time.Minute):
		t.Fatal("nothing is delivered")
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if want := runJobs(t, "jobs", "changes", dir); box.got() != want {
		t.Errorf("delivered\n%s\nwant\n%s", box.got(), want)
	}
}

func TestChangesGoOnFromACursor(t *testing.T) {
	dir := t.TempDir()
	if err := keepJobs(dir); err != nil {
		t.Fatal(err)
	}
	all := runJobs(t, "jobs", "changes", dir)
	lines := strings.SplitAfter(all, "\n")
	if got := runJobs(t, "jobs", "changes", dir, "--since", "2"); got != strings.Join(lines[2:], "") {
		t.Errorf("since 2:\n%s", got)
	}
	file := filepath.Join(dir, "cursor.json")
	if got := runJobs(t, "jobs", "changes", dir, "--cursor", file) + runJobs(t, "jobs", "changes", dir, "--cursor", file); got != all {
		t.Errorf("with a file:\n%s", got)
	}
	c, err := feed.ReadCursor(file)
	if err != nil || int(c.Cursor) != len(lines)-1 {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestFilteredChangesAlert: with filters only events of postings that meet them are delivered. The cursor passes the others, too, and stays where it is
// if the command fails.
func TestFilteredChangesAlert(t *testing.T) {
	dir := t.TempDir()
	if err := keepJobs(dir); err != nil {
		t.Fatal(err)
	}
	var want []string
	for line := range strings.Lines(runJobs(t, "jobs", "changes", dir)) {
		if strings.Contains(line, `"number":3,`) {
			want = append(want, line)
		}
	}
	search := []string{"jobs", "changes", dir, "--text", "pflege", "--host", "klinik.test"}
	if got := runJobs(t, search...); got != strings.Join(want, "") || len(want) == 0 {
		t.Errorf("found\n%s\nwant\n%s", got, want)
	}
	file, taken := filepath.Join(dir, "cursor.json"), filepath.Join(dir, "taken")
	command := append(search, "--cursor", file, "--run")
	if got := said(append(command, "cat >/dev/null; exit 3")...); !strings.Contains(got, "the command of --run failed: exit status 3: see to it") {
		t.Error(got)
	}
	for range 2 {
		runJobs(t, append(command, "cat >>"+taken)...)
	}
	if got, err := os.ReadFile(taken); err != nil || string(got) != strings.Join(want, "") {
		t.Errorf("the command got\n%s, %v", got, err)
	}
	c, err := feed.ReadCursor(file)
	if latest := uint64(strings.Count(runJobs(t, "jobs", "changes", dir), "\n")); err != nil || c.Cursor != latest {
		t.Errorf("the cursor is %d of %d, %v", c.Cursor, latest, err)
	}
}

// TestAtomHasTheLatestChanges: the file has an entry for each event of the search, and stays as it is while nothing changes.
func TestAtomHasTheLatestChanges(t *testing.T) {
	dir := t.TempDir()
	if err := keepJobs(dir); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "feed.atom")
	read := func() string {
		t.Helper()
		runJobs(t, "jobs", "changes", dir, "--text", "pflege", "--atom", file)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if err := search.Save(dir, search.Saved{Name: "nurses", Search: search.Search{Text: "pflege"}}); err != nil {
		t.Fatal(err)
	}
	events := strings.Count(runJobs(t, "jobs", "changes", dir, "--search", "nurses"), "\n")
	first := read()
	if got := strings.Count(first, "<entry>"); got != events || events == 0 || !strings.Contains(first, "<title>text pflege</title>") {
		t.Errorf("%d entries of %d events:\n%s", got, events, first)
	}
	old := time.Now().Add(-time.Hour).Truncate(time.Second)
	if err := os.Chtimes(file, old, old); err != nil {
		t.Fatal(err)
	}
	again := read()
	if info, err := os.Stat(file); err != nil || again != first || !info.ModTime().Equal(old) {
		t.Errorf("the file is written again without a change, %v:\n%s", err, again)
	}
}

func TestFlagsOfChanges(t *testing.T) {
	dir := t.TempDir()
	short := filepath.Join(dir, "short")
	if err := os.WriteFile(short, []byte("abc\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(secretVariable, "")
	for args, want := range map[string]string{
		"--cursor c --since 3":                           "leave --since out",
		"--secret-file " + short:                         "--secret-file is for --webhook: leave it out",
		"--cursor nowhere/c":                             "--cursor: there is no directory nowhere",
		"--plain-http":                                   "--plain-http is for --webhook: leave it out",
		"--webhook https://example.org/token":            "--webhook needs --cursor FILE",
		"--webhook https://example.org/token --cursor c": "give --secret-file FILE, or set GANNET_WEBHOOK_SECRET",
		"--webhook https://example.org/token --cursor c --secret-file " + short:         "too short or damaged: it has 16 bytes or more",
		"--webhook http://example.org/token --cursor c --secret-file jobs_test.go":      "give an https URL, or --plain-http",
		"--webhook https://me:token@example.org/ --cursor c --secret-file jobs_test.go": "without user and password",
		"--since -1": "--since",
		"--webhook https://example.org/token --cursor c --run true": "leave one out",
		"--near York":             "--near",
		"--search nobody":         "no search is saved under this name",
		"--search a --place York": "leave place York out",
		"--atom feed --cursor c":  "leave --cursor out",
		"--atom feed --run true":  "leave --run out",
		"--atom nowhere/feed":     "--atom: there is no directory nowhere",
	} {
		var stdout, stderr bytes.Buffer
		status := run(append([]string{"jobs", "changes", dir}, strings.Fields(args)...), &stdout, &stderr)
		if status != cli.ExitUsage || !strings.Contains(stderr.String(), want) || strings.Contains(stderr.String(), "token") {
			t.Errorf("%s: status %d, %s", args, status, stderr.String())
		}
	}
}
