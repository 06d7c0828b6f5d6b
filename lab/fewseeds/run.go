package fewseeds

import (
	"context"
	"slices"

	"gannet/topic/judge"
)

// Options say on which webs, and with how many seeds, Run measures.
type Options struct {
	Webs   []string // with labels and keywords, to learn from and to measure
	Others []string // further webs of which a background is learned
	Draws  int      // of seeds
	Seeds  []int    // numbers of seeds
}

// DefaultOptions returns the options of the documented results and of the shipped model.
func DefaultOptions() Options {
	return Options{Webs: []string{"enwiki6k", "planetmath"}, Others: []string{"uci"}, Draws: 5, Seeds: []int{1, 3, 10}}
}

// Study is the result of Run: a model, and how good the judge is.
type Study struct {
	Model *judge.Model // learned from all webs
	Pools int          // from which it was learned
	Rows  []Row
}

// Row has the results for one web, one kind of pool and one number of seeds, as means over topics.
type Row struct {
	Web, Kind  string
	Seeds      int
	Topics     int
	Today      Figures // a classifier learned from the seeds alone
	Judge      Figures
	Precise    Figures
	Classifier Figures // the judge's classifier, on as many pages that come next
	// Birds is of the topic "birds" alone, if the web has it.
	Birds Figures
}

// Run trains the models, and measures each on a web on which it was not trained.
func Run(ctx context.Context, data string, o Options, progress func(string, ...any)) (*Study, error) {
	webs, err := Load(ctx, data, slices.Concat(o.Webs, o.Others)...)
	if err != nil {
		return nil, err
	}
	webs = webs[:len(o.Webs)]
	pools, all := make([][]*Pool, len(webs)), []*Pool{}
	for i, w := range webs {
		if pools[i], err = w.Pools(ctx, o.Seeds, o.Draws, 3); err != nil {
			return nil, err
		}
		progress("%s: %d pools", w.Name, len(pools[i]))
		all = append(all, pools[i]...)
	}
	examples, err := measureExamples(ctx, all)
	if err != nil {
		return nil, err
	}
	s := &Study{Pools: len(all)}
	if s.Model, err = train(values(all, examples, nil)); err != nil {
		return nil, err
	}
	for i, w := range webs {
		model, err := train(values(all, examples, w))
		if err != nil {
			return nil, err
		}
		rows, err := measureWeb(ctx, pools[i], model, o.Seeds)
		if err != nil {
			return nil, err
		}
		s.Rows = append(s.Rows, rows...)
		progress("%s: measured", w.Name)
	}
	return s, nil
}

// measureExamples computes the features of pools.
func measureExamples(ctx context.Context, pools []*Pool) (map[*Pool]*example, error) {
	list := make([]*example, len(pools))
	err := parallel(ctx, len(pools), func(i int) error {
		p := pools[i]
		rows, err := judge.New(nil, p.Keywords, p.Web.background).Features(p.pages())
		if err == nil {
			list[i] = &example{rows[p.Seeds:], p.relevant[p.Seeds:]}
		}
		return err
	})
	examples := make(map[*Pool]*example, len(pools))
	for i, p := range pools {
		examples[p] = list[i]
	}
	return examples, err
}

// values returns the examples of all webs but one.
func values(pools []*Pool, examples map[*Pool]*example, without *Web) (list []*example) {
	for _, p := range pools {
		if p.Web != without {
			list = append(list, examples[p])
		}
	}
	return list
}

// verdictsOf is the verdicts on one pool, with and without the judge.
type verdictsOf struct{ today, judge Verdicts }

// measureWeb measures a model on the pools of a web.
func measureWeb(ctx context.Context, pools []*Pool, model *judge.Model, seeds []int) (rows []Row, err error) {
	verdicts := make([]verdictsOf, len(pools))
	err = parallel(ctx, len(pools), func(i int) (err error) {
		if verdicts[i].today, err = pools[i].Today(); err == nil {
			verdicts[i].judge, err = pools[i].Judge(model)
		}
		return err
	})
	for _, kind := range []string{BreadthFirst, Focused} {
		for _, n := range seeds {
			row := Row{Web: pools[0].Web.Name, Kind: kind, Seeds: n}
			row.fill(pools, verdicts)
			rows = append(rows, row)
		}
	}
	return rows, err
}

// fill sums up the verdicts on the row's pools.
func (r *Row) fill(pools []*Pool, verdicts []verdictsOf) {
	var today, judged, precise, next byTopic
	for i, p := range pools {
		if p.Kind != r.Kind || p.Seeds != r.Seeds {
			continue
		}
		v := &verdicts[i]
		today.add(p.Topic, measure(v.today.Pool, 0.5))
		judged.add(p.Topic, measure(v.judge.Pool, 0.5))
		precise.add(p.Topic, measure(v.judge.Pool, judge.PreciseThreshold))
		if len(v.judge.Next) > 0 {
			next.add(p.Topic, measure(v.judge.Next, 0.5))
		}
	}
	r.Topics = len(judged.figures)
	r.Today, r.Judge, r.Precise, r.Classifier = today.mean(), judged.mean(), precise.mean(), next.mean()
	r.Birds = mean(judged.figures["birds"])
}

// byTopic is figures by topic.
type byTopic struct {
	topics  []string
	figures map[string][]Figures
}

func (b *byTopic) add(topic string, f Figures) {
	if b.figures == nil {
		b.figures = make(map[string][]Figures)
	}
	if b.figures[topic] == nil {
		b.topics = append(b.topics, topic)
	}
	b.figures[topic] = append(b.figures[topic], f)
}

// mean is the mean over topics of the means over draws.
func (b *byTopic) mean() Figures {
	var list []Figures
	for _, t := range b.topics {
		list = append(list, mean(b.figures[t]))
	}
	return mean(list)
}
