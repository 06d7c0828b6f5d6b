package job

import (
	"strings"
	"testing"
	"time"
)

func TestHoursAndZones(t *testing.T) {
	for _, c := range []struct{ text, country, want string }{
		{"January 12, 2025, 11:59 p.m.", "", "2025-01-12T23:59:00 wall"}, {"12 January 2025, 5pm", "", "2025-01-12T17:00:00 wall"}, {"12 Jan 2025 12:00 a.m.", "", "2025-01-12"},
		{"12 Jan 2025 12:30 AM", "", "2025-01-12T00:30:00 wall"}, {"12 Jan 2025 12:00 p.m.", "", "2025-01-12T12:00:00 wall"}, {"12 Jan 2025 12 noon", "", "2025-01-12T12:00:00 wall"},
		{"12.01.2025, 17 Uhr", "", "2025-01-12T17:00:00 wall"}, {"12.01.2025 um 23.59 Uhr", "", "2025-01-12T23:59:00 wall"}, {"12/01/2025 à 17h30", "fr", "2025-01-12T17:30:00 wall"},
		{"2025-01-12T24:00:00", "", "2025-01-12"}, {"2025-01-12T23:59:59", "", "2025-01-12T23:59:59 wall"}, {"11:59 am 12. Januar 2025", "de", "2025-01-12T11:59:00 wall"},
		{"12 Jan 2025 at 5.00PM", "", "2025-01-12T17:00:00 wall"}, {"12 noon on 19th January 2025", "", "2025-01-19T12:00:00 wall"}, {"10 h January 2025", "", "2025-01-10"},
		{"2024-11-08 (midnight)", "", "2024-11-08"}, {"20/11/2024 @ 4pm", "", "2024-11-20T16:00:00 wall"},
		{"12:00 am 12. Januar 2025", "de", "2025-01-12T12:00:00 wall"},
		{"January 12, 2025 11:59 PM PST", "", "2025-01-13T07:59:00"}, {"January 12, 2025 - 11:59 p.m. Pacific Time", "", "2025-01-13T07:59:00"},
		{"July 12, 2025 11:59 p.m. Pacific Time", "", "2025-07-13T06:59:00"}, {"12 July 2025 17:00 BST", "gb", "2025-07-12T16:00:00"}, {"12 July 2025 17:00 BST", "BD", "2025-07-12T11:00:00"},
		{"12 Jan 2025 17:00 IST", "in", "2025-01-12T11:30:00"}, {"12 Jan 2025 17:00 IST", "IL", "2025-01-12T15:00:00"}, {"12 Jan 2025 17:00 CST", "us", "2025-01-12T23:00:00"},
		{"12 Jan 2025 17:00 CST", "CN", "2025-01-12T09:00:00"}, {"12.01.2025 23:59 Uhr (MEZ)", "de", "2025-01-12T22:59:00"}, {"12 Jan 2025 23:59 CET", "", "2025-01-12T22:59:00"},
		{"12 Jan 2025 17:00 GMT+2", "", "2025-01-12T15:00:00"}, {"12 Jan 2025 17:00 UTC-05:00", "", "2025-01-12T22:00:00"}, {"12 Jan 2025 17:00 +0100", "", "2025-01-12T16:00:00"},
		{"12 Jan 2025 17:00 ET", "", "2025-01-12T22:00:00"}, {"12 Jan 2025 23:59 AoE", "", "2025-01-13T11:59:00"}, {"12 Jan 2025 17:00 Eastern Standard Time", "", "2025-01-12T22:00:00"},
		{"12 janvier 2025 17:00 est la limite", "fr", "2025-01-12T17:00:00 wall"},
		{"Mon, 13 Jan 2025 08:15:00 +0000", "", "2025-01-13T08:15:00"}, {"Mon, 13 Jan 25 08:15 PST", "", "2025-01-13T16:15:00"}, {"13 Jan 2025 08:15:00 EST", "", "2025-01-13T13:15:00"},
		{"Mon, 13 Jan 2025 08:15 GMT", "", "2025-01-13T08:15:00"}, {"Mon Jan 13 08:15:00 PST 2025", "", "2025-01-13T16:15:00"},
		{"1736755200000", "", "2025-01-13T08:00:00"}, {"1736755200000000", "", "2025-01-13T08:00:00"},
		{"9999-12-31T23:59:59", "", ""}, {"0001-01-01T00:00:00Z", "", ""}, {"1970-01-01", "", ""}, {"0000-00-00", "", ""}, {"253402300799", "", ""}, {"-62135596800", "", ""}, {"0", "", ""},
	} {
		lang := map[string]string{"de": "de", "fr": "fr"}[c.country]
		when, ok := ParseDate(c.text, lang, testNow)
		got := ""
		if when = In(when, c.country); ok {
			got = when.Format("2006-01-02T15:04:05")
			if when.Location() == WallClock {
				got += " wall"
			}
			got = strings.TrimSuffix(got, "T00:00:00")
		}
		if got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.text, c.country, got, c.want)
		}
	}
}

