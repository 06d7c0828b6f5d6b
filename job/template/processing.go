package template

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/internal/lazyregexp"
	"gannet/job"
)

// processings proposes steps that cut the known values out of the texts of a selector's nodes. The first proposal is no step. seen
// holds the texts of each example's nodes.
func (l *learner) processings(examples []Example, seen [][]string) [][]Step {
	all := [][]Step{nil}
	switch l.field {
	case job.Description, job.Language, job.Contact:
		return all
	case job.Title, job.Company, job.Location, job.ID:
	default:
		return slices.Concat(all, [][]Step{{keepStep(labelAt)}}, dateSteps(l.field))
	}
	var before, after []string
	exact := 0
	for i, e := range examples {
		want := l.knownText(e)
		for _, v := range seen[i] {
			if v == want {
				exact++
			}
			if head, tail, ok := strings.Cut(v, want); ok {
				before, after = append(before, head), append(after, tail)
				break
			}
		}
	}
	if len(before) == 0 || exact == len(examples) {
		return all
	}
	head, okHead := leading(before)
	tail, okTail := trailing(after)
	if !okHead || !okTail || len(head)+len(tail) > maxCut {
		return all
	}
	for _, middle := range []string{`(.+?)`, `(.+)`} {
		if _, err := compile(head + middle + tail); err == nil {
			all = append(all, []Step{keepStep(head + middle + tail)})
		}
	}
	return all
}

func keepStep(pattern string) Step {
	s := Step{Do: Keep}
	if s.compile(pattern) != nil {
		return Step{} // applying it changes nothing
	}
	return s
}

// layouts are layouts of dates in digits that job.ParseDate may misread or refuse. A day or month of one digit matches two digits,
// too.
var layouts = []string{"2/1/2006", "1/2/2006", "2.1.2006", "2006/1/2", "20060102", "2-1-2006", "1-2-2006", "2.1.06", "2/1/06", "1/2/06"}

// dateSteps proposes steps for dates: one finds a date within a text, others fix the order of day and month.
func dateSteps(f job.Field) [][]Step {
	if f != job.Posted && f != job.ValidThrough {
		return nil
	}
	within := keepStep(`\d{1,4}[./-]\d{1,2}[./-]\d{1,4}`)
	all := [][]Step{{within}}
	for _, layout := range layouts {
		order := Step{Do: Date, Arg: layout}
		all = append(all, []Step{order}, []Step{within, order})
	}
	return all
}

// leading returns a pattern for the text before the values. It returns false if these texts have nothing in common.
func leading(before []string) (string, bool) {
	common := before[0]
	same := true
	for _, b := range before[1:] {
		same = same && b == before[0]
		for !strings.HasSuffix(b, common) {
			_, size := utf8.DecodeRuneInString(common)
			common = common[size:]
		}
	}
	if same {
		return "^" + generalize(common), true
	}
	if at := strings.IndexFunc(common, boundary); at >= 0 {
		common = common[at:]
		return generalize(common), strings.TrimSpace(common) != ""
	}
	return "", false
}

// trailing returns a pattern for the text after the values. It returns false if these texts have nothing in common.
func trailing(after []string) (string, bool) {
	filled := slices.DeleteFunc(slices.Clone(after), func(s string) bool { return s == "" })
	if len(filled) == 0 {
		return "$", true
	}
	common := filled[0]
	same := true
	for _, a := range filled[1:] {
		same = same && a == filled[0]
		for !strings.HasPrefix(a, common) {
			_, size := utf8.DecodeLastRuneInString(common)
			common = common[:len(common)-size]
		}
	}
	if !same {
		at := strings.LastIndexFunc(common, boundary)
		if at < 0 {
			return "", false
		}
		_, size := utf8.DecodeRuneInString(common[at:])
		common = common[:at+size]
	}
	if common == "" {
		return "", false
	}
	pattern := generalize(common)
	if same {
		pattern += "$"
	}
	if len(filled) < len(after) {
		pattern = "(?:" + pattern + "|$)"
	}
	return pattern, true
}

func boundary(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

var digitRun = lazyregexp.New(`[0-9]+`)

// generalize quotes a text for use in a pattern, and replaces each number by a pattern for any number.
func generalize(s string) string { return digitRun.ReplaceAllString(regexp.QuoteMeta(s), `\d+`) }
