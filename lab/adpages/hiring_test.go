package adpages

import (
	"os"
	"path/filepath"
	"testing"
)

func TestPostsOfMonthlyThreads(t *testing.T) {
	dir, text := t.TempDir(), " weaves linen by the river and looks after its looms. You mend the looms when they stop at night, and show visitors how it is done. On Fridays you plan the week with all others. There are sixty looms in a hall with a view, and you are paid each week."
	lines := `{"html": "Loom Mill (loom.example) | Data engineer | Leeds<p>Loom Mill` + text + `"}
{"html": "Loom Mill | Developer | Leeds<p>Loom Mill` + text + `"}
{"html": "Loom Mill seeks a developer<p>Loom Mill` + text + `"}
{"html": "Spindle | Leeds<p>Spindle` + text + `"}
{"html": "Bobbin | Developer<p>Bobbinet` + text + `"}`
	if err := os.WriteFile(filepath.Join(dir, hiringFile), []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	posts, err := Hiring(dir, 1)
	if err != nil || len(posts) != 1 {
		t.Fatalf("%d posts, %v: %+v", len(posts), err, posts)
	}
	if p := posts[0]; p.Company != "Loom Mill" || p.Description != "Loom Mill"+text || p.Language != "en" || p.Title != "Data engineer" && p.Title != "Developer" {
		t.Errorf("%+v", p)
	}
}
