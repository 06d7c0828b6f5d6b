package topic

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestTopicFileRoundTrip(t *testing.T) {
	want := &Topic{
		Name: "birds", Title: "Birds: all of them", Language: "en",
		Keywords: []string{"bird watching", "no", "Vögel"}, Seeds: []string{"http://a.example/", "https://b.example/?q=1#x"},
		Groups:     []Group{{Country: "DE", Language: "de", Keywords: []string{"Vögel"}}, {Country: "NO", Seeds: []string{"https://b.example/?q=1#x"}}},
		Classifier: smallClassifier(),
	}
	if got := through(t, want); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// smallClassifier has weights that its file keeps exactly.
func smallClassifier() *Classifier {
	c := &Classifier{weights: make([]float32, 1<<tableBits), bias: 0.5}
	c.weights[7], c.weights[1<<tableBits-1] = 32767, -3
	return c
}

// through writes a topic and reads it again.
func through(t rapid.TB, from *Topic) *Topic {
	t.Helper()
	var b bytes.Buffer
	if err := from.Write(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	got, err := Read(&b)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return got
}

func TestTopicFileKeepsAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[\pL\pN \-:#'"\\{}\[\],&*?|>%@!~=\n\t<]*x`)
		want := &Topic{Name: "t", Title: text.Draw(t, "title")}
		want.Keywords = rapid.SliceOfNDistinct(text, 1, 4, rapid.ID[string]).Draw(t, "keywords")
		if got := through(t, want); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	})
}

// FuzzRead: a file is refused in one line, or is a topic that can be written, read and written the same.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"", "name: x", "name: x\ntitle: [", "name: bees\nkeywords: [honey, 'hi\\u00efve', \"a\\tb\"]\nseeds:\n  - http://a.example/",
		"name: x\nseeds:\n  - country: DE\n    language: de\n    urls: [http://a.example/?q=1#x]", "name: x\nclassifier: AAAA",
		"name: &a x\ntitle: *a\n<<: {language: en}", "? name\n: x\n", "name: !!str x\ntitle: |\n  two\n  lines\n", "name: x\n---\nname: y", "%YAML 9\n---\nname: ~",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		topic, err := Read(bytes.NewReader(file))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: error of several lines: %v", file, err)
			}
			return
		}
		var b bytes.Buffer
		if err := topic.Write(&b); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		again, err := Read(&b)
		if err != nil {
			t.Fatalf("%q is written as\n%s\n%v", file, text, err)
		}
		if err := again.Write(&b); err != nil || b.String() != text {
			t.Errorf("%q is written as\n%s\nand then as\n%s: %v", file, text, b.String(), err)
		}
	})
}

func TestTopicFileErrorsNameLineAndRemedy(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"", "needs exactly one YAML document"},
		{"title: x", "add a line 'name: my_topic'"},
		{"name: x\nkeyword: [a]", "line 2: unknown key \"keyword\": remove it or use one of classifier, keywords"},
		{"name: x\nname: y", "line 2"},
		{"name: Größe", "line 1: name \"Größe\": use up to 64"},
		{"name: x\nseeds:\n  - a.example", "line 3: seed \"a.example\": give an absolute URL"},
		{"name: x\nseeds: http://a.example/", "line 2: found a string: write a list"},
		{"name: x\nseeds:\n  - nation: DE", "line 3: unknown key \"nation\": remove it or use one of country, language, urls"},
		{"name: x\nkeywords:\n  - ''", "line 3: empty keyword"},
		{"name: x\nkeywords:\n  - [a]", "line 3: found a sequence: write plain text"},
		{"name: x\ntitle: [", "line"},
		{"name: x\nclassifier: AAAA", "line 2: learned data is damaged"},
		{"- a", "line 1: found a sequence: write lines of the form"},
	} {
		_, err := Read(strings.NewReader(c.file))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.file, err, c.want)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error of several lines: %v", c.file, err)
		}
	}
}

func TestLoadNamesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bad.yaml")
	if err := os.WriteFile(path, []byte("name: x\nfoo: 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil || !strings.Contains(err.Error(), "bad.yaml: read topic: line 2") {
		t.Errorf("error %v does not name file and line", err)
	}
	if _, err := Load(path + "x"); !os.IsNotExist(underlying(err)) {
		t.Errorf("missing file: %v", err)
	}
}

func TestDeepFilesAreRefusedInOneLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep.yaml")
	for _, file := range []string{strings.Repeat("[", 100_000), "name: x\nkeywords: " + strings.Repeat("[{a: ", 100)} {
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(path); err == nil || !strings.Contains(err.Error(), "deep.yaml: read topic: line ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("error %v", err)
		}
	}
}

func underlying(err error) error {
	for {
		u, ok := err.(interface{ Unwrap() error })
		if !ok {
			return err
		}
		err = u.Unwrap()
	}
}

func TestSelectByCountryAndLanguage(t *testing.T) {
	tp := &Topic{
		Keywords: []string{"job", "Arbeit", "工作"}, Seeds: []string{"http://all/", "http://de/", "http://tw/", "http://gb/"},
		Groups: []Group{
			{Language: "de", Keywords: []string{"Arbeit"}}, {Language: "zh", Keywords: []string{"工作"}},
			{Country: "DE", Language: "de", Seeds: []string{"http://de/"}}, {Country: "TW", Language: "zh-Hant", Seeds: []string{"http://tw/"}},
			{Country: "GB", Language: "en", Seeds: []string{"http://gb/"}},
		},
	}
	for _, c := range []struct{ country, language, seeds, keywords string }{
		{"", "", "http://all/ http://de/ http://tw/ http://gb/", "job Arbeit 工作"},
		{"DE", "", "http://all/ http://de/", "job Arbeit 工作"},
		{"", "zh", "http://all/ http://tw/", "job 工作"},
		{"tw", "zh-Hant", "http://all/ http://tw/", "job 工作"},
		{"uk", "en", "http://all/ http://gb/", "job"},
		{"FR", "fr", "http://all/", "job"},
	} {
		s := tp.Select(c.country, c.language)
		if got := strings.Join(s.Seeds, " "); got != c.seeds {
			t.Errorf("%q %q: seeds %s, want %s", c.country, c.language, got, c.seeds)
		}
		if got := strings.Join(s.Keywords, " "); got != c.keywords {
			t.Errorf("%q %q: keywords %s, want %s", c.country, c.language, got, c.keywords)
		}
	}
	if !slices.Contains(tp.Seeds, "http://de/") || len(tp.Groups) != 5 {
		t.Error("Select changed its topic")
	}
}
