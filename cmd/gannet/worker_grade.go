package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/features"
	"gannet/internal/cli"
	"gannet/internal/frames"
	"gannet/internal/pageguard"
	"gannet/models/shipped"
	"gannet/ranker"
)

// pageLinks are the links of a page with their features.
type pageLinks struct {
	URL   string         `json:"url"`
	Links []linkFeatures `json:"links"`
}

type linkFeatures struct {
	URL      string    `json:"url"`
	Features []float64 `json:"features"` // in the order of features.LinkFeatures
}

func newWorkerFeatures() *cobra.Command {
	name, language := "", ""
	c := &cobra.Command{
		Use:   "features",
		Short: "Make the features of the links of pages",
		Long: "Features reads frames D, which are pages. For each page, features writes a frame X with the page's links and the 35\n" +
			"features of each link that the strategy \"links\" uses. The frame D of a page may have the topic probabilities of\n" +
			"the two pages that led to it; missing probabilities count as 0.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			t, err := crawldir.LoadTopic(name)
			if err != nil {
				return err
			}
			if t.Classifier == nil {
				return cli.Usagef("--topic %s has no classifier: take the topic file of a crawl's directory, or the built-in topic jobs", name)
			}
			needs, err := crawldir.Order{Strategy: ranker.LinksName, Language: crawldir.Language(language)}.Needs(t)
			if err != nil {
				return err
			}
			return featureFrames(c.InOrStdin(), c.OutOrStdout(), c.ErrOrStderr(), &needs)
		},
	}
	c.Flags().StringVar(&name, "topic", crawldir.JobsTopic, "built-in topic, or a topic file")
	c.Flags().StringVar(&language, "language", "en", "language of the topic, such as en")
	return c
}

func featureFrames(in io.Reader, out, warn io.Writer, needs *ranker.Needs) error {
	w := frames.NewWriter(out)
	reader := features.NewReader()
	var failed failedPages
	vectors := features.Vectorizer{Languages: needs.Languages, Language: needs.Language}
	err := frames.NewReader(in).Each(func(f frames.Frame) error {
		if f.Kind == failedFrame {
			return w.Write(f)
		}
		head, body, err := readPage(f)
		if err != nil {
			return err
		}
		var page pageLinks
		err = pageguard.Do(func() (err error) {
			page, err = featuresOf(reader, &vectors, head, body, needs)
			return err
		})
		if pageguard.Of(err) != nil {
			reader = features.NewReader()
			failed.add(head.URL, err, warn)
		}
		if err != nil {
			return w.Write(frames.Frame{Kind: failedFrame, Key: f.Key, Body: fmt.Appendf(nil, "%s: %v", head.URL, err)})
		}
		return writeJSONFrame(w, linksFrame, f.Key, page)
	})
	return errors.Join(err, w.Flush())
}

// featuresOf returns the links of a page with their features.
func featuresOf(reader *features.Reader, vectors *features.Vectorizer, head pageHead, body []byte, needs *ranker.Needs) (page pageLinks, err error) {
	p, err := reader.ReadSource(head.source(body))
	if err != nil {
		return page, err
	}
	columns := len(features.LinkFeatures())
	rows := vectors.Links(p, needs.Query, needs.Classifier.Probability(p), head.Parent, head.Grandparent)
	page = pageLinks{URL: head.URL, Links: make([]linkFeatures, len(p.Links))}
	for i := range p.Links {
		page.Links[i] = linkFeatures{p.Links[i].URL, rows[i*columns : (i+1)*columns]}
	}
	return page, nil
}

// writeJSONFrame writes a frame whose body is JSON.
func writeJSONFrame(w *frames.Writer, kind byte, number uint64, value any) error {
	body, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return w.Write(frames.Frame{Kind: kind, Key: number, Body: body})
}

// pageGrades are the scores of a page's links.
type pageGrades struct {
	URL   string      `json:"url"`
	Links []linkGrade `json:"links"`
}

type linkGrade struct {
	URL   string  `json:"url"`
	Score float64 `json:"score"`
}

func newWorkerGrade() *cobra.Command {
	path := ""
	c := &cobra.Command{
		Use:   "grade",
		Short: "Score links by a model",
		Long: "Grade reads frames X, which are the links of a page with their features. Grade writes for each page a frame G with\n" +
			"the scores of its links. Frames E (errors) are copied to the output.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			model, err := linksModel(path)
			if err != nil {
				return err
			}
			return gradeFrames(c.InOrStdin(), c.OutOrStdout(), model)
		},
	}
	c.Flags().StringVar(&path, "model", "", "model of the strategy \"links\", as gannet train writes it; default: the model that comes with gannet")
	return c
}

// linksModel reads a model of the strategy links, or the shipped one.
func linksModel(path string) (ranker.Model, error) {
	if path == "" {
		return shipped.Links()
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	model, err := ranker.ReadModel(bytes.NewReader(text))
	if err == nil {
		err = model.CheckFeatures(features.Names(features.LinkFeatures()))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return model, nil
}

func gradeFrames(in io.Reader, out io.Writer, model ranker.Model) error {
	w, columns := frames.NewWriter(out), len(features.LinkFeatures())
	err := frames.NewReader(in).Each(func(f frames.Frame) error {
		if f.Kind == failedFrame {
			return w.Write(f)
		}
		var page pageLinks
		if f.Kind != linksFrame {
			return fmt.Errorf("a frame %q with key %d is none of links", f.Kind, f.Key)
		}
		if err := json.Unmarshal(f.Body, &page); err != nil {
			return fmt.Errorf("the links of page %d: %w", f.Key, err)
		}
		rows, scores := []float64{}, make([]float64, len(page.Links))
		for _, l := range page.Links {
			if len(l.Features) != columns {
				return fmt.Errorf("page %d: a link has %d features, and the model takes %d", f.Key, len(l.Features), columns)
			}
			rows = append(rows, l.Features...)
		}
		model.Score(rows, len(scores), scores)
		grades := pageGrades{URL: page.URL, Links: make([]linkGrade, len(scores))}
		for i, l := range page.Links {
			grades.Links[i] = linkGrade{l.URL, scores[i]}
		}
		return writeJSONFrame(w, gradesFrame, f.Key, grades)
	})
	return errors.Join(err, w.Flush())
}
