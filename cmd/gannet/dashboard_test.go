package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"gannet/crawler"
)

// exposedMetrics returns the labels of every metric that --metrics serves.
func exposedMetrics(t *testing.T) map[string]map[string]bool {
	t.Helper()
	p := crawler.Progress{Revisits: &crawler.RevisitCounts{}}
	p.Reasons = map[string]int64{"robots.txt": 1}
	families, err := newRegistry(func() crawler.Progress { return p }).Gather()
	if err != nil {
		t.Fatal(err)
	}
	metrics := make(map[string]map[string]bool)
	for _, family := range families {
		labels := map[string]bool{"job": true, "instance": true} // which Prometheus adds
		for _, m := range family.Metric {
			for _, label := range m.Label {
				labels[label.GetName()] = true
			}
		}
		metrics[family.GetName()] = labels
	}
	return metrics
}

var (
	metricInQuery = regexp.MustCompile(`\b((?:gannet|go|process)_\w+)(?:\{([^}]*)\})?`)
	labelInQuery  = regexp.MustCompile(`(\w+)=`)
	groupInQuery  = regexp.MustCompile(`by \((\w+)\)`)
)

// TestDashboardShowsWhatThereIs holds that each metric and label of the dashboard is one that a crawl has, and that each metric of
// ours is on it.
func TestDashboardShowsWhatThereIs(t *testing.T) {
	text, err := os.ReadFile("../../docs/reference/grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
		Templating struct{ List []struct{ Definition string } }
	}
	if err := json.Unmarshal(text, &dashboard); err != nil {
		t.Fatal(err)
	}
	var queries []string
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			queries = append(queries, target.Expr)
		}
	}
	for _, variable := range dashboard.Templating.List {
		queries = append(queries, variable.Definition)
	}
	exposed, shown := exposedMetrics(t), make(map[string]bool)
	for _, query := range queries {
		names, problems := checkQuery(query, exposed)
		for _, name := range names {
			shown[name] = true
		}
		for _, problem := range problems {
			t.Errorf("%s: %s", query, problem)
		}
	}
	for name := range exposed {
		if strings.HasPrefix(name, "gannet_") && !shown[name] {
			t.Errorf("no panel shows %s", name)
		}
	}
}

// checkQuery returns the metrics of a query, and what is wrong with them and their labels.
func checkQuery(query string, exposed map[string]map[string]bool) (names, problems []string) {
	for _, m := range metricInQuery.FindAllStringSubmatch(query, -1) {
		labels, known := exposed[m[1]]
		if !known {
			problems = append(problems, "there is no metric "+m[1])
			continue
		}
		names = append(names, m[1])
		for _, label := range append(labelInQuery.FindAllStringSubmatch(m[2], -1), groupInQuery.FindAllStringSubmatch(query, -1)...) {
			if !labels[label[1]] {
				problems = append(problems, m[1]+" has no label "+label[1])
			}
		}
	}
	return names, problems
}

func TestWrongQueriesAreFound(t *testing.T) {
	exposed := exposedMetrics(t)
	for query, want := range map[string]int{
		`sum by (reason) (rate(gannet_refusals_total{job="$job"}[1m]))`: 0,
		`gannet_page_total`:                              1,
		`gannet_pages_total{host="x"}`:                   1,
		`sum by (found) (gannet_frontier_links)`:         1,
		`go_nothing / process_cpu_seconds_total{x=~"y"}`: 2,
	} {
		if _, problems := checkQuery(query, exposed); len(problems) != want {
			t.Errorf("%s: %q", query, problems)
		}
	}
}

// TestMetricsAreDescribed holds that docs/reference/metrics.md has a row for each metric of a crawl, with its type, its help and its label.
func TestMetricsAreDescribed(t *testing.T) {
	text, err := os.ReadFile("../../docs/reference/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	p := crawler.Progress{Revisits: &crawler.RevisitCounts{}, Reasons: map[string]int64{"robots.txt": 1}}
	families, err := newRegistry(func() crawler.Progress { return p }).Gather()
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, family := range families {
		if !strings.HasPrefix(family.GetName(), "gannet_") {
			continue
		}
		rows++
		row := fmt.Sprintf("| `%s` | %s | %s | ", family.GetName(), strings.ToLower(family.GetType().String()), family.GetHelp())
		for _, label := range family.Metric[0].Label {
			row += "`" + label.GetName() + "`: "
		}
		if !strings.Contains(string(text), row) {
			t.Errorf("docs/reference/metrics.md lacks the row %s", row)
		}
	}
	if named := strings.Count(string(text), "| `gannet_"); named != rows {
		t.Errorf("docs/reference/metrics.md has %d metrics, a crawl has %d", named, rows)
	}
}
