package eval

import (
	"context"
	"errors"
	"testing"

	"gannet/topic"
)

// TestAProgramIsCountedAsAStrategyIs replays the fetches of breadth first as if another program had made them, each twice.
func TestAProgramIsCountedAsAStrategyIs(t *testing.T) {
	site, labels := frozen(t, 600)
	web, err := Load(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	unused, err := topic.Train([]topic.Example{{Vector: web.vectors[0], Positive: true}, {Vector: web.vectors[1]}}, topic.DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	o := DefaultOptions()
	o.Draws, o.Topics, o.Strategies = 1, []string{"beekeeping"}, []string{"bfs"}
	ended := false
	o.Programs = []Program{{Name: "replayed", Crawl: func(ctx context.Context, task Task) error {
		start := Start{Classifier: unused} // breadth first does not use it
		for _, url := range task.Seeds {
			id, _ := web.ID(url)
			start.Seeds = append(start.Seeds, id)
		}
		order, err := web.Course(ctx, o, "bfs", start, len(web.urls))
		for _, id := range order {
			task.Fetched("http://elsewhere.example/")
			task.Fetched(web.urls[id])
			if !task.Fetched(web.urls[id]) {
				ended = true
				break
			}
		}
		return err
	}}}
	report, err := Run(t.Context(), web, labels, o)
	if err != nil {
		t.Fatal(err)
	}
	bfs, replayed := report.Results[0], report.Results[1]
	if replayed.Strategy != "replayed" || bfs.Area == 0 || replayed.Area != bfs.Area || replayed.Fetched != bfs.Fetched || replayed.Discovery != bfs.Discovery {
		t.Errorf("a replay of bfs has %+v, bfs %+v", replayed, bfs)
	}
	if full := bfs.Fetched == 5*bfs.Relevant; ended != full {
		t.Errorf("told to end: %v, want %v", ended, full)
	}
	if report.Paired["replayed"].Against != "bfs" {
		t.Errorf("it is compared with %q", report.Paired["replayed"].Against)
	}
	broken := errors.New("no such program")
	o.Programs[0].Crawl = func(context.Context, Task) error { return broken }
	if _, err := Run(t.Context(), web, labels, o); !errors.Is(err, broken) {
		t.Errorf("a program that fails gives %v", err)
	}
}
