package pagetext

import (
	"slices"
	"strings"
	"testing"
)

// A name may be a part of a run of words with capitals.
func TestSpansOfSentences(t *testing.T) {
	of, forms := inSentences().of["en"], inSentences().forms
	n := &nameReader{of, of.employerJoins, forms, false, true, nil}
	isBody := func(w string) bool { return w == "Hospital" || w == "Board" }
	for _, c := range []struct{ sentence, name, not string }{
		{"You will work in the Weaving Directorate of the Tweed and Esk Health Board.", "Tweed and Esk Health Board", ""},
		{"The Loom Hospital Weaving Team seeks a nurse", "Loom Hospital", "Team"},
		{"Write to us: Loom Mill Paisley", "Loom Mill", "Write to us"},
		{"The Scottish Guild of Weavers (SGW) invites you", "Scottish Guild of Weavers (SGW)", "SGW"},
		{`We at МБОУ "СОШ № 5" teach`, `МБОУ "СОШ № 5"`, `МБОУ "СОШ`},
		{"send it to looms trading plc today", "looms trading plc", "it to looms trading plc"},
		{"Wool (Loom Mill Ltd) is soft", "Loom Mill Ltd", "Wool (Loom"},
		{"Loom Hospital's Weaving Team seeks", "Loom Hospital's", ""},
	} {
		var all []string
		for from, to := range n.spans(c.sentence, isBody) {
			all = append(all, c.sentence[from:to])
		}
		if !slices.Contains(all, c.name) || slices.Contains(all, c.not) {
			t.Errorf("%s: %q", c.sentence, all)
		}
	}
}

func TestSpansInScriptsWithoutSpaces(t *testing.T) {
	for _, c := range []struct{ sentence, name string }{
		{"您将向北京经纬纺织有限公司生产部汇报", "北京经纬纺织有限公司"},
		{"機構全名：財團法人經緯社會福利基金會附設照顧機構", "財團法人經緯社會福利基金會"},
	} {
		var all []string
		left := mostWide
		for from, to := range wideSpans(c.sentence, &left) {
			all = append(all, c.sentence[from:to])
		}
		if !slices.Contains(all, c.name) {
			t.Errorf("%s: %q", c.sentence, all)
		}
	}
}

// A word in capitals ends a sentence before a word that is not, but two letters may begin a name.
func TestNamesEndWithTheirSentence(t *testing.T) {
	of, forms := inSentences().of["en"], inSentences().forms
	n := &nameReader{of, of.employerJoins, forms, false, true, nil}
	for sentence, want := range map[string]bool{
		"You report to Brunton's CEO. Brunton Mill is hiring": false, "Write to the CEO. Brunton Mill is hiring": false, "PT. Brunton Mill is hiring": true, "Join J. Brunton Mill now": true, "ST. ANN HOSPITAL": true,
	} {
		joins := false
		for from, to := range n.spans(sentence, func(string) bool { return false }) {
			joins = joins || strings.Contains(sentence[from:to], ". ")
		}
		if joins != want {
			t.Errorf("%s: a name goes on behind the full stop: %v", sentence, joins)
		}
	}
}

// A page has many forms of employers in a script without spaces only if it is no posting, so reading them ends.
func TestFormsInScriptsWithoutSpacesAreBounded(t *testing.T) {
	left, spans := 3, 0
	for range wideSpans(strings.Repeat("，经纬纺织公司", 9), &left) {
		spans++
	}
	if spans != 3 || left > 0 {
		t.Errorf("%d names, %d forms left", spans, left)
	}
	names := &tally{index: map[string]int{}, by: &Employers{}, common: map[string]bool{}, sectionOf: bySentence}
	n := &nameReader{inSentences().of["zh"], nil, inSentences().forms, false, true, nil}
	for range 3 * mostWide {
		names.readSpans(n, "经纬纺织公司", 0, func(string) bool { return false })
	}
	if names.wide != mostWide {
		t.Errorf("%d forms are read", names.wide)
	}
}

// A long line is read to its end, in parts that end with a word.
func TestClausesOfLongLines(t *testing.T) {
	line := strings.Repeat("wool and flax ", 90) + "Loom Mill Ltd"
	last, read := "", 0
	for s := range clauses(line) {
		last = s
		if read += len(s); len(s) > saidSentence {
			t.Errorf("%d bytes", len(s))
		}
	}
	if !strings.HasSuffix(last, "Loom Mill Ltd") || read < len(line)-10 {
		t.Errorf("%d of %d bytes, last %q", read, len(line), last)
	}
}

// A name ends where the script changes from one without capitals to one with them, and before a dot that separates facts.
func TestNamesEndWithTheirScript(t *testing.T) {
	of, forms := inSentences().of["en"], inSentences().forms
	n := &nameReader{of, of.employerJoins, forms, false, true, nil}
	for sentence, name := range map[string]string{"በሥራ ሰዓት Loom Trading Mill seeks": "Loom Trading Mill", "Ulm · Loom Trading Mill": "Loom Trading Mill"} {
		var all []string
		for from, to := range n.spans(sentence, func(string) bool { return false }) {
			all = append(all, sentence[from:to])
		}
		if !slices.Contains(all, name) || slices.ContainsFunc(all, func(s string) bool { return strings.HasSuffix(s, " "+name) }) {
			t.Errorf("%s: %q", sentence, all)
		}
	}
	if name, _ := n.after("Loom ሰዓት Mill"); name != "Loom" || isShouted("ሰዓት") {
		t.Errorf("%q, shouted %v", name, isShouted("ሰዓት"))
	}
}
