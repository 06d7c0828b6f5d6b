package pagetext

import (
	"testing"
	"time"

	"gannet/job/judge"
	"gannet/models"
)

func TestDaysThatAreOver(t *testing.T) {
	day := func(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }
	c := dateClock{now: day(2026, 11, 1)}
	for _, test := range []struct {
		text, lang string
		want       time.Time // zero: refused
	}{
		{"Jan 20", "en", day(2026, 1, 20)}, {"20. Januar", "de", day(2026, 1, 20)}, {"Dec 20", "en", day(2025, 12, 20)}, {"Oct 30", "en", day(2026, 10, 30)},
		{"2026-10-30", "en", day(2026, 10, 30)}, {"2027-01-20", "en", time.Time{}}, {"20 stycznia 2026", "pl", day(2026, 1, 20)},
	} {
		got, ok := c.past(test.text, test.lang, time.Time{})
		if ok != !test.want.IsZero() || !got.Equal(test.want) {
			t.Errorf("%s: %v %v, want %v", test.text, got, ok, test.want)
		}
	}
}

// testReader reads with the shipped models.
func testReader(t testing.TB) *Reader {
	t.Helper()
	employers, err := ReadEmployers(models.Employers())
	if err != nil {
		t.Fatal(err)
	}
	fields, err := judge.Read(models.Fields(), Measures())
	if err != nil {
		t.Fatal(err)
	}
	words, err := ReadWords(models.Words())
	if err != nil {
		t.Fatal(err)
	}
	return &Reader{Employers: employers, Words: words, Judge: fields}
}
