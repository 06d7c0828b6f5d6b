package pagetext

import (
	"strings"
	"unicode/utf8"

	"gannet/job"
)

// foundLabel is a label in running text.
type foundLabel struct {
	field    job.Field
	from, to int // of the label with its colons
}

// labelRun reads a line of labels and values as sentences, "Place of work: Leeds. Posted: 3 May." It reports whether the whole line
// consists of them.
func (r *reader) labelRun(i int) bool {
	text := r.outline.lines[i].text
	if firstColon(text) < 0 {
		return false
	}
	all := r.labelsIn(text)
	if len(all) == 0 || len(all) == 1 && all[0].from == 0 {
		return false
	}
	for k, f := range all {
		end := len(text)
		if k+1 < len(all) {
			end = all[k+1].from
		}
		value := text[f.to:end]
		if k+1 == len(all) {
			value = firstSentence(value)
		}
		if f.field != otherLabel {
			r.addLabelled(f.field, withoutStop(value), sureColon, i)
		}
	}
	return all[0].from == 0
}

// labelsIn returns the labels with colons that begin a text or follow the end of a sentence or clause in it.
func (r *reader) labelsIn(text string) (all []foundLabel) {
	const longest = 60
	for i := firstColon(text); i >= 0; {
		to := len(text) - len(afterColons(text[i:]))
		if from := clauseStart(text, i, longest); from >= 0 && from < i {
			label := fold(text[from:i])
			field, ok := r.v.labels[label]
			if !ok && firstColon(label) < 0 {
				field = r.partLabel(label)
			}
			if field != "" {
				all = append(all, foundLabel{field, from, to})
			}
		}
		if i = firstColon(text[to:]); i >= 0 {
			i += to
		}
	}
	return all
}

// clauseStart returns where the clause before text[end] begins, or -1 if it is too long.
func clauseStart(text string, end, longest int) int {
	least := max(0, end-longest)
	for i := end; i > least; {
		c, size := utf8.DecodeLastRuneInString(text[:i])
		if strings.ContainsRune(".;,|•·。；，", c) && (i < len(text) && text[i] == ' ' || c >= utf8.RuneSelf) {
			return i + len(text[i:end]) - len(strings.TrimLeft(text[i:end], " "))
		}
		i -= size
	}
	if least == 0 {
		return 0
	}
	return -1
}

// firstSentence cuts a value at the end of its sentence.
func firstSentence(s string) string {
	s = strings.TrimSpace(s)
	for i, c := range s {
		next := i + utf8.RuneLen(c)
		if c == '。' || c == '.' && next < len(s) && s[next] == ' ' && !isAbbreviation(s[strings.LastIndexByte(s[:i], ' ')+1:next]) {
			return s[:i]
		}
	}
	return s
}

// withoutStop removes the full stop that ends a sentence, but not that of an abbreviation.
func withoutStop(s string) string {
	s = strings.TrimSpace(s)
	if word := s[strings.LastIndexByte(s, ' ')+1:]; strings.HasSuffix(s, ".") && !hasLegalForm(s) && strings.Count(word, ".") == 1 {
		return s[:len(s)-1]
	}
	return strings.TrimSuffix(s, "。")
}
