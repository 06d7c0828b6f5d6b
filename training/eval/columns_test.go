package eval

import (
	"errors"
	"strings"
	"testing"
)

// written returns a report as Markdown and as a page.
func written(t *testing.T, r *Report) (text, page string) {
	t.Helper()
	var md, html strings.Builder
	if err := errors.Join(r.WriteMarkdown(&md), r.WriteHTML(&html)); err != nil {
		t.Fatal(err)
	}
	return md.String(), html.String()
}

// TestColumnsThatSayNothingAreLeftOut holds that a report on one topic and draw has no deviation and no error, and that each column is explained.
func TestColumnsThatSayNothingAreLeftOut(t *testing.T) {
	one := outcome{topic: "a", results: []Result{newResult("bfs", "a", 0, 20, curve{0, 1, 1, 2}), newResult("parent", "a", 0, 20, curve{1, 2})}}
	two := outcome{topic: "b", results: []Result{newResult("bfs", "b", 0, 20, curve{0, 1, 1, 2}), newResult("parent", "b", 0, 20, curve{1, 2, 3})}}
	o := Options{Name: "w", Strategies: []string{"bfs", "parent"}, Draws: 1}
	text, page := written(t, newReport(o, []outcome{one}))
	for _, no := range []string{"deviation*", "± topics", "± draws", "of the way", "± 0.", "5.00"} {
		if strings.Contains(text, no) || strings.Contains(page, no) {
			t.Errorf("%q in a report on one topic and draw:\n%s", no, text)
		}
	}
	if n := strings.Count(text, "\n- *difference*: "); n != 1 {
		t.Errorf("the difference is explained %d times:\n%s", n, text)
	}
	if text, page = written(t, newReport(o, []outcome{one, two})); !strings.Contains(text, "\n- *± topics*: ") || !strings.Contains(page, "<li>± topics: ") {
		t.Errorf("no error over two topics:\n%s", text)
	}
}

// TestReportsNameTheModels holds that every output names the models of the strategies that were compared, and no others.
func TestReportsNameTheModels(t *testing.T) {
	o := Options{Name: "w", Strategies: []string{"bfs", "learned"}, Draws: 1, Models: map[string]string{"links": "shipped", "learned": "own.model"}}
	r := newReport(o, []outcome{{topic: "a", results: []Result{newResult("bfs", "a", 0, 20, curve{0, 1}), newResult("learned", "a", 0, 20, curve{1, 2})}}})
	var js, table strings.Builder
	if err := errors.Join(r.WriteJSON(&js), r.WriteCSV(&table)); err != nil {
		t.Fatal(err)
	}
	text, page := written(t, r)
	for _, c := range []struct{ out, want string }{
		{text, "The model of learned: own.model."}, {page, "The model of learned: own.model."}, {js.String(), `"learned": "own.model"`}, {table.String(), ",own.model\n"},
	} {
		if !strings.Contains(c.out, c.want) || strings.Contains(c.out, "shipped") {
			t.Errorf("no %q, or the model of a strategy that is not compared, in\n%s", c.want, c.out)
		}
	}
}
