package main

import (
	"fmt"
	"iter"
	"slices"

	"gannet/features"
	"gannet/internal/testweb/jobweb"
	"gannet/job"
	"gannet/job/pagetext"
	"gannet/job/template"
	"gannet/lab/adpages"
	"gannet/lab/lbfgs"
	"gannet/models"
)

// Numbers of pages and ads from which the model of employers is learned.
const (
	adsOfFile     = 3000
	adsOfEmployer = 5
	pagesOfHalf   = 600
	pagesOfTaught = 1200
	pagesOfPosts  = 800
)

// taughtNames are employers for ads that name none. The pages used for measuring have other names.
var taughtNames = []string{
	"Brauhaus Tannberg GmbH", "Sady Lipowe sp. z o.o.", "ООО «Речной дом»", "白石贸易有限公司", "Moulins de l'Orme SARL", "Otter & Lane Ltd", "Pelham Timber", "Quill Networks",
	"Atelier Corvo", "Rosewood Support",
}

// learnEmployers learns which name in a page's sentences is the employer's. It learns from real ads of half of the employers, and from half of each
// set of generated sentences for which rules were written. The model is measured on the other halves.
func learnEmployers(in *inputs) (models.Model, []byte, error) {
	all, err := adpages.ReadMany(in.ads, in.seed, adsOfFile)
	if err != nil {
		return models.Model{}, nil, err
	}
	taught, err := employerPages(few(all, 0), in.seed, 0)
	if err != nil {
		return models.Model{}, nil, err
	}
	more, err := taughtSentences(few(all, 0), in.seed)
	if err != nil {
		return models.Model{}, nil, err
	}
	posts, err := in.hiringPages()
	if err != nil {
		return models.Model{}, nil, err
	}
	words, err := in.words()
	if err != nil {
		return models.Model{}, nil, err
	}
	model, err := fitEmployers(slices.Concat(append(taught, more, posts)...), words)
	if err != nil {
		return models.Model{}, nil, err
	}
	data, err := model.MarshalJSON()
	if err != nil {
		return models.Model{}, nil, err
	}
	apart, err := employerPages(few(all, 1), in.seed, 1)
	if err != nil {
		return models.Model{}, nil, err
	}
	figures := map[string]float64{}
	for i, name := range []string{"ads", "sentences", "third_set"} {
		precision, recall, err := measureEmployers(&pagetext.Reader{Employers: model, Words: words}, apart[i])
		if err != nil {
			return models.Model{}, nil, err
		}
		figures[name+"_precision"], figures[name+"_recall"] = rounded(precision), rounded(recall)
	}
	return models.Model{
		Name: "employers", File: "employers.json", Figures: figures,
		Data: []string{
			fmt.Sprintf("real job ads whose text names the employer, of half of the employers, at most %d of each: %d pages", adsOfEmployer, len(taught[0])),
			fmt.Sprintf("monthly posts of half of the employers, one of each: %d pages", len(posts)),
			fmt.Sprintf("made sentences in six languages, half of two sets and all of a third: %d pages", len(taught[1])+len(taught[2])+len(more)),
		},
		Measured: "precision and recall of the employer on pages that name it in sentences alone: ads of the other half of the employers, and the other halves of two sets of made sentences",
	}, append(data, '\n'), nil
}

// fitEmployers learns a model of employers from pages.
func fitEmployers(pages []template.Example, words *pagetext.Words) (*pagetext.Employers, error) {
	return pagetext.LearnEmployers(examplesOf(pages, words), func(loss func(weights, gradient []float64) float64, first []float64) ([]float64, error) {
		return lbfgs.Minimise(loss, first, 300)
	})
}

// few returns the ads of one half of the employers, a few ads of each, and ads without an employer.
func few(all []jobweb.Ad, half int) (ads []jobweb.Ad) {
	taken := map[string]int{}
	for _, ad := range all {
		if ad.Company != "" {
			if taken[ad.Company]++; adpages.HalfOf(ad.Company) != half || taken[ad.Company] > adsOfEmployer {
				continue
			}
		}
		ads = append(ads, ad)
	}
	return ads
}

// employerPages makes pages that consist only of ads, and pages with each of two sets of sentences.
func employerPages(ads []jobweb.Ad, seed uint64, half int) (sets [][]template.Example, err error) {
	names := taughtNames
	if half != 0 {
		names = nil // the usual ones
	}
	own, err := adpages.OwnText(ads, seed, half, len(ads))
	if err != nil {
		return nil, err
	}
	sets = append(sets, own)
	for _, read := range []func() (adpages.Patterns, error){adpages.Sentences, adpages.More} {
		patterns, err := read()
		if err != nil {
			return nil, err
		}
		pages, err := adpages.Said{Patterns: patterns, Half: half, Names: names}.Pages(ads, seed, pagesOfHalf)
		if err != nil {
			return nil, err
		}
		sets = append(sets, pages)
	}
	return sets, nil
}

// hiring returns monthly posts of employers.
func (in *inputs) hiring() (posts []jobweb.Ad, err error) {
	if in.posts == nil {
		in.posts, err = adpages.Hiring(in.ads, in.seed)
	}
	return in.posts, err
}

// hiringPages makes pages of posts of half of the employers.
func (in *inputs) hiringPages() ([]template.Example, error) {
	posts, err := in.hiring()
	if err != nil {
		return nil, err
	}
	return adpages.OwnText(posts, in.seed, 0, pagesOfPosts)
}

// taughtSentences makes pages with the set of sentences that is not used for measuring.
func taughtSentences(ads []jobweb.Ad, seed uint64) ([]template.Example, error) {
	patterns, err := adpages.Taught()
	if err != nil {
		return nil, err
	}
	return adpages.Said{Patterns: patterns, Half: adpages.Whole, Names: taughtNames}.Pages(ads, seed, pagesOfTaught)
}

// examplesOf reads pages as a crawl does.
func examplesOf(pages []template.Example, words *pagetext.Words) iter.Seq2[pagetext.EmployerExample, error] {
	return func(yield func(pagetext.EmployerExample, error) bool) {
		reader := features.NewReader()
		for _, e := range pages {
			page, err := adpages.Page(reader, e)
			if err != nil {
				yield(pagetext.EmployerExample{}, err)
				return
			}
			is := func(name string) bool { return template.Agree(job.Company, &job.Posting{Company: name}, e.Want) }
			if !yield(pagetext.EmployerExample{Page: page, Lang: page.Lang[:min(2, len(page.Lang))], Now: e.Now, Words: words, Name: e.Want.Company, Is: is}, nil) {
				return
			}
		}
	}
}

// measureEmployers returns precision and recall of the employers that are read.
func measureEmployers(words *pagetext.Reader, pages []template.Example) (precision, recall float64, err error) {
	var right, read float64
	for e, err := range examplesOf(pages, words.Words) {
		if err != nil {
			return 0, 0, err
		}
		company := words.Read(e.Page, e.Lang, e.Now, nil).Company
		read += float64(min(len(company), 1))
		if company != "" && e.Is(company) {
			right++
		}
	}
	return right / max(1, read), right / float64(max(1, len(pages))), nil
}
