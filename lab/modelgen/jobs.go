package main

import (
	"fmt"
	"log"
	"maps"
	"path/filepath"
	"slices"

	"gannet/lab/modelgen/jobs"
	"gannet/models"
)

// jobsStudy returns the pages for the models jobs and kinds, which are read once.
func (in *inputs) jobsStudy() (*jobs.Study, error) {
	if in.study != nil {
		return in.study, nil
	}
	webs := map[string]jobs.Archive{}
	for _, name := range webNames {
		w, err := openWeb(in.data, name)
		if err != nil {
			return nil, err
		}
		webs[name] = w.bodies
	}
	materials := filepath.Join(in.manuals, "..", "..", "..") // of .../usr/share/man
	pages, err := jobs.Read(jobs.Inputs{Ads: in.ads, Materials: materials, Webs: webs, Seed: in.seed})
	if err != nil {
		return nil, err
	}
	log.Printf("job pages: %d", len(pages))
	in.study, err = jobs.NewStudy(pages)
	return in.study, err
}

// jobsData describes the data of the models jobs and kinds.
func jobsData(s *jobs.Study) []string {
	data := []string{"job ads of 13 sources in 7 languages, rendered as pages", "job pages, lists and other pages of real sites"}
	counts := map[string]int{}
	for i := range s.Pages {
		counts[s.Pages[i].Group()]++
	}
	for _, group := range slices.Sorted(maps.Keys(counts)) {
		data = append(data, fmt.Sprintf("%s: %d pages", group, counts[group]))
	}
	return data
}

// learnJobs learns the classifier for the built-in topic jobs.
func learnJobs(in *inputs) (models.Model, []byte, error) {
	s, err := in.jobsStudy()
	if err != nil {
		return models.Model{}, nil, err
	}
	c, err := s.Topic(func(int) bool { return true })
	if err != nil {
		return models.Model{}, nil, err
	}
	text, err := c.MarshalText()
	q := s.TopicQuality(true, func(jobs.Page) string { return "all" })["all"]
	figures := map[string]float64{
		"precision": rounded(q.Precision()), "recall": rounded(q.Recall()), "f1": rounded(q.F1()), "auc": rounded(q.Area),
	}
	return models.Model{
		Name: "jobs", File: "jobs.txt", Figures: figures, Data: jobsData(s),
		Measured: "is a page about jobs, at probability 0.5: every page judged by a classifier that has seen no page of its source",
	}, append(text, '\n'), err
}

// learnKinds learns the classifier for the kinds posting, list and other.
func learnKinds(in *inputs) (models.Model, []byte, error) {
	s, err := in.jobsStudy()
	if err != nil {
		return models.Model{}, nil, err
	}
	file, err := s.KindsFile()
	if err != nil {
		return models.Model{}, nil, err
	}
	figures, err := s.KindFigures()
	if err != nil {
		return models.Model{}, nil, err
	}
	for k, v := range figures {
		figures[k] = rounded(v)
	}
	return models.Model{
		Name: "kinds", File: "kinds.json", Figures: figures, Data: jobsData(s),
		Measured: "Is a page a posting, a list of postings or neither? Every page is judged by a model that has seen no page of its " +
			"source. The figures are the shares judged right of real pages and of rendered ones, and the mean of the three kinds' " +
			"shares.",
	}, file, nil
}
