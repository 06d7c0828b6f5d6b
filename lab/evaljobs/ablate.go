//go:build ablate

package main

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"gannet/features"
	"gannet/job"
	"gannet/job/pagetext"
	"gannet/job/template"
	"gannet/lab/adpages"
	"gannet/models/shipped"
)

func init() {
	sections = append(sections, section{"ablate-rules", ruleSection}, section{"ablate-tables", tableSection})
}

// tableSection writes how many values become right and wrong without each table of phrases, on a third of the pages.
func tableSection(w io.Writer, o options) error {
	const dir = "job/pagetext"
	var files [2][]byte
	for i, name := range []string{"words.yaml", "sentences.yaml"} {
		var err error
		if files[i], err = os.ReadFile(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	pages, err := ablationPages(o)
	if err != nil {
		return err
	}
	words, err := shipped.PageText()
	if err != nil {
		return err
	}
	const third = 3
	for i := range pages[:len(pages)/third] {
		pages[i] = pages[i*third]
		pages[i].right, pages[i].text = pages[i].read(words)
	}
	pages = pages[:len(pages)/third]
	for i := range files {
		var tables map[string]any
		if err := yaml.Unmarshal(files[i], &tables); err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(tables)) {
			parts := []string{""}
			if of, ok := tables[name].(map[string]any); ok && i == 0 && !isByLanguage(of) {
				parts = append(parts, slices.Sorted(maps.Keys(of))...)
			}
			for _, part := range parts {
				var changed map[string]any
				if err := yaml.Unmarshal(files[i], &changed); err != nil {
					return err
				}
				size := 0
				if of, ok := changed[name].(map[string]any); ok && part != "" {
					text, _ := yaml.Marshal(of[part])
					size = len(text)
					delete(of, part)
				} else {
					text, _ := yaml.Marshal(changed[name])
					size = len(text)
					if ok { // the languages stay, without phrases
						for key, inner := range of {
							of[key] = []string{}
							if _, nested := inner.(map[string]any); nested {
								of[key] = map[string]any{}
							}
						}
					} else {
						delete(changed, name)
					}
				}
				text, err := yaml.Marshal(changed)
				if err != nil {
					return err
				}
				now := files
				now[i] = text
				if err := pagetext.Reword(now[0], now[1]); err != nil {
					return err
				}
				fmt.Fprintf(w, "%s %s\t%d\t%s\n", name, part, size, compare(words, pages))
			}
		}
	}
	return nil
}

// isByLanguage reports whether a table has lists of phrases, and not tables.
func isByLanguage(of map[string]any) bool {
	for _, inner := range of {
		_, list := inner.([]any)
		return list
	}
	return false
}

// compare reads all pages once more, and returns how many values of each field changed.
func compare(words *pagetext.Reader, pages []readPage) string {
	counts := map[job.Field]*[4]int{}
	for i := range pages {
		got, _ := pages[i].read(words)
		for f, before := range pages[i].right {
			if got[f] == before {
				continue
			}
			c := counts[f]
			if c == nil {
				c = &[4]int{}
				counts[f] = c
			}
			for k, is := range []bool{got[f] == isRight, before == isRight, got[f] == isWrong, before == isWrong} {
				if is {
					c[k]++
				}
			}
		}
	}
	line := ""
	for _, f := range job.Fields() {
		if c := counts[f]; c != nil {
			line += fmt.Sprintf(" %s right +%d -%d wrong +%d -%d;", f, c[0], c[1], c[2], c[3])
		}
	}
	return line
}

// Bounds of the pages that are read. A rule is judged by mostActed of those on which it acts.
const (
	mostOfSet = 200
	mostActed = 40
)

// readPage is a page with its parts and what was read of it with all rules.
type readPage struct {
	example template.Example
	page    *features.Page
	right   map[job.Field]agreement
	text    map[job.Field]string
}

// agreement says whether a value is missing, wrong or right.
type agreement int

const (
	isMissed agreement = iota
	isWrong
	isRight
)

// ruleSection writes a line for each rule: the pages on which it acts, those of them that were read without it, and how many values
// changed from and to right ones, from and to wrong ones.
func ruleSection(w io.Writer, o options) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	rules, err := os.ReadFile(filepath.Join(filepath.Dir(program), "rules.txt"))
	if err != nil {
		return err
	}
	names := strings.Split(strings.TrimSpace(string(rules)), "\n")
	pages, err := ablationPages(o)
	if err != nil {
		return err
	}
	words, err := shipped.PageText()
	if err != nil {
		return err
	}
	acted := make([][]int, len(names))
	begin := time.Now()
	for i := range pages {
		clear(pagetext.Ablation.Acts[:])
		pages[i].right, pages[i].text = pages[i].read(words)
		for n := range names {
			if pagetext.Ablation.Acts[n] {
				acted[n] = append(acted[n], i)
			}
		}
	}
	fmt.Fprintln(os.Stderr, len(pages), "pages", len(names), "rules", time.Since(begin))
	out := bufio.NewWriter(w)
	defer out.Flush()
	for n, name := range names {
		pagetext.Ablation.Without = n
		line := ""
		count := map[job.Field]*[4]int{}
		others, broken := 0, ""
		step := max(1, len(acted[n])/mostActed)
		for k := 0; k < len(acted[n]); k += step {
			p := &pages[acted[n][k]]
			got, text, err := p.tryRead(words)
			if err != nil {
				broken = "\tBREAKS"
				break
			}
			for _, f := range job.Fields() {
				before, known := p.right[f]
				if !known {
					if text[f] != p.text[f] {
						others++
					}
					continue
				}
				if got[f] == before {
					continue
				}
				c := count[f]
				if c == nil {
					c = &[4]int{}
					count[f] = c
				}
				if got[f] == isRight {
					c[0]++
				}
				if before == isRight {
					c[1]++
				}
				if got[f] == isWrong {
					c[2]++
				}
				if before == isWrong {
					c[3]++
				}
			}
		}
		for _, f := range job.Fields() {
			if c := count[f]; c != nil {
				line += fmt.Sprintf(" %s right +%d -%d wrong +%d -%d;", f, c[0], c[1], c[2], c[3])
			}
		}
		fmt.Fprintf(out, "%s\t%d\t%d\t%s%s\n", name, len(acted[n]), others, line, broken)
	}
	return nil
}

