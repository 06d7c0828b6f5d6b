package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gannet/crawldir"
	"gannet/internal/testdata"
	"gannet/internal/testweb"
	"gannet/topic"
	"gannet/training/lightgbm"
	"gannet/training/lightgbm/lightgbmtest"
)

// writeTopics writes files of three topics of a generated web, the first beekeeping, and what all its pages are about.
func writeTopics(dir string, web *testweb.Web) error {
	if err := os.Mkdir(filepath.Join(dir, "topics"), 0o755); err != nil {
		return err
	}
	for _, name := range []string{"beekeeping", "astronomy", "sailing"} {
		t := &topic.Topic{Name: name, Title: name, Keywords: web.Keywords(name), Seeds: web.Seeds(name, 5)}
		if err := crawldir.SaveTopic(filepath.Join(dir, "topics", name+".yaml"), t); err != nil {
			return err
		}
	}
	var labels strings.Builder
	for n := range web.Pages() {
		if url := web.Page(n); web.Topic(url) != "" {
			fmt.Fprintf(&labels, "%s\t%s\n", url, web.Topic(url))
		}
	}
	return os.WriteFile(filepath.Join(dir, "labels.tsv"), []byte(labels.String()), 0o644)
}

// haveLightGBM is the scripts' condition lightgbm: whether the library is there, as it must be where GANNET_REQUIRE_DATA is set.
func haveLightGBM(cond string) (bool, error) {
	if cond != "lightgbm" {
		return false, fmt.Errorf("no condition %q", cond)
	}
	_, err := lightgbm.Open(lightgbmtest.Path())
	return err == nil || testdata.Required(), nil
}

func TestListsOfCrawlsCalledTheSameAreKeptApart(t *testing.T) {
	got := listNames([]string{"a/bees", "b/bees/", "bees-2", "c/bees"})
	if want := []string{"bees", "bees-2", "bees-2-2", "bees-3"}; !slices.Equal(got, want) {
		t.Errorf("lists are called %q, want %q", got, want)
	}
}

// TestTopicsWithoutANameAreToldApart: five crawls of keywords alone are of five topics, not of one.
func TestTopicsWithoutANameAreToldApart(t *testing.T) {
	for _, c := range []struct {
		of   topic.Topic
		want string
	}{
		{topic.Topic{Name: "birds", Title: "Birds"}, "birds"},
		{topic.Topic{Name: unnamedTopic, Title: "bee, hive"}, "bee, hive"},
		{topic.Topic{Name: unnamedTopic}, unnamedTopic},
	} {
		if got := listTopic(&c.of); got != c.want {
			t.Errorf("the list of %+v is of topic %q, not %q", c.of, got, c.want)
		}
	}
}
