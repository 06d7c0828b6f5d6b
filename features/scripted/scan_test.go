package scripted

import (
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"gannet/internal/testdata"
)

// The patterns say what is looked for in scripts. The scanner finds the same, faster.
var (
	constantPattern = regexp.MustCompile(`([A-Za-z_$][\w$]*)["']?\s*[:=]\s*(?:"([^"\s]*)"|'([^'\s]*)'|` + "`([^`$\\s]*)`)")
	requestPattern  = regexp.MustCompile(`(?:\b(?:fetch|get|getJSON|ajax|axios|request|loadJSON|json)\s*\(\s*(?:\{\s*url\s*:\s*)?|\.open\(\s*["'` + "`" + `]GET["'` + "`" + `]\s*,\s*|\b(?:url|baseURL|src|endpoint|[a-z]\w*(?:Url|URL|Endpoint))["']?\s*[:=]\s*)`)
	literalPattern  = regexp.MustCompile(`"((?:https?:\\?/\\?/|\.{0,2}\\?/)[^"\s]{1,300})"|'((?:https?:\\?/\\?/|\.{0,2}\\?/)[^'\s]{1,300})'|` + "`((?:https?:\\\\?/\\\\?/|\\.{0,2}\\\\?/)[^`\\s$]{1,300})`")
)

func checkScan(t *testing.T, script []byte) {
	t.Helper()
	constants := map[string]string{}
	for _, m := range constantPattern.FindAllSubmatch(script, mostMatches) {
		constants[string(m[1])] = string(m[2]) + string(m[3]) + string(m[4])
	}
	if got := constantsOf(script); !reflect.DeepEqual(got, constants) {
		t.Errorf("%q: constants %q, want %q", script, got, constants)
	}
	var ends []int
	for _, m := range requestPattern.FindAllIndex(script, mostMatches) {
		ends = append(ends, m[1])
	}
	if got := requests(script); !reflect.DeepEqual(got, ends) {
		t.Errorf("%q: requests end at %v, want %v", script, got, ends)
	}
	var texts [][2]int
	for _, m := range literalPattern.FindAllIndex(script, mostMatches) {
		texts = append(texts, [2]int{m[0], m[1]})
	}
	if got := literals(script); !reflect.DeepEqual(got, texts) {
		t.Errorf("%q: literals at %v, want %v", script, got, texts)
	}
}

func TestScanFindsWhatThePatternsFind(t *testing.T) {
	tokens := strings.Fields("fetch get getJSON ajax url baseURL aUrl Url xURL 9Endpoint rEndpoint src open .open $ _ a b9 9 GET \"GET\" 'GET' " +
		"\" ' ` ( ) { } : = , + . .. / \\/ http: https: httpss: http:// https:\\/\\/ ../ ./a \\ é \xff \v ${ " + strings.Repeat("é", 299) + " " + strings.Repeat("x", 300))
	tokens = append(tokens, " ", " ", "\n", "\t", "\f", "\"", "'", "(", ":", "=")
	random := rand.New(rand.NewPCG(1, 2))
	for range 30_000 {
		var b strings.Builder
		for range random.IntN(14) {
			b.WriteString(tokens[random.IntN(len(tokens))])
		}
		checkScan(t, []byte(b.String()))
	}
}

func TestScanOfRealScripts(t *testing.T) {
	program := regexp.MustCompile(`(?is)<script[^>]*>(.*?)</script`)
	pages := 0
	testdata.EachPage(t, "uci", func(_ string, body []byte) bool {
		for _, m := range program.FindAllSubmatch(body, -1) {
			checkScan(t, m[1][:min(len(m[1]), 20_000)])
		}
		pages++
		return pages < 500
	})
}
