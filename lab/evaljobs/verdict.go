package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"gannet/dedup/verdict"
	jobpairs "gannet/lab/pairs"
)

// verdictSection measures how well pairs of postings are judged.
func verdictSection(w io.Writer, o options) error {
	set, err := jobpairs.Read(o.ads, o.seed)
	if err != nil {
		return err
	}
	examples := set.Examples(false)
	model, err := verdict.Train(examples, verdict.DefaultOptions())
	if err != nil {
		return err
	}
	tests := 0
	for _, p := range set.Pairs {
		if p.Test {
			tests++
		}
	}
	fmt.Fprintf(w, "## The same job?\n\n"+
		"Pairs of %d real ads, split by poster or employer. The verdict is trained on the pairs of 60 %% of them, %d pairs,\n"+
		"and tested on the pairs of the others, %d.\n\n"+
		"- Same job: the silver pairs that are labelled as reposts, up to %d a poster.\n"+
		"- Two jobs: a poster's ads with less than 12 %% in common, other posters' ads with similar titles, and one month's\n"+
		"  near-duplicates of a poster whose titles differ.\n\n"+
		"One employer's ads are labelled by their titles, texts and places. Copies are made by rule from ads of all files, and so are boards, each with one frame around its ads. "+
		"Sites,\n"+
		"numbers, missing companies, places and dates are distributed with the same chances whatever the verdict, so that they "+
		"do\n"+
		"not reveal from which file an ad is.\n\n", set.Ads, len(examples), tests, jobpairs.PerPoster)
	writeSilver(w, set, model, examples)
	if err := writeFamilies(w, set, examples); err != nil {
		return err
	}
	writeKinds(w, set, model)
	writeLanguages(w, set, model)
	writeErrors(w)
	return nil
}

// writeSilver compares the model with the best threshold on the overlap alone.
func writeSilver(w io.Writer, set *jobpairs.Set, model *verdict.Model, examples []verdict.Example) {
	fmt.Fprintf(w, "| judged by, test half | precision, silver | recall, silver | F1, silver | F1, all pairs | \"same text, other place\" called the same |\n|---|---|---|---|---|---|\n")
	row := func(name string, same func(e *verdict.Evidence) bool) {
		s := set.Score(jobpairs.Silver, same)
		fmt.Fprintf(w, "| %s | %.3f | %.3f | **%.3f** | %.3f | %.1f %% |\n",
			name, s.Precision(), s.Recall(), s.F1(), set.Score(set.Kinds(), same).F1(), 100*set.Confused(same))
	}
	row("the model", func(e *verdict.Evidence) bool { return model.Judge(e).Label == verdict.Same })
	limit := bestThreshold(examples)
	row(fmt.Sprintf("overlap above %.2f alone, the best threshold on the training pairs", limit), func(e *verdict.Evidence) bool { return e[verdict.Overlap] >= limit })
	row("overlap above 0.80 alone", func(e *verdict.Evidence) bool { return e[verdict.Overlap] >= 0.8 })
	fmt.Fprintf(w, "\nThe silver labels were made by overlap: reposts share half of their text or more, pairs of two jobs little. So a "+
		"threshold\n"+
		"is as good there. It is not on pairs that are labelled by other evidence.\n\n")
}

// bestThreshold returns the overlap with the best F1 of "same".
func bestThreshold(examples []verdict.Example) float64 {
	best, limit := 0.0, 0.0
	for step := 5; step < 100; step++ {
		x := float64(step) / 100
		right, called, all := 0, 0, 0
		for i := range examples {
			is := examples[i].Label == verdict.Same
			says := examples[i].Evidence[verdict.Overlap] >= x
			if is {
				all++
			}
			if says {
				called++
			}
			if is && says {
				right++
			}
		}
		if f1 := 2 * float64(right) / float64(called+all); f1 > best {
			best, limit = f1, x
		}
	}
	return limit
}

// writeFamilies trains without each family of measures in turn, to show what the family contributes.
func writeFamilies(w io.Writer, set *jobpairs.Set, examples []verdict.Example) error {
	all := set.Kinds()
	fmt.Fprintf(w, "Without one family of measures, trained again. All pairs include the made ones and the employers':\n\n"+
		"| left out | F1, silver pairs | F1, all pairs | other place called the same |\n"+
		"|---|---|---|---|\n")
	for _, family := range append([]string{""}, slices.Sorted(maps.Keys(verdict.Families))...) {
		o := verdict.DefaultOptions()
		o.Without = verdict.Families[family]
		m, err := verdict.Train(examples, o)
		if err != nil {
			return err
		}
		same := func(e *verdict.Evidence) bool { return m.Judge(e).Label == verdict.Same }
		fmt.Fprintf(w, "| %s | %.4f | %.4f | %.1f %% |\n", cmp.Or(family, "nothing"), set.Score(jobpairs.Silver, same).F1(), set.Score(all, same).F1(), 100*set.Confused(same))
	}
	fmt.Fprintln(w)
	return nil
}

