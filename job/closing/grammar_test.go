package closing

import (
	"slices"
	"strings"
	"testing"

	"gannet/features"
	"gannet/job"
)

// section is what the file has for a language.
type section struct {
	name  string
	dense bool
	of    map[string][]string // phrases by the name of their class
}

func sections(t *testing.T) (all []section) {
	t.Helper()
	for line := range strings.Lines(grammarFile) {
		line = strings.TrimSpace(line)
		name, list, ok := strings.Cut(line, ": ")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			all = append(all, section{name: strings.Trim(line, "[]"), of: map[string][]string{}})
		case line == "dense":
			all[len(all)-1].dense = true
		case !ok || classNames[name] == 0:
			t.Fatalf("no class in the line %q", line)
		default:
			all[len(all)-1].of[name] = append(all[len(all)-1].of[name], expand(list)...)
		}
	}
	return all
}

// statements are all predicates of a language with a subject, and all subjects with a predicate.
func (s *section) statements() []string {
	list := slices.Clone(s.of["whole"])
	between := " "
	if s.dense {
		between = ""
	}
	for _, predicate := range s.of["ended"] {
		list = append(list, s.of["subject"][0]+between+predicate)
	}
	if len(s.of["ended"]) > 0 {
		for _, about := range s.of["subject"] {
			list = append(list, about+between+s.of["ended"][0])
		}
	}
	return list
}

// TestEveryStatementOfTheGrammar reads each statement of each language in the forms in which pages write them.
func TestEveryStatementOfTheGrammar(t *testing.T) {
	read, count := features.NewReader(), 0
	verdict := func(line string) Verdict {
		p, err := read.Read("https://a.example/1", []byte("<html><body><h1>Weaver</h1><p>"+line+"</p><p>Looms of our mill.</p></body></html>"))
		if err != nil {
			t.Fatal(err)
		}
		return Read(p, Own{Title: "Weaver"}, now)
	}
	for _, s := range sections(t) {
		if len(s.of["if"]) == 0 || len(s.of["subject"]) == 0 {
			t.Errorf("%s has no words for conditions or subjects", s.name)
		}
		for _, statement := range s.statements() {
			count++
			forms := map[string]job.State{
				statement: job.Closed, strings.ToUpper(statement) + ".": job.Closed, "Weaver – " + statement + "!": job.Closed,
				statement + "?": "",
			}
			if !s.dense {
				forms[statement+" xyzzy plugh"] = ""
				forms[s.of["if"][0]+" "+statement] = ""
				forms[statement+" 12.03.2026"] = job.Closed
				forms[statement+" 2026-03-12 10:15"] = job.Closed
				forms[statement+" 12.03.2027"] = ""
			}
			for line, want := range forms {
				v := verdict(line)
				if strings.Contains(statement, s.of["if"][0]) && strings.HasPrefix(line, s.of["if"][0]) && line != statement {
					continue
				}
				if v.Says != want {
					t.Errorf("%s: %q says %q, want %q", s.name, line, v.Says, want)
				}
				if strings.Contains(line, "2026") && v.Day.Format("2006-01-02") != "2026-03-12" {
					t.Errorf("%s: %q names %s", s.name, line, v.Day)
				}
			}
		}
	}
	t.Logf("%d statements", count)
}
