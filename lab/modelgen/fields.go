package main

import (
	"encoding/json"
	"fmt"
	"log"
	"maps"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"

	"gannet/features"
	"gannet/internal/testweb/jobweb"
	"gannet/job"
	"gannet/job/judge"
	"gannet/job/pagetext"
	"gannet/job/template"
	"gannet/lab/adpages"
	"gannet/models"
	"gannet/training/lightgbm"
)

// Settings for learning the models of fields.
const (
	pagesOfFamily  = 120
	generatedSites = 48 // of which every other one is learned from
	pagesOfSite    = 24
	fieldTrees     = 60
	fieldFolds     = 3
	likeIsRight    = .6 // how right the employer's name is in another form
)

// fieldParams are LightGBM's parameters.
var fieldParams = lightgbm.Params{
	"objective": "regression", "num_leaves": "15", "learning_rate": "0.12", "min_data_in_leaf": "20", "feature_fraction": "0.7", "lambda_l2": "1",
	"metric": "none", "verbosity": "-1", "deterministic": "true", "force_row_wise": "true", "num_threads": "1", "seed": "1",
}

// fieldPage is a page to learn from: its candidates for each field, and which of them are right.
type fieldPage struct {
	group      string // pages of one group are held out together
	foreign    bool   // read as if its language were unknown
	candidates map[job.Field][]pagetext.Candidate
	right      map[job.Field][]bool // nil for a field that is not known
	like       []bool               // whether a company is the employer's name in another form
}

// learnFields learns to choose among the values that pages offer for their company and place. It learns from the pages of the model of
// employers, and from pages of generated sites and of the ways of marking up that were looked at. The scores that the model of employers gives to names are out of fold.
func learnFields(in *inputs) (models.Model, []byte, error) {
	m := models.Model{Name: "fields", File: "fields.json", Measured: "precision and recall on pages of which neither the employer nor the way of saying it was learned from: each group of pages is held out once", Figures: map[string]float64{}}
	library, err := lightgbm.Open("")
	if err != nil {
		return m, nil, err
	}
	pages, err := fieldPages(in)
	if err != nil {
		return m, nil, err
	}
	files := map[job.Field]string{}
	for field, names := range pagetext.Measures() {
		learner := &fieldLearner{library: library, field: field, names: names}
		precision, recall, err := learner.heldOut(pages)
		if err != nil {
			return m, nil, err
		}
		booster, err := learner.learn(pages)
		if err != nil {
			return m, nil, err
		}
		text, err := booster.Model(fieldTrees)
		booster.Free()
		if err != nil {
			return m, nil, err
		}
		files[field] = text
		m.Figures[string(field)+"_precision"], m.Figures[string(field)+"_recall"] = rounded(precision), rounded(recall)
	}
	m.Data = []string{fmt.Sprintf("pages of the model of employers, and pages of real ads on generated sites and marked up in %d ways: %d pages", len(seenFamilies()), len(pages))}
	data, err := json.MarshalIndent(files, "", " ")
	return m, append(data, '\n'), err
}

// silent is the group of pages that may not name their employer and place. The models learn from them, but are not measured on them.
const silent = "silent"

// fieldPages reads the pages to learn from.
func fieldPages(in *inputs) ([]fieldPage, error) {
	all, err := adpages.ReadMany(in.ads, in.seed, adsOfFile)
	if err != nil {
		return nil, err
	}
	ads := few(all, 0)
	said, err := employerPages(ads, in.seed, 0)
	if err != nil {
		return nil, err
	}
	more, err := taughtSentences(ads, in.seed)
	if err != nil {
		return nil, err
	}
	posts, err := in.hiringPages()
	if err != nil {
		return nil, err
	}
	words, err := in.words()
	if err != nil {
		return nil, err
	}
	var employers [fieldFolds]*pagetext.Employers
	for k := range employers {
		if employers[k], err = fitEmployers(without(slices.Concat(append(said, more, posts)...), k), words); err != nil {
			return nil, err
		}
	}
	brief, err := taughtSentences(firstLines(ads), in.seed+1)
	if err != nil {
		return nil, err
	}
	mute, err := silentPages(ads, in.seed)
	if err != nil {
		return nil, err
	}
	said = append(said, more, brief[:pagesOfHalf], mute)
	families, err := familyPages(in, ads)
	if err != nil {
		return nil, err
	}
	families = append(families, posts)
	var pages []fieldPage
	for i, set := range append(said, families...) {
		for k, e := range set {
			group := fmt.Sprint("set ", min(i, 3)) // the short texts of the fifth set have the sentences of the fourth
			switch {
			case i == 0 || i >= len(said): // real ads, ways of marking up and sites
				group = fmt.Sprint("fold ", foldOf(e))
			case i == len(said)-1:
				group = silent
			}
			views := []*pagetext.Reader{{Employers: employers[foldOf(e)], Words: words}}
			if i > 0 && i < len(said) && (group != silent || k < pagesOfHalf/2) { // made sentences, and ads without their employer
				views = append(views, &pagetext.Reader{Employers: views[0].Employers.WithoutWords()})
			}
			for v, names := range views {
				page, err := newFieldPage(names, e, group)
				if err != nil {
					return nil, err
				}
				page.foreign = v == 1
				pages = append(pages, page)
			}
		}
	}
	return pages, nil
}

