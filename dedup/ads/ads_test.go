package ads

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

var now = time.Date(2024, 5, 10, 12, 0, 0, 0, time.UTC)

func TestParsePlainKeys(t *testing.T) {
	for _, c := range []struct{ line, id, title, company, place, date, text string }{
		{`{"id": 7, "title": "Baker", "company": "Bread Ltd", "region": "Leeds", "date": "2024-05-01", "text": "Bake bread."}`,
			"7", "Baker", "Bread Ltd", "Leeds", "2024-05-01", "Bake bread."},
		{`{"id": "x", "title": ["Imker"], "place": "Gera", "region": "Thüringen", "html": "<p>Bienen &amp; Honig</p><ul><li>Wald</li></ul>"}`,
			"x", "Imker", "", "Gera", "0001-01-01", "Bienen & Honig\nWald"},
		{`{"title": "Пекарь", "date": "вчера", "text": "Печь хлеб и булки для нашей пекарни, мы ждём вас на работу."}`,
			"", "Пекарь", "", "", "2024-05-09", "Печь хлеб и булки для нашей пекарни, мы ждём вас на работу."},
	} {
		ad, err := Parse([]byte(c.line), now)
		if err != nil {
			t.Errorf("%s: %v", c.line, err)
			continue
		}
		p := ad.Posting
		got := []string{ad.ID, p.Title, p.Company, p.Location, p.Posted.Format(time.DateOnly), strings.TrimSpace(p.Description)}
		want := []string{c.id, c.title, c.company, c.place, c.date, c.text}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s:\n got %q\nwant %q", c.line, got, want)
				break
			}
		}
	}
}

