package topic

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gannet/features"
	"gannet/internal/testdata"
)

// labels returns the topics of a web's pages.
func labels(t testing.TB, web string) map[string][]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(testdata.Dir(t), "labels", web+".tsv"))
	if err != nil {
		t.Fatal(err)
	}
	topics := map[string][]string{}
	for line := range strings.Lines(string(data)) {
		if url, names, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			topics[url] = strings.Split(names, "|")
		}
	}
	return topics
}

// labelled is a page whose words are counted, with its topics.
type labelled struct {
	url    string
	topics []string
	vector Vector
}

// sample reads every nth of the first pages of a web.
func sample(t testing.TB, web string, n, first int) []labelled {
	t.Helper()
	topics := labels(t, web)
	reader := features.NewReader()
	var pages []labelled
	i := 0
	testdata.EachPage(t, web, func(url string, body []byte) bool {
		if i++; i%n != 0 || i > first {
			return i <= first
		}
		p, err := reader.Read(url, body)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, labelled{url: url, topics: topics[url], vector: Vectorize(p)})
		return true
	})
	return pages
}

// examples labels pages for one topic.
func examples(pages []labelled, name string) []Example {
	out := make([]Example, len(pages))
	for i, p := range pages {
		out[i] = Example{Vector: p.vector, Positive: slices.Contains(p.topics, name)}
	}
	return out
}
