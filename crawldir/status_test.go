package crawldir

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"gannet/crawldir/history"
	"gannet/crawler"
)

// TestCountsOfAllRunsAddUp writes the status of three runs. The second was killed while pages were under way.
func TestCountsOfAllRunsAddUp(t *testing.T) {
	dir := t.TempDir()
	runs := []crawler.Progress{
		{Asked: 10, Pages: 6, Refused: map[string]int64{"status 404": 3, "timeout": 1}, Reasons: map[string]int64{"status 404": 3, "timeout": 1}},
		{Asked: 9, Pages: 5, Refused: map[string]int64{"status 404": 2}, Reasons: map[string]int64{"status 404": 2, "nofollow": 7}},
		{Asked: 1, Refused: map[string]int64{"robots.txt": 1}, Reasons: map[string]int64{"robots.txt": 1}},
	}
	for i, p := range runs {
		c := &Crawl{dir: dir, earlier: readEarlier(dir, 6*i), history: history.NewRecorder(dir, time.Time{})}
		for range 2 { // a status replaces the one before
			if err := c.WriteStatus(Status{Progress: p}); err != nil {
				t.Fatal(err)
			}
		}
	}
	s, err := ReadStatus(dir)
	if err != nil {
		t.Fatal(err)
	}
	all, sum := s.Totals(), int64(0)
	for _, n := range all.Refused {
		sum += n
	}
	if all.Runs != 3 || all.Pages != 11 || all.Refused["status 404"] != 5 || all.Asked != all.Pages+sum || all.Reasons["nofollow"] != 7 || all.Partial {
		t.Errorf("totals are %+v", all)
	}
}

// TestCountsOfOldRunsAreSaidToBePartial reads a status that an earlier version wrote, and one that is lost.
func TestCountsOfOldRunsAreSaidToBePartial(t *testing.T) {
	dir := t.TempDir()
	if all := readEarlier(dir, 0); all.Partial {
		t.Errorf("a new crawl: %+v", all)
	}
	if all := readEarlier(dir, 3); !all.Partial {
		t.Errorf("a lost status: %+v", all)
	}
	old := `{"progress": {"fetched": 9, "kept": 3, "pages": 3, "reasons": {"status 404": 6}}}`
	if err := os.WriteFile(filepath.Join(dir, StatusFile), []byte(old), 0o644); err != nil {
		t.Fatal(err)
	}
	if all := readEarlier(dir, 3); !all.Partial || all.Pages != 3 || all.Reasons["status 404"] != 6 {
		t.Errorf("an old status: %+v", all)
	}
}