func (p *readPage) tryRead(words *pagetext.Reader) (got map[job.Field]agreement, text map[job.Field]string, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("%v", cause)
		}
	}()
	got, text = p.read(words)
	return got, text, nil
}

// read compares what is read with what is known, and returns the text of the other fields.
func (p *readPage) read(words *pagetext.Reader) (map[job.Field]agreement, map[job.Field]string) {
	pagetext.Ablation.Calls = 0
	got := words.Read(p.page, p.page.Lang[:min(2, len(p.page.Lang))], p.example.Now, nil)
	v, text := map[job.Field]agreement{}, map[job.Field]string{}
	for _, f := range job.Fields() {
		switch {
		case !template.Has(p.example.Want, f):
			if template.Has(got, f) {
				text[f] = fieldText(got, f)
			}
		case !template.Has(got, f):
			v[f] = isMissed
		case template.Agree(f, got, p.example.Want):
			v[f] = isRight
		default:
			v[f] = isWrong
		}
	}
	return v, text
}

func fieldText(p *job.Posting, f job.Field) string {
	switch f {
	case job.Title:
		return p.Title
	case job.Company:
		return p.Company
	case job.Location:
		return p.Location
	case job.Posted:
		return p.Posted.String()
	case job.ValidThrough:
		return p.ValidThrough.String()
	case job.Employment:
		return fmt.Sprint(p.Employment)
	case job.Salary:
		return fmt.Sprint(p.Salary)
	case job.Description:
		return p.Description
	}
	return ""
}

// ablationPages are pages of the sets of fields and of all ways of marking up.
func ablationPages(o options) (pages []readPage, err error) {
	sets, err := fieldSets(o)
	if err != nil {
		return nil, err
	}
	ads, _, err := adpages.Read(o.ads, o.seed)
	if err != nil {
		return nil, err
	}
	for i, f := range adpages.Families {
		some, err := f.Pages(ads, o.seed+2*freshSeeds+uint64(i), 40)
		if err != nil {
			return nil, err
		}
		sets = append(sets, fieldSet{f.Name, some})
	}
	reader := features.NewReader()
	for _, s := range sets {
		step := max(1, len(s.pages)/mostOfSet)
		for i := 0; i < len(s.pages); i += step {
			page, err := adpages.Page(reader, s.pages[i])
			if err != nil {
				return nil, err
			}
			pages = append(pages, readPage{example: s.pages[i], page: page})
		}
	}
	return pages, nil
}