// tally counts the verdicts on one kind of pairs.
type tally struct {
	n      int
	label  verdict.Label
	judged [3]int
}

// writeKinds writes the verdicts on each kind of test pairs.
func writeKinds(w io.Writer, set *jobpairs.Set, model *verdict.Model) {
	kinds := map[string]*tally{}
	var order []string
	for i := range set.Pairs {
		p := &set.Pairs[i]
		if !p.Test {
			continue
		}
		name := fmt.Sprintf("%s | %s", p.Kind, p.Label)
		if p.Weight == 0 {
			name = p.Kind + " | not known"
		}
		t := kinds[name]
		if t == nil {
			t = &tally{label: p.Label}
			kinds[name], order = t, append(order, name)
		}
		e := set.Study.Measure(p.A, p.B)
		t.n++
		t.judged[model.Judge(&e).Label]++
	}
	slices.Sort(order)
	fmt.Fprintf(w, "| kind of pair, test half | is | pairs | judged same | same text, other place | different |\n|---|---|---|---|---|---|\n")
	for _, name := range order {
		t := kinds[name]
		share := func(l verdict.Label) float64 { return 100 * float64(t.judged[l]) / float64(t.n) }
		fmt.Fprintf(w, "| %s | %d | %.1f %% | %.1f %% | %.1f %% |\n", name, t.n, share(verdict.Same), share(verdict.OtherLocation), share(verdict.Different))
	}
	fmt.Fprintln(w)
}

// writeLanguages writes the share of right verdicts by language, for pairs that are not silver.
func writeLanguages(w io.Writer, set *jobpairs.Set, model *verdict.Model) {
	type count struct{ n, right int }
	languages := map[string]*count{}
	for i := range set.Pairs {
		p := &set.Pairs[i]
		if !p.Test || p.Weight == 0 || slices.Contains(jobpairs.Silver, p.Kind) {
			continue
		}
		c := languages[p.Language]
		if c == nil {
			c = &count{}
			languages[p.Language] = c
		}
		e := set.Study.Measure(p.A, p.B)
		if c.n++; model.Judge(&e).Label == p.Label {
			c.right++
		}
	}
	fmt.Fprint(w, "Pairs that are not silver, by language:\n\n| language | pairs | judged right |\n|---|---|---|\n")
	for _, l := range slices.Sorted(maps.Keys(languages)) {
		if c := languages[l]; c.n >= leastPairs {
			fmt.Fprintf(w, "| %s | %d | %.1f %% |\n", cmp.Or(l, "not known"), c.n, 100*float64(c.right)/float64(c.n))
		}
	}
	fmt.Fprintln(w)
}

// leastPairs is the least number of pairs for a language to be shown.
const leastPairs = 50

// wrong counts the causes of errors of the model of seed 1 on test pairs of real ads. A person has read every fourth error.
var wrong = []struct {
	kind  string
	cause string
	count int
}{
	{"repost judged different", "the first line of one, taken for its title, is none: a place, a sentence, a link, the page's furniture", 15},
	{"repost judged different", "the repost looks for other or more roles, and says so in its title", 7},
	{"repost judged different", "title line and half of the text rewritten, or the company renamed", 4},
	{"repost judged different", "the label: the two texts have next to nothing in common", 1},
	{"one month's two judged same", "another role, by one word of a long title line, in nearly the same text", 8},
	{"one month's two judged same", "the label: the same job, its title written in another way", 6},
	{"one month's two judged same", "another place, named in the title line alone", 2},
	{"poster's other text judged same", "the same title line over a new text or a stub: perhaps the same job", 4},
	{"employer's other text judged same", "one is cut short, and for another town, which no field names", 7},
	{"employer's other title judged same", "one text under two titles", 2},
	{"other employer or house judged same text, other place", "a title that many have, little or no text", 2},
}

// writeErrors writes the causes of errors.
func writeErrors(w io.Writer) {
	n := 0
	for _, x := range wrong {
		n += x.count
	}
	fmt.Fprintf(w, "Errors, read by a person: every fourth wrong verdict on test pairs of real ads with the pairs of seed 1, %d in all.\n\n"+
		"| verdict | cause | count |\n"+
		"|---|---|---|\n", n)
	for _, x := range wrong {
		fmt.Fprintf(w, "| %s | %s | %d |\n", x.kind, x.cause, x.count)
	}
	fmt.Fprintln(w)
}
