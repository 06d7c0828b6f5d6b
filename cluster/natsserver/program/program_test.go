package program

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestManualPage holds that packages find a page that has every flag, and that the help names no command but the program itself.
func TestManualPage(t *testing.T) {
	dir := t.TempDir()
	var out, errs bytes.Buffer
	if status := Run("1.2", []string{"man", dir}, &out, &errs); status != 0 {
		t.Fatalf("status %d: %s", status, errs.String())
	}
	page, err := os.ReadFile(filepath.Join(dir, "gannet-cluster.1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`.TH GANNET\-CLUSTER 1`, `gannet\-cluster \- Run a server`, `\-\-peers`, ".SH EXAMPLES"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%d pages, %v", len(entries), err)
	}
	if status := Run("1.2", []string{"--help"}, &out, &errs); status != 0 || strings.Contains(out.String(), "[command]") || strings.Contains(out.String(), "ompletion") {
		t.Errorf("status %d, help:\n%s", status, out.String())
	}
}