// FuzzReadStrings compares the strings of a line with those that encoding/json reads.
func FuzzReadStrings(f *testing.F) {
	for _, seed := range quickLines {
		f.Add([]byte(seed))
	}
	for _, seed := range []string{
		``, `null`, `{`, `{"title"}`, `{"title":}`, `{"title": "a",}`, `{"title": "a"} x`, `{"title": "\ud800"}`, `{"title": "\ud83d\ude00"}`,
		`{"title": "\x"}`, `{"title": "\u00g0"}`, `{"title": 7}`, `{"other": 07}`, `{"other": [1]}`, `{"other": 1"}`, "{\"title\": \"a\tb\"}",
		"{\"title\": \"\xff\"}", `{"\u0074itle": "a"}`, `{"title": "\`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		values := make([]string, len(spellings))
		if !readStrings(line, values) {
			return
		}
		want := reflect.New(lineType())
		if err := json.Unmarshal(line, want.Interface()); err != nil {
			t.Fatalf("%q has an error: %v", line, err)
		}
		for i, value := range values {
			if value, want := trim(value), want.Elem().Field(i).String(); string(value) != want {
				t.Errorf("%q: %s is %q, want %q", line, spellings[i].name, value, want)
			}
		}
	})
}

// quickLines are lines that need no other reader.
var quickLines = []string{
	`{}`, ` { "title" : " Baker\n" , "company": "A\u0026B", "place": null, "text": "Bake \"bread\"", "title": "Cook" } `,
	`{"Job_Title": "é\u00e9\/", "views": -1.5e3, "open": true, "id": ""}`,
}

func TestUsualLinesNeedNoOtherReader(t *testing.T) {
	for _, line := range quickLines {
		if !readStrings([]byte(line), make([]string, len(spellings))) {
			t.Errorf("%s is left to encoding/json", line)
		}
	}
}

// TestUsualColumns: what collectors call the columns is read, and what a line calls them itself has precedence.
func TestUsualColumns(t *testing.T) {
	for _, line := range []string{
		`{"job_id": 7, "job_url": "https://b.test/7", "title": "Baker", "company_name": "Bread Ltd", "location": "Leeds", "date_posted": "2024-05-01", "description": "Bake bread."}`,
		`{"JobID": "7", "link": "https://b.test/7", "jobTitle": "Baker", "employer": {"name": "Bread Ltd"}, "job_location": ["Leeds", "Hull"], "postedAt": "2024-05-01", "jobDescription": "<p>Bake <b>bread</b>.</p>"}`,
		`{"id": "7", "job_id": "8", "url": "https://b.test/7", "link": "x", "Title": "Baker", "company": {"display_name": "Bread Ltd"}, "place": {"city": "Leeds"}, "created": "2024-05-01", "content": "<p>Bake bread.</p>"}`,
	} {
		ad, err := Parse([]byte(line), now)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		p := ad.Posting
		got := []string{ad.ID, p.URL, p.Title, p.Company, p.Location, p.Posted.Format(time.DateOnly), strings.TrimSpace(p.Description)}
		if want := []string{"7", "https://b.test/7", "Baker", "Bread Ltd", "Leeds", "2024-05-01", "Bake bread."}; !slices.Equal(got, want) {
			t.Errorf("%s:\n got %q\nwant %q", line, got, want)
		}
	}
}

func TestListAndNumberOfALine(t *testing.T) {
	ad, err := Parse([]byte(`{"title": "Baker", "found_on": "https://b.test/jobs", "requisition_id": "R-7"}`), now)
	if err != nil || ad.List != "https://b.test/jobs" || ad.Posting.ID != "R-7" {
		t.Errorf("%+v %v", ad, err)
	}
}

func TestUnknownKeys(t *testing.T) {
	got := UnknownKeys([]byte(`{"title": "Baker", "Company_Name": "Bread", "wages": 1, "colour": "red", "raw": {"@type": "JobPosting"}}`))
	if !slices.Equal(got, []string{"colour", "wages"}) {
		t.Errorf("unknown keys %q", got)
	}
	if got := UnknownKeys([]byte(`{"@type": "JobPosting", "title": "Baker", "jobBenefits": "bread"}`)); got != nil {
		t.Errorf("unknown keys %q of an object of schema.org", got)
	}
}

// TestColumnsHaveDifferentNames: encoding/json leaves out fields of one name.
func TestColumnsHaveDifferentNames(t *testing.T) {
	seen := map[string]bool{}
	for _, names := range columns {
		for name := range strings.FieldsSeq(names) {
			if seen[bare(name)] {
				t.Errorf("two columns are called %s", name)
			}
			seen[bare(name)] = true
		}
	}
}

func TestCommonWordsAreShort(t *testing.T) {
	for word := range common {
		if len(word) >= longestCommon {
			t.Errorf("%q has %d bytes, and %d are too many", word, len(word), longestCommon)
		}
	}
}

func TestParseSchemaOrg(t *testing.T) {
	const object = `{"@context": "https://schema.org", "@type": "JobPosting", "title": "Beekeeper", "hiringOrganization": {"name": "Hive"},
		"jobLocation": {"address": {"addressLocality": "Graz", "postalCode": "8010", "addressCountry": "AT"}}, "datePosted": "2024-04-02", "description": "<p>Keep bees.</p>",
		"identifier": {"value": "B-12"}}`
	for _, line := range []string{object, `{"id": "9", "raw": ` + object + `}`} {
		ad, err := Parse([]byte(line), now)
		if err != nil {
			t.Fatal(err)
		}
		p := ad.Posting
		if p.Title != "Beekeeper" || p.Company != "Hive" || !strings.HasPrefix(p.Location, "8010 Graz") || p.ID != "B-12" ||
			p.Posted.Format(time.DateOnly) != "2024-04-02" || strings.TrimSpace(p.Description) != "Keep bees." {
			t.Errorf("%s\ngave %+v", line, p)
		}
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	for line, want := range map[string]string{
		`{"id": "1"}`: "text, html or a title", `[]`: "JSON", `{"id": `: "JSON", `nonsense`: "JSON", `{"title": "", "text": "  "}`: "text, html",
	} {
		if _, err := Parse([]byte(line), now); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one about %q", line, err, want)
		}
	}
}

func TestLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"We are looking for a baker who bakes with love, and you will work for the best shop of our town.": "en",
		"Wir suchen einen Bäcker für die Stadt, der mit uns das Brot backt, und sie ist schön.":            "de",
		"Nous cherchons un boulanger pour notre boutique dans une ville avec des clients et du pain.":      "fr",
		"Мы ищем пекаря для работы в нашем городе, и на смену не опаздывать.":                              "ru",
		"我们 正在 招聘 面包师 负责 制作 面包":                                                                            "zh",
		"Poszukujemy piekarza do pracy w naszym mieście, oferta jest dla każdego oraz na stałe.":           "pl",
		"Au sein d'un moulin situé au bord de la rivière, au cœur de la forêt, avec votre équipe.":         "fr",
		"La molinera de la villa de la costa muele de noche.":                                              "",
		"Căutăm un morar pentru moara din sat, cu experiență în munca cu făină și cereale.":                "ro",
		"xyzzy plugh": "", "": "",
	} {
		if got := Language(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestEachLineNamesTheLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ads.jsonl")
	if err := os.WriteFile(path, []byte("a\n\nb\nc"), 0o600); err != nil {
		t.Fatal(err)
	}
	var got []string
	none := errors.New("no ad")
	err := EachLine(path, func(line []byte) error {
		if string(line) == "c" {
			return none
		}
		got = append(got, string(line))
		return nil
	})
	if !errors.Is(err, none) || !strings.Contains(err.Error(), "ads.jsonl:4: no ad") || !slices.Equal(got, []string{"a", "", "b"}) {
		t.Errorf("%q, then %v; want lines a, none, b, then line 4's error", got, err)
	}
	if err := os.WriteFile(path, make([]byte, maxLine+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := EachLine(path, func([]byte) error { return nil }); !errors.Is(err, bufio.ErrTooLong) || !strings.Contains(err.Error(), path) {
		t.Errorf("a line too long: %v", err)
	}
	if err := EachLine(path+"x", nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"id": 1, "title": "a", "text": "b"}`, `{"@type": "JobPosting", "title": {"@value": "x"}}`, `{"title": [[[]]], "html": "<p"}`,
		`{"raw": {"@type": ["JobPosting"], "jobLocation": [{}]}, "date": 5e300}`, "", "null", `"JobPosting"`, `{"title": "\ud800", "text": null}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		ad, err := Parse(line, now)
		if err == nil && (ad.Posting == nil || ad.Posting.Title == "" && ad.Posting.Description == "") {
			t.Errorf("%q: an ad that says nothing", line)
		}
	})
}