// silentPages makes pages of real ads whose text does not name their employer. Half of them have one line of text and a sentence with other names.
func silentPages(ads []jobweb.Ad, seed uint64) ([]template.Example, error) {
	nobody, err := adpages.Nobody()
	if err != nil {
		return nil, err
	}
	silent := withoutEmployers(ads)
	pages, err := adpages.Said{Patterns: nobody, Half: adpages.Whole, Mute: true}.Pages(silent, seed+2, pagesOfHalf)
	if err != nil {
		return nil, err
	}
	short, err := adpages.Said{Patterns: nobody, Half: adpages.Whole}.Pages(firstLines(silent), seed+3, pagesOfHalf)
	return append(pages, short...), err
}

// withoutEmployers returns the ads that have an employer and a place, without the lines that have the first word of the employer's name.
func withoutEmployers(ads []jobweb.Ad) (silent []jobweb.Ad) {
	for _, ad := range ads {
		if ad.Company == "" || ad.Place == "" {
			continue
		}
		first, _, _ := strings.Cut(ad.Company, " ")
		lines := slices.DeleteFunc(strings.Split(ad.Description, "\n"), func(line string) bool {
			return strings.Contains(strings.ToLower(line), strings.ToLower(first))
		})
		ad.Description = strings.Join(lines, "\n")
		silent = append(silent, ad)
	}
	return silent
}

// firstLines returns ads whose text is cut to its first line, as in short postings.
func firstLines(ads []jobweb.Ad) []jobweb.Ad {
	short := slices.Clone(ads)
	for i := range short {
		short[i].Description, _, _ = strings.Cut(short[i].Description, "\n")
	}
	return short
}

// foldOf returns the fold of a page, by its employer.
func foldOf(e template.Example) int { return int(xxh3.HashString(e.Want.Company) / 2 % fieldFolds) }

// without returns the pages outside a fold.
func without(pages []template.Example, fold int) []template.Example {
	return slices.DeleteFunc(slices.Clone(pages), func(e template.Example) bool { return foldOf(e) == fold })
}

func seenFamilies() []adpages.Family {
	return slices.DeleteFunc(slices.Clone(adpages.Families), func(f adpages.Family) bool { return !f.Seen })
}

// familyPages makes pages with all kinds of markup for which rules were written, and with the markup of every other generated site.
func familyPages(in *inputs, ads []jobweb.Ad) (sets [][]template.Example, err error) {
	posted, about, err := adpages.Read(in.ads, in.seed)
	if err != nil {
		return nil, err
	}
	sites, err := adpages.Sites(posted, about, in.seed, generatedSites, pagesOfSite)
	if err != nil {
		return nil, err
	}
	for i := 0; i < len(sites); i += 2 {
		sets = append(sets, sites[i].Pages)
	}
	for i, f := range seenFamilies() {
		pages, err := f.Pages(ads, in.seed+uint64(i), pagesOfFamily)
		if err != nil {
			return nil, err
		}
		sets = append(sets, pages)
	}
	return sets, nil
}

