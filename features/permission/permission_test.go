package permission_test

import (
	"slices"
	"strings"
	"testing"

	"gannet/features/permission"
)

// The rows of the table of docs/guide/17-permissions.md: each statement refuses these purposes, and no others.
var rows = []struct {
	standard permission.Standard
	raw      string
	refuses  []permission.Purpose
}{
	{permission.Signal, "search=yes, ai-train=no", []permission.Purpose{permission.Train}},
	{permission.Signal, "AI-Input = NO", []permission.Purpose{permission.Input}},
	{permission.Signal, "search=no", []permission.Purpose{permission.Search}},
	{permission.Signal, "/blog/ search=no,ai-train=yes", []permission.Purpose{permission.Search}},
	{permission.Signal, "ai-train=maybe, telepathy=no", nil},
	{permission.Usage, "train-ai=n", []permission.Purpose{permission.Train}},
	{permission.Usage, "/x train-ai=y, search=n", []permission.Purpose{permission.Search}},
	{permission.Usage, "train-genai=n", []permission.Purpose{permission.Train}},
	{permission.Usage, "bots=n", permission.Purposes()},
	{permission.Usage, `train-ai=n;reason="a, b", later=(1 2)`, []permission.Purpose{permission.Train}},
	{permission.Usage, "train-ai=n, train-ai=y", nil}, // the last member with a key counts
	{permission.Usage, "train-ai=y, train-ai, search=n;a", []permission.Purpose{permission.Search}},
	{permission.Usage, `train-ai="n"`, nil}, // a string, not a token
	{permission.Usage, "TRAIN-AI=n", nil},   // no key has capitals, so nothing of it counts
	{permission.Usage, "search=n,", nil},    // no dictionary ends in a comma
	{permission.Usage, "search=n train-ai=n", nil},
	{permission.TDM, "tdm-reservation: 1", []permission.Purpose{permission.Input, permission.Train, permission.Mine}},
	{permission.TDM, `{"location":"/","tdm-reservation":1,"tdm-policy":"https://a.test/p"}`, []permission.Purpose{permission.Input, permission.Train, permission.Mine}},
	{permission.TDM, "tdm-reservation: 0", nil},
	{permission.TDM, "tdm-reservation: 2", nil},
	{permission.Robots, "noai, noimageai", []permission.Purpose{permission.Input, permission.Train}},
	{permission.Robots, "noimageai", nil},
	{permission.Robots, "noarchive", []permission.Purpose{permission.Archive}},
	{permission.Robots, "nocache", []permission.Purpose{permission.Archive}},
	{permission.Robots, "nosnippet", []permission.Purpose{permission.Input}},
	{permission.Robots, "max-snippet:0", []permission.Purpose{permission.Input}},
	{permission.AITxt, "Disallow: /", []permission.Purpose{permission.Train}},
	{permission.AITxt, "Allow: /", nil},
	{permission.License, "https://licences.test/by-nc", nil},
}

func TestStatementsRefusePurposes(t *testing.T) {
	for _, row := range rows {
		record := permission.Record{}.Add(row.standard, "here", row.raw)
		if got := record.Refused(); !slices.Equal(got, row.refuses) {
			t.Errorf("%s %q refuses %v, want %v", row.standard, row.raw, got, row.refuses)
		}
		if _, refused := record.Refuses(permission.Any); refused {
			t.Errorf("%s %q refuses a crawl without a purpose", row.standard, row.raw)
		}
	}
}

// TestAnyRefusalCounts has places disagree. Only in TDMRep a later place supersedes those before it.
func TestAnyRefusalCounts(t *testing.T) {
	r := permission.Record{}.Add(permission.Signal, "robots.txt line 3", "ai-train=no").Add(permission.Usage, "header", "train-ai=y")
	if s, refused := r.Refuses(permission.Train); !refused || s.String() != "robots.txt line 3: Content-Signal: ai-train=no" {
		t.Errorf("%v, %v", s, refused)
	}
	r = permission.Record{}.Add(permission.TDM, "tdmrep.json", `{"tdm-reservation":1}`).Add(permission.TDM, "meta", "tdm-policy: https://a.test/")
	if s, refused := r.Refuses(permission.Mine); !refused || s.Place != "tdmrep.json" {
		t.Errorf("%v, %v: a policy alone changes no reservation", s, refused)
	}
	if _, refused := r.Add(permission.TDM, "meta", "tdm-reservation: 0").Refuses(permission.Mine); refused {
		t.Error("the page itself supersedes the site")
	}
}

func TestRecordsAreKeptAsTheyWereWritten(t *testing.T) {
	r := permission.Record{}.Add(permission.Signal, "robots.txt line 3", "ai-train=no,\tmood=\x00good").Add(permission.Robots, "meta robots", "noai")
	if got := permission.Decode(r.Encode()); !slices.Equal(got, r) || len(got) != 2 {
		t.Errorf("%q", got)
	}
	if got := permission.Decode("junk\n"); got != nil {
		t.Errorf("%q", got)
	}
	for i := range 100 {
		r = r.Add(permission.License, "link", strings.Repeat("x", 2000+i)+"é")
		r = r.Add(permission.Robots, "meta", strings.Repeat("n", i+1))
	}
	if len(r) != 64 || len(r[2].Raw) > 1000 {
		t.Errorf("%d statements, of %d bytes", len(r), len(r[2].Raw))
	}
}

func TestParsePurpose(t *testing.T) {
	for _, name := range []string{"", "none"} {
		if p, err := permission.ParsePurpose(name); p != permission.Any || err != nil {
			t.Errorf("%q: %v, %v", name, p, err)
		}
	}
	if p, err := permission.ParsePurpose("mine"); p != permission.Mine || err != nil {
		t.Errorf("%v, %v", p, err)
	}
	if _, err := permission.ParsePurpose("sell"); err == nil || !strings.Contains(err.Error(), "give search") {
		t.Error(err)
	}
}

func FuzzWords(f *testing.F) {
	for _, row := range rows {
		f.Add(string(row.standard), row.raw)
	}
	f.Fuzz(func(t *testing.T, standard, raw string) {
		r := permission.Record{}.Add(permission.Standard(strings.ReplaceAll(standard, "\t", "")), "here", raw)
		r.Refused()
		if got := permission.Decode(r.Encode()); len(r) > 0 && !strings.ContainsAny(standard, "\n") && !slices.Equal(got, r) {
			t.Errorf("%q, not %q", got, r)
		}
	})
}
