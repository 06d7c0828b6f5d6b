package main

import (
	"os"
	"strings"
	"testing"
	"time"

	dps "github.com/markusmobius/go-dateparser"

	"gannet/job"
)

// TestDatesAgainstDateparser holds that names of months and relative dates of all languages are read as go-dateparser reads them.
func TestDatesAgainstDateparser(t *testing.T) {
	file, err := os.ReadFile("../../job/date_words.txt")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2025, 3, 12, 15, 30, 0, 0, time.UTC)
	total, good := 0, 0
	var differ []string
	for line := range strings.Lines(string(file)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(strings.TrimSpace(line), "\t")
		for _, cell := range cells[2:] {
			text := example(cell)
			want, err := dps.Parse(&dps.Configuration{Languages: cells[:1], CurrentTime: now}, text)
			if text == "" || err != nil || want.IsZero() {
				continue
			}
			total++
			got, ok := job.ParseDate(text, cells[0], now)
			if ok && got.Format(time.DateOnly) == want.Time.Format(time.DateOnly) {
				good++
				continue
			}
			differ = append(differ, cells[0]+" "+text+": "+got.Format(time.DateOnly)+", dateparser "+want.Time.Format(time.DateOnly))
		}
	}
	t.Logf("%d of %d agree", good, total)
	if total < 2000 || good*100 < total*97 {
		t.Errorf("%d of %d agree with go-dateparser; some that do not:\n%s", good, total, strings.Join(differ[:min(40, len(differ))], "\n"))
	}
}

// example returns a date with a word, of an entry such as "may=5", "# days ago=d-" or "yesterday=d-1", or "" if the word needs others.
func example(entry string) string {
	word, means, _ := strings.Cut(entry, "=")
	switch {
	case means[0] >= '1' && means[0] <= '9':
		return "17 " + word + " 2024"
	case strings.Contains(word, "#") && len(means) == 2:
		return strings.Replace(word, "#", "5", 1)
	case strings.Contains("dwmy", means[:1]) && len(means) > 2:
		return word
	}
	return ""
}
