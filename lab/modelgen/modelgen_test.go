package main

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"gannet/features"
	"gannet/models"
	"gannet/topic"
)

// TestAreaAndF1 compares both with their definitions over all pairs and pages.
func TestAreaAndF1(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		all := make(judgements, 2+rng.IntN(30))
		for i := range all {
			all[i] = judgement{float64(rng.IntN(9) - 4), rng.IntN(3) == 0} // with ties
		}
		var won, pairs, hits, called, positives float64
		for _, a := range all {
			if a.positive {
				positives++
			}
			if a.margin >= 0 {
				called++
			}
			if a.positive && a.margin >= 0 {
				hits++
			}
			for _, b := range all {
				if !a.positive || b.positive {
					continue
				}
				pairs++
				switch {
				case a.margin > b.margin:
					won++
				case a.margin == b.margin:
					won += .5
				}
			}
		}
		if want := won / max(1, pairs); math.Abs(all.area()-want) > 1e-12 {
			t.Fatalf("area %v, want %v: %v", all.area(), want, all)
		}
		if want := 2 * hits / max(1, called+positives); math.Abs(all.f1()-want) > 1e-12 {
			t.Fatalf("F1 %v, want %v: %v", all.f1(), want, all)
		}
	}
}

func TestRounded(t *testing.T) {
	for x, want := range map[float64]float64{0: 0, .00004: 0, .00005: .0001, .123449: .1234, .99996: 1, 23000: 23000} {
		if got := rounded(x); got != want {
			t.Errorf("rounded(%v) = %v, want %v", x, got, want)
		}
	}
}

// pagesOfTopics makes pages of words that no other page has, each with the topics named.
func pagesOfTopics(topics ...string) []page {
	pages := make([]page, len(topics))
	for i, names := range topics {
		pages[i] = page{vector: topic.Vector{Terms: []topic.Term{{Word: uint32(i), Count: 1}}}, topics: map[string]bool{}}
		for name := range strings.FieldsSeq(names) {
			pages[i].topics[name] = true
		}
	}
	return pages
}

func TestTopicsNeedFiftyPages(t *testing.T) {
	var topics []string
	for i := range leastPages {
		topics = append(topics, "a b")
		if i > 0 {
			topics[i] += " c"
		}
	}
	if got, want := topicsOf(pagesOfTopics(topics...)), []string{"a", "b"}; !reflect.DeepEqual(got, want) {
		t.Errorf("topics %v, want %v", got, want)
	}
}

func TestExamplesAreLabelledByTopic(t *testing.T) {
	got := examples(pagesOfTopics("a b", "b", ""), "a")
	if len(got) != 3 || !got[0].Positive || got[1].Positive || got[2].Positive {
		t.Errorf("examples %v", got)
	}
}

// TestDocumentsAreDrawnBySeed holds the draw of a background's pages: the held-out web gives none, the others at most
// perWeb each, none twice, and the same seed draws the same.
func TestDocumentsAreDrawnBySeed(t *testing.T) {
	small, large := &web{name: "small"}, &web{name: "large"}
	small.pages = pagesOfTopics(make([]string, 10)...)
	large.pages = pagesOfTopics(make([]string, perWeb+500)...)
	manuals := make([]topic.Vector, 3)
	got := documents([]*web{small, large}, small, manuals, 1)
	if len(got) != perWeb+3 {
		t.Fatalf("%d documents, want %d", len(got), perWeb+3)
	}
	seen := map[uint32]bool{}
	for _, v := range got[:perWeb] {
		if seen[v.Terms[0].Word] {
			t.Fatalf("page %d is drawn twice", v.Terms[0].Word)
		}
		seen[v.Terms[0].Word] = true
	}
	if !reflect.DeepEqual(got, documents([]*web{small, large}, small, manuals, 1)) {
		t.Error("the same seed draws other pages")
	}
	if reflect.DeepEqual(got, documents([]*web{small, large}, small, manuals, 2)) {
		t.Error("another seed draws the same pages")
	}
	if all := documents([]*web{small, large}, nil, nil, 1); len(all) != perWeb+10 {
		t.Errorf("%d documents of both webs, want %d", len(all), perWeb+10)
	}
	want := []string{"frozen web small, 10 of 10 pages", "frozen web large, 8000 of 8500 pages", "translated manual pages of Debian, 3"}
	if data := sources([]*web{small, large}, manuals); !reflect.DeepEqual(data, want) {
		t.Errorf("sources %q, want %q", data, want)
	}
}

func TestLabelsAreRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "labels.tsv")
	if err := os.WriteFile(path, []byte("http://a.test/\tone|two\nno label\nhttp://b.test/\ttwo\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := readLabels(path)
	want := map[string]map[string]bool{"http://a.test/": {"one": true, "two": true}, "http://b.test/": {"two": true}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("labels %v, %v, want %v", got, err, want)
	}
}

const manual = `.\" a comment
.TH LS 1
.SH NOM
ls \- affiche le contenu d'un dossier et de tous les fichiers
.PP
Cette commande affiche les \fBfichiers\fR
.B tous
avec leurs dates.
.nf
exemple non traduit
.fi
.PP
The text which you can read here was not translated with the rest of it and it will stay.
`

func TestProseOfManualPages(t *testing.T) {
	got := prose(manual, "fr")
	for part, want := range map[string]bool{
		"affiche le contenu": true, "les fichiers\navec leurs dates": true, "exemple": false, "was not translated": false, "comment": false, "NOM": false,
	} {
		if strings.Contains(got, part) != want {
			t.Errorf("prose contains %q: %v, want %v, in %q", part, !want, want, got)
		}
	}
	if got := plain(manual); strings.ContainsAny(got, `\`) || strings.Contains(got, "comment") || !strings.Contains(got, "les fichiers") {
		t.Errorf("plain text %q", got)
	}
}

func TestParagraphsInTheirLanguage(t *testing.T) {
	for _, c := range []struct {
		text, language string
		want           bool
	}{
		{"Показать содержимое каталога", "ru", true},
		{"Show the files in this directory", "ru", false},
		{"Zeigt den Inhalt der Verzeichnisse", "de", true},
		{"The files are shown with this option", "de", false},
		{"The files are shown with this option", "en", true},
		{"-1 --2 ### 3.4 ===", "en", false},
	} {
		if got := isIn(c.text, c.language); got != c.want {
			t.Errorf("isIn(%q, %s) = %v", c.text, c.language, got)
		}
	}
	for file, want := range map[string]string{"/m/man1/ls.1.gz": "en", "/m/de/man1/ls.1.gz": "de", "/m/pt_BR/man1/ls.1.gz": "pt"} {
		if got := languageOf("/m/", file); got != want {
			t.Errorf("languageOf(%s) = %q, want %q", file, got, want)
		}
	}
}

// TestSnippetsAreCounted measures on texts of two languages, one of which is wrongly labelled.
func TestSnippetsAreCounted(t *testing.T) {
	english := strings.Repeat("the house and the garden are behind the street with trees. ", 40)
	german := strings.Repeat("das Haus und der Garten liegen hinter der Straße mit Bäumen. ", 40)
	var texts []features.LanguageText
	for from := 0; from < 2000; from += 100 {
		texts = append(texts, features.LanguageText{Language: "en", Text: []byte(english[from : from+100])})
		texts = append(texts, features.LanguageText{Language: "de", Text: []byte(german[from : from+100])})
	}
	l, err := features.LearnLanguages(texts, 2000)
	if err != nil {
		t.Fatal(err)
	}
	held := []features.LanguageText{{Language: "en", Text: []byte(english[:1000])}, {Language: "de", Text: []byte(german[:1000])}}
	figures := map[string]float64{}
	measureSnippets(l, held, 100, figures)
	if figures["snippets_100"] != 1 || figures["snippets_100_worst"] != 1 {
		t.Errorf("figures %v, want all right", figures)
	}
	held[1].Text = []byte(english[:1000])
	measureSnippets(l, held, 100, figures)
	if figures["snippets_100"] != .5 || figures["snippets_100_worst"] != 0 {
		t.Errorf("figures %v, want half right", figures)
	}
}

// TestManifestKeepsOtherModels learns one model with a fake maker, and expects the other rows as they were.
func TestManifestKeepsOtherModels(t *testing.T) {
	before, err := models.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	old := makers[0].learn
	defer func() { makers[0].learn = old }()
	makers[0].learn = func(*inputs) (models.Model, []byte, error) {
		return models.Model{Name: "background", File: "background.bin"}, []byte("data"), nil
	}
	dir := t.TempDir()
	day := time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)
	if err := run(&inputs{seed: 7}, dir, "background", day); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var got []models.Model
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	want := models.Model{Name: "background", File: "background.bin", Made: "2026-01-02", Seed: 7, Bytes: 4}
	if len(got) != len(before) || got[0].Checksum == before[0].Checksum {
		t.Fatalf("%d models, %d before; checksum %s", len(got), len(before), got[0].Checksum)
	}
	want.Checksum = got[0].Checksum
	if !reflect.DeepEqual(got[0], want) {
		t.Errorf("row %+v, want %+v", got[0], want)
	}
	for i := range got[1:] {
		if got[i+1].Checksum != before[i+1].Checksum || got[i+1].Made != before[i+1].Made {
			t.Errorf("%s has changed", got[i+1].Name)
		}
	}
	if err := run(&inputs{}, dir, "none", day); err == nil || !strings.Contains(err.Error(), `no model "none"`) {
		t.Errorf("error %v, want that there is no such model", err)
	}
}
