package crawler

import (
	"testing"
	"time"

	"gannet/store"
	"gannet/store/postings"
)

// alarmsIn returns the alarms in the ledger of a store.
func alarmsIn(t *testing.T, db *store.DB) (told string) {
	t.Helper()
	err := db.Postings().Changes(0, func(c *postings.Change) error {
		if c.Event == postings.EventAlarm {
			told += string(c.Alarm)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return told
}

func TestDatesThatAreFalse(t *testing.T) {
	const today = 20_000
	now := time.Unix(today*secondsPerDay+7, 0)
	for _, c := range []struct {
		posted, before int64
		known, bad     bool
	}{
		{posted: 0},
		{posted: today},
		{posted: today + 1},
		{posted: today + 2, bad: true},
		{posted: today - oldAd},
		{posted: today - oldAd - 1, bad: true},
		{posted: today - 3*oldAd, known: true}, // as an earlier version kept it, without the day
		{posted: today - 3*oldAd, before: today - 3*oldAd, known: true},
		{posted: today - 10, before: today - 40, known: true}, // posted again
		{posted: today - 41, before: today - 40, known: true},
		{posted: today - 42, before: today - 40, known: true, bad: true},
	} {
		if l := (appearance{posted: c.posted}); l.isDateFalse(appearance{posted: c.before}, c.known, now) != c.bad {
			t.Errorf("%+v: %v", c, !c.bad)
		}
	}
}

func TestAppearancesAreReadAsWritten(t *testing.T) {
	want := appearance{title: 1 << 60, fields: hasDate | hasPay, language: "de", posted: 20_000}
	facts := want.encode()
	if got, ok := decodeAppearance(facts); !ok || got != want {
		t.Errorf("%+v, %v", got, ok)
	}
	want.posted = 0 // an earlier version's facts end with the language
	if got, ok := decodeAppearance(facts[:11]); !ok || got != want {
		t.Errorf("%+v, %v of an earlier version", got, ok)
	}
	if _, ok := decodeAppearance(nil); ok {
		t.Error("nothing is read as facts")
	}
}