// A last day ends where the employer is, and without a place where days end last.
func TestEndOfLastDay(t *testing.T) {
	day := time.Date(2025, 1, 12, 0, 0, 0, 0, time.UTC)
	summer := time.Date(2025, 7, 12, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		last    time.Time
		places  []Place
		country string
		want    string
	}{
		{day, nil, "", "2025-01-13T12:00:00Z"}, {day, nil, "gb", "2025-01-13T00:00:00Z"}, {summer, nil, "gb", "2025-07-12T23:00:00Z"}, {day, nil, "de", "2025-01-12T23:00:00Z"},
		{day, []Place{{CountryCode: "JP"}}, "", "2025-01-12T15:00:00Z"}, {day, []Place{{CountryCode: "US", Region: "New York"}}, "", "2025-01-13T05:00:00Z"},
		{day, []Place{{CountryCode: "US", Region: "CA"}}, "de", "2025-01-13T08:00:00Z"}, {day, []Place{{CountryCode: "US"}}, "", "2025-01-13T08:00:00Z"},
		{day, []Place{{CountryCode: "DE"}, {CountryCode: "CA", Region: "BC"}}, "", "2025-01-13T08:00:00Z"}, {day, nil, "xx", "2025-01-13T12:00:00Z"},
		{wallIn(day.Add(17*time.Hour), WallClock), nil, "de", "2025-01-12T16:00:00Z"}, {day.Add(17 * time.Hour), nil, "de", "2025-01-12T17:00:00Z"}, {time.Time{}, nil, "de", "0001-01-01T00:00:00Z"},
	} {
		if got := EndOfLastDay(c.last, c.places, c.country).Format(time.RFC3339); got != c.want {
			t.Errorf("%s in %v or %q ends %s, want %s", c.last, c.places, c.country, got, c.want)
		}
	}
}

// TestZoneTables checks that every entry of the tables is a zone.
func TestZoneTables(t *testing.T) {
	check := func(entry string) {
		if location("", entry) == WallClock {
			t.Errorf("no zone %q", entry)
		}
	}
	for _, of := range zones().names {
		for _, entry := range of {
			check(entry)
		}
	}
	for country, entry := range zones().home {
		if check(entry); len(country) != 2 {
			t.Errorf("no country %q", country)
		}
	}
	for _, entry := range zones().regions {
		check(entry)
	}
	if len(zones().names) < 90 || len(zones().home) < 110 || len(zones().regions) < 65 {
		t.Errorf("%d names, %d countries, %d regions", len(zones().names), len(zones().home), len(zones().regions))
	}
}

func TestLastDayOfAPosting(t *testing.T) {
	p := &Posting{ValidThrough: wallIn(time.Date(2025, 1, 12, 17, 0, 0, 0, time.UTC), WallClock), Details: Details{Places: []Place{{CountryCode: "CA", Region: "Ontario"}}}}
	p.SetDates("")
	if p.SchemaOrg()["validThrough"] != "2025-01-12T17:00:00-05:00" || p.ValidThrough.Location() != time.UTC || !EndOf(p.LastDay()).Equal(p.EndsAt()) {
		t.Errorf("%+v", p)
	}
	p = &Posting{ValidThrough: time.Date(2025, 1, 12, 0, 0, 0, 0, time.UTC)}
	p.SetDates("in")
	if end := time.Date(2025, 1, 12, 18, 30, 0, 0, time.UTC); !p.EndsAt().Equal(end) || !p.Ended(end) || p.Ended(end.Add(-time.Second)) || p.SchemaOrg()["validThrough"] != "2025-01-12" {
		t.Errorf("%+v", p)
	}
}
