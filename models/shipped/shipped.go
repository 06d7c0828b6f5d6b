// Package shipped decodes the models that gannet ships, each once, when it is first asked for. What it returns is
// shared and never changes, so any number of goroutines may use it.
package shipped

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"gannet/dedup/verdict"
	"gannet/features"
	"gannet/job"
	"gannet/job/contact/persons"
	fieldjudge "gannet/job/judge"
	"gannet/job/kind"
	"gannet/job/occupation"
	"gannet/job/pagetext"
	"gannet/models"
	"gannet/ranker"
	"gannet/ranker/gbdt"
	"gannet/topic"
	"gannet/topic/judge"
)

var (
	background  = once("background", func() (*topic.Background, error) { return topic.ReadBackground(models.Background()) })
	languages   = once("languages", func() (*features.Languages, error) { return features.ReadLanguages(models.Languages()) })
	links       = once("links", func() (*gbdt.Model, error) { return gbdt.Read(bytes.NewReader(models.Links())) })
	crawl       = once("crawl", func() (*gbdt.Model, error) { return gbdt.Read(bytes.NewReader(models.Crawl())) })
	kinds       = once("kinds", func() (*kind.Classifier, error) { return kind.Load(models.Kinds()) })
	verdicts    = once("verdict", func() (*verdict.Model, error) { return verdict.Read(models.Verdict()) })
	employers   = once("employers", func() (*pagetext.Employers, error) { return pagetext.ReadEmployers(models.Employers()) })
	words       = once("words", func() (*pagetext.Words, error) { return pagetext.ReadWords(models.Words()) })
	fields      = once("fields", func() (*fieldjudge.Judge, error) { return fieldjudge.Read(models.Fields(), pagetext.Measures()) })
	occupations = once("occupations", func() (*occupation.Model, error) { return occupation.Read(models.Occupations()) })
	people      = once("persons", func() (*persons.Model, error) { return persons.Read(models.Persons()) })
	judges      = once("judge", func() (*judge.Model, error) {
		m := new(judge.Model)
		return m, m.UnmarshalJSON(models.Judge())
	})
	jobs = once("jobs", func() (*topic.Classifier, error) {
		c := new(topic.Classifier)
		return c, c.UnmarshalText(models.Jobs())
	})
)

// once returns a function that decodes a model at its first call. An error names the model.
func once[T any](name string, decode func() (T, error)) func() (T, error) {
	return sync.OnceValues(func() (T, error) {
		model, err := decode()
		if err != nil {
			err = fmt.Errorf("shipped model %q: %w", name, err)
		}
		return model, err
	})
}

// Background returns the background model. It represents the rest of the web, against which a topic is learned from few pages.
func Background() (*topic.Background, error) { return background() }

// Languages returns the model that recognises the language of a page.
func Languages() (*features.Languages, error) { return languages() }

// Links returns the model for the strategy ranker.LinksName.
func Links() (*gbdt.Model, error) { return links() }

// Crawl returns the model for the strategy ranker.LearnedName.
func Crawl() (*gbdt.Model, error) { return crawl() }

// Judge returns the model that judges which pages are relevant for a topic with few seeds.
func Judge() (*judge.Model, error) { return judges() }

// Jobs returns the classifier of the built-in topic jobs.
func Jobs() (*topic.Classifier, error) { return jobs() }

// Verdict returns the model that decides whether two postings advertise the same job.
func Verdict() (*verdict.Model, error) { return verdicts() }

// Employers returns the model that decides which name in a page's sentences is that of the employer.
func Employers() (*pagetext.Employers, error) { return employers() }

// PageText returns the reader that finds postings in the text of a page, with the shipped models for employers, words and fields.
func PageText() (*pagetext.Reader, error) {
	names, err := employers()
	choice, choiceErr := fields()
	usual, wordsErr := words()
	return &pagetext.Reader{Employers: names, Words: usual, Judge: choice}, errors.Join(err, choiceErr, wordsErr)
}

// Occupations returns the model that predicts the occupation of a posting (ISCO-08).
func Occupations() (*occupation.Model, error) { return occupations() }

// Persons returns the model that finds names of persons.
func Persons() (*persons.Model, error) { return people() }

// PageKind returns a function that distinguishes postings, lists of postings and other pages. The function also returns the probability
// that it is right.
func PageKind() (func(*features.Page) (job.Kind, float64), error) {
	classifier, err := kinds()
	about, aboutErr := jobs()
	if err = errors.Join(err, aboutErr); err != nil {
		return nil, err
	}
	return func(p *features.Page) (job.Kind, float64) {
		return classifier.Kind(p, kind.Topic{Jobs: about.Probability(p), Known: about.Known(p)})
	}, nil
}

// JobTitle returns a function that reports whether a span of a page's words looks like a job title.
func JobTitle() (func(*features.Page, features.Span) bool, error) {
	classifier, err := kinds()
	if err != nil {
		return nil, err
	}
	return classifier.LooksLikeTitle, nil
}

// Needs returns a ranker.Needs with the models of all strategies. The caller adds the topic's vocabulary and classifier, the random seed and
// the language.
func Needs() (ranker.Needs, error) {
	var needs ranker.Needs
	var errs [3]error
	needs.Links, errs[0] = links()
	needs.Learned, errs[1] = crawl()
	needs.Languages, errs[2] = languages()
	return needs, errors.Join(errs[:]...)
}
