package eval

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gannet/internal/chart"
)

// Write writes a report to the files eval.json, eval.csv, eval.md, eval.html, recall.svg and harvest.svg in a directory.
func (r *Report) Write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	recall, harvest := r.Charts()
	for name, write := range map[string]func(io.Writer) error{
		"eval.json": r.WriteJSON, "eval.csv": r.WriteCSV, "eval.md": r.WriteMarkdown, "eval.html": r.WriteHTML,
		"recall.svg": recall.WriteSVG, "harvest.svg": harvest.WriteSVG,
	} {
		if err := writeFile(filepath.Join(dir, name), write); err != nil {
			return err
		}
	}
	return nil
}

func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return fmt.Errorf("write %s: %w", path, err)
	}
	return f.Close()
}

// WriteJSON writes the whole report.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(r)
}

// WriteCSV writes one row for each crawl, with precision and recall at every number of fetches that is reported.
func (r *Report) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	keys := r.marksOf()
	head := []string{"web", "strategy", "topic", "draw", "relevant", "fetched", "area", "discovery", "waiting", "undiscovered", "to90", "dry", "dry_recall", "hosts", "all_hosts"}
	for _, k := range keys {
		head = append(head, "precision_"+k, "recall_"+k)
	}
	head = append(head, "model")
	if err := c.Write(head); err != nil {
		return err
	}
	for _, x := range r.Results {
		row := []string{r.Web, x.Strategy, x.Topic, strconv.Itoa(x.Draw), strconv.Itoa(x.Relevant),
			strconv.Itoa(x.Fetched), number(x.Area), number(x.Discovery), number(x.Waiting), number(x.Undiscovered),
			fetchesText(x.To90), fetchesText(x.Dry), number(x.DryRecall), strconv.Itoa(x.Hosts), strconv.Itoa(x.AllHosts)}
		for _, k := range keys {
			row = append(row, cell(x.Precision, k), cell(x.Recall, k))
		}
		row = append(row, r.Models[x.Strategy])
		if err := c.Write(row); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }

func fetchesText(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

func cell(m map[string]float64, key string) string {
	if v, ok := m[key]; ok {
		return number(v)
	}
	return ""
}

// WriteMarkdown writes the report's tables: strategies, precision at N, and area by topic.
func (r *Report) WriteMarkdown(w io.Writer) error {
	p := &printer{w: w}
	p.printf("### %s\n\n%s\n\n", r.Web, r.about())
	p.table(r.strategies, r.comparison(), "")
	r.writePrecision(p)
	p.printf("\nWhere area is lost:\n\n")
	p.table(r.strategies, r.losses(), "area + discovery + waiting is 1")
	p.printf("\nWhich crawls `--until-dry` would end within five fetches for each relevant page:\n\n")
	p.table(r.strategies, r.dryEnds(), "")
	r.writeTopics(p)
	if hours := r.hours(); len(hours) > 0 {
		p.printf("\n")
		p.table(r.strategies, hours, "")
	}
	return p.err
}

// about returns the options that the numbers depend on, as a sentence.
func (r *Report) about() string {
	text := fmt.Sprintf("%s, %s of training pages and seeds, seed %d, %s classifier.", counted(len(r.topics()), "topic"), counted(r.Draws, "draw"), r.Seed, r.Classifier)
	for _, strategy := range sortedKeys(r.Models) {
		text += fmt.Sprintf(" The model of %s: %s.", strategy, r.Models[strategy])
	}
	return text
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprint(n, " ", what)
}

func (r *Report) writePrecision(p *printer) {
	marks := r.marksOf()
	if len(marks) == 0 {
		return
	}
	p.printf("\nPrecision at N fetches (harvest rate), mean over the topics with enough pages, ± its deviation if there are several:\n\n| strategy | %s |\n|---|%s",
		strings.Join(marks, " | "), strings.Repeat("---|", len(marks)))
	for _, s := range r.strategies {
		p.printf("\n| %s |", s)
		for _, k := range marks {
			p.printf(" %s |", r.Mean[s].Precision[k])
		}
	}
	p.printf("\n")
}

// String returns the mean with two decimals, ± the deviation if there are several values, and "–" if there is none.
func (m Moments) String() string {
	switch m.N {
	case 0:
		return "–"
	case 1:
		return fmt.Sprintf("%.2f", m.Mean)
	}
	return fmt.Sprintf("%.2f ± %.2f", m.Mean, m.SD)
}

// table writes a table with a row for each strategy, and after it a line for each column that says what it means.
func (p *printer) table(strategies []string, columns []column, note string) {
	p.printf("| strategy |")
	for _, c := range columns {
		p.printf(" %s |", c.name)
	}
	p.printf("\n|---|%s\n", strings.Repeat("---|", len(columns)))
	for _, s := range strategies {
		p.printf("| %s |", s)
		for _, c := range columns {
			p.printf(" %s |", c.cell(s))
		}
		p.printf("\n")
	}
	p.printf("\n")
	for _, c := range columns {
		p.printf("- *%s*: %s\n", c.name, c.meaning)
	}
	if note != "" {
		p.printf("\n%s.\n", note)
	}
}

func (s Summary) way() string {
	if s.Way == nil {
		return "–"
	}
	return fmt.Sprintf("%.2f", *s.Way)
}

func (r *Report) writeTopics(p *printer) {
	p.printf("\nArea by topic, mean of the draws. *pages*: pages of the topic that its first draw had to find, without those that the topic was learned from:\n\n| topic | pages |")
	for _, s := range r.strategies {
		p.printf(" %s |", s)
	}
	p.printf("\n|---|---|")
	for range r.strategies {
		p.printf("---|")
	}
	means := make(map[string]map[string]float64)
	for _, s := range r.strategies {
		means[s] = r.areas(s).means()
	}
	pages := r.pages()
	for _, t := range r.topics() {
		p.printf("\n| %s | %d |", t, pages[t])
		for _, s := range r.strategies {
			p.printf(" %.3f |", means[s][t])
		}
	}
	p.printf("\n")
	for _, t := range sortedKeys(r.Skipped) {
		p.printf("\nSkipped: %s (%s).\n", t, r.Skipped[t])
	}
	for _, d := range r.SkippedDraws {
		p.printf("\nSkipped: %s (%s).\n", d.Name(), d.Why)
	}
}

// printer keeps the first error of many writes.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

// Charts returns charts of recall and harvest rate over fetches, with a line for each strategy.
func (r *Report) Charts() (recall, harvest chart.Lines) { return r.charts(r.Web, "") }

// charts returns the charts of a topic, or of all topics if topic is "". name is the subject in their titles.
func (r *Report) charts(name, topic string) (recall, harvest chart.Lines) {
	x := "pages fetched / relevant pages"
	recall = chart.Lines{Title: "Recall on " + name, XLabel: x, YLabel: "recall"}
	harvest = chart.Lines{Title: "Harvest rate on " + name, XLabel: x, YLabel: "relevant / fetched"}
	for _, s := range r.strategies {
		var xs, rates []float64
		mean := r.meanCurve(s, topic)
		for i, y := range mean {
			at := float64(i) * 5 / (curvePoints - 1)
			xs = append(xs, at)
			rates = append(rates, y/max(at, 1e-9))
		}
		recall.Series = append(recall.Series, chart.Series{Name: s, X: xs, Y: mean})
		harvest.Series = append(harvest.Series, chart.Series{Name: s, X: xs[1:], Y: rates[1:]})
	}
	return recall, harvest
}
