package occupation_test

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"gannet/job/occupation"
	"gannet/models/shipped"
)

func model(t testing.TB) *occupation.Model {
	t.Helper()
	m, err := shipped.Occupations()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestCodesOfTitles has titles of several languages, with the noise that ads have.
func TestCodesOfTitles(t *testing.T) {
	m := model(t)
	for title, want := range map[string]string{
		"Registered Nurse (f/m/d) - Leeds":            "2221",
		"Senior Software Developer, Remote":           "2512",
		"Kraftfahrer CE im Nahverkehr (m/w/d)":        "8332",
		"Boulanger / Boulangère (H/F)":                "7512",
		"Spawacz MAG - praca od zaraz":                "7212",
		"Главный бухгалтер в строительную компанию":   "2411",
		"餐厅服务员":                                       "5131",
		"Verpleegkundige op de afdeling spoedeisende": "2221",
	} {
		if c, ok := m.Code(title, ""); !ok || c.Group != want || c.Probability > c.Major {
			t.Errorf("%s: %+v, %v; want %s", title, c, ok, want)
		}
	}
}

// TestNothingIsUnknown: without words there is no code.
func TestNothingIsUnknown(t *testing.T) {
	for _, title := range []string{"", " - ", "(m/w/d)", "12345"} {
		if c, ok := model(t).Code(title, ""); ok {
			t.Errorf("%q is coded %+v", title, c)
		}
	}
}

// TestProbabilitiesAddUp, and a model that was written and read says the same.
func TestProbabilitiesAddUp(t *testing.T) {
	m := model(t)
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	again, err := occupation.Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	p := m.Probabilities("Pharmacy technician", "You prepare medicines and advise patients.")
	sum := 0.
	for _, x := range p {
		sum += float64(x)
	}
	if math.Abs(sum-1) > 1e-4 || !slices.Equal(p, again.Probabilities("Pharmacy technician", "You prepare medicines and advise patients.")) {
		t.Errorf("the sum is %v, and a model read again differs", sum)
	}
	for _, bad := range []string{"", "gannet", strings.Repeat("x", 1000)} {
		if _, err := occupation.Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%.10q is read as a model", bad)
		}
	}
}

// TestReasonsAddUp: the difference of two groups' reasons is the logarithm of the ratio of their probabilities, but for what they have before
// any word.
func TestReasonsAddUp(t *testing.T) {
	m := model(t)
	groups := m.Groups()
	lead := func(title, text string) float64 {
		p := m.Probabilities(title, text)
		at := func(g string) float64 { return float64(p[slices.Index(groups, g)]) }
		return math.Log(at("5120") / at("7512"))
	}
	said := func(title, text string) (sum float64) {
		for i, g := range []string{"5120", "7512"} {
			words, fromText := m.Why(title, text, g)
			for _, w := range words {
				fromText += w.Weight
			}
			sum += fromText * float64(1-2*i)
		}
		return sum
	}
	const one, other, text = "Cook in a canteen", "Night baker", "You bake bread and rolls."
	if got, want := said(one, text)-said(other, ""), lead(one, text)-lead(other, ""); math.Abs(got-want) > 1e-3 {
		t.Errorf("the reasons differ by %v, the odds by %v", got, want)
	}
	if words, _ := m.Why("Experienced welder", "", "7212"); len(words) != 2 || words[0].Word != "welder" {
		t.Errorf("%v decide", words)
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ code, language, want string }{
		{"2512", "en", "Software developers"}, {"2512", "de", "Softwareentwickler"}, {"25", "de", "Information and communications technology professionals"},
		{"2512", "sw", "Software developers"}, {"9999", "en", ""}, {"code", "en", ""}, {"2", "fr", "Professions intellectuelles et scientifiques"},
	} {
		if got := occupation.Name(c.code, c.language); got != c.want {
			t.Errorf("%s in %s is %q, want %q", c.code, c.language, got, c.want)
		}
	}
	for _, g := range model(t).Groups() {
		if occupation.Name(g, "en") == "" {
			t.Errorf("group %s has no name", g)
		}
	}
}

// FuzzWords: any text has words.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"Cook (m/f)", "C++ & C#", "大数据开发工程师", "Ёлка-1", "\xff\xfe", strings.Repeat("a", 1000)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, w := range occupation.Words(s) {
			if w.Text == "" || len(w.Rows) == 0 || slices.Max(w.Rows) >= uint32(occupation.Rows()) {
				t.Errorf("%+v", w)
			}
		}
		if rows := occupation.TextRows(s); len(rows) > 0 && slices.Max(rows) >= uint32(occupation.Rows()) {
			t.Error("a row beyond the table")
		}
	})
}

func BenchmarkCode(b *testing.B) {
	m := model(b)
	text := strings.Repeat("You maintain machines, find faults and repair them together with a small team in shifts. ", 30)
	for b.Loop() {
		m.Code("Maintenance mechanic (m/f/d) in Leeds", text)
	}
}