func newFieldPage(words *pagetext.Reader, e template.Example, group string) (fieldPage, error) {
	page, err := adpages.Page(features.NewReader(), e)
	if err != nil {
		return fieldPage{}, err
	}
	f := fieldPage{group: group, candidates: words.Candidates(page, page.Lang[:min(2, len(page.Lang))], e.Now), right: map[job.Field][]bool{}}
	for field, list := range f.candidates {
		if !template.Has(e.Want, field) {
			continue
		}
		f.right[field] = make([]bool, len(list))
		for i, c := range list {
			f.right[field][i] = template.Agree(field, &job.Posting{Company: c.Value, Location: c.Value}, e.Want)
			if field == job.Company {
				f.like = append(f.like, normalEmployer(c.Value) == normalEmployer(e.Want.Company))
			}
		}
	}
	return f, nil
}

// normalEmployer returns a name without its legal form, article and a short form in brackets.
func normalEmployer(name string) string {
	if before, short, ok := strings.Cut(name, " ("); ok && strings.HasSuffix(short, ")") {
		name = before
	}
	return job.NormalCompany(name)
}

// fieldLearner learns the model of one field.
type fieldLearner struct {
	library *lightgbm.Library
	field   job.Field
	names   []string
}

// learn grows trees on the candidates of those pages on which the field is known.
func (l *fieldLearner) learn(pages []fieldPage) (*lightgbm.Booster, error) {
	t := lightgbm.Table{Names: l.names}
	for _, p := range pages {
		for i, right := range p.right[l.field] {
			label := float32(0)
			switch {
			case right:
				label = 1
			case l.field == job.Company && p.like[i]:
				label = likeIsRight
			}
			t.Labels = append(t.Labels, label)
			for _, x := range p.candidates[l.field][i].Measures {
				t.Values = append(t.Values, float32(x))
			}
		}
	}
	data, err := l.library.NewDataset(t, fieldParams, nil)
	if err != nil {
		return nil, err
	}
	booster, err := l.library.NewBooster(data, fieldParams)
	if err != nil {
		return nil, err
	}
	for range fieldTrees {
		if _, err := booster.Update(); err != nil {
			return nil, err
		}
	}
	return booster, nil
}

// heldOut returns the precision and recall of the values chosen on all pages on which the field is known. Each page is judged by a model that has not
// learned from its group.
func (l *fieldLearner) heldOut(pages []fieldPage) (precision, recall float64, err error) {
	groups := map[string][]fieldPage{}
	for _, p := range pages {
		if p.right[l.field] != nil && p.group != silent && !p.foreign {
			groups[p.group] = append(groups[p.group], p)
		}
	}
	var all counts
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		booster, err := l.learn(slices.DeleteFunc(slices.Clone(pages), func(p fieldPage) bool { return p.group == group }))
		if err != nil {
			return 0, 0, err
		}
		here := counts{}
		for _, p := range groups[group] {
			if err := l.count(booster, &p, &here); err != nil {
				return 0, 0, err
			}
		}
		booster.Free()
		log.Printf("%s, %s: %d pages, precision %.3f, recall %.3f", l.field, group, here.known, here.precision(), here.recall())
		all = counts{all.known + here.known, all.chosen + here.chosen, all.right + here.right}
	}
	return all.precision(), all.recall(), nil
}

// counts are numbers of pages: those on which a field is known, those with a chosen value, and those with the right one.
type counts struct{ known, chosen, right int }

func (c counts) precision() float64 { return float64(c.right) / float64(max(1, c.chosen)) }

func (c counts) recall() float64 { return float64(c.right) / float64(max(1, c.known)) }

// count adds a page by the candidate that a model gives the greatest probability.
func (l *fieldLearner) count(booster *lightgbm.Booster, p *fieldPage, c *counts) error {
	c.known++
	list := p.candidates[l.field]
	if len(list) == 0 {
		return nil
	}
	var rows []float32
	for _, candidate := range list {
		for _, x := range candidate.Measures {
			rows = append(rows, float32(x))
		}
	}
	scores := make([]float64, len(list))
	if err := booster.Predict(rows, len(l.names), scores); err != nil {
		return err
	}
	best := 0
	for i, sure := range scores {
		if sure > scores[best] {
			best = i
		}
	}
	if scores[best] > judge.Enough {
		c.chosen++
		if p.right[l.field][best] {
			c.right++
		}
	}
	return nil
}
