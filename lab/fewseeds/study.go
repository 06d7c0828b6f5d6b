package fewseeds

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"gannet/features"
	"gannet/topic"
	"gannet/topic/judge"
)

// Pools makes all pools of a web: one for each topic, kind of pool, number of seeds and draw of seeds.
func (w *Web) Pools(ctx context.Context, seeds []int, draws, keywords int) ([]*Pool, error) {
	type job struct {
		topic, kind string
		seeds, draw int
	}
	var jobs []job
	for _, t := range w.Topics() {
		for _, kind := range []string{BreadthFirst, Focused} {
			for _, n := range seeds {
				for d := range draws {
					jobs = append(jobs, job{t, kind, n, d})
				}
			}
		}
	}
	pools := make([]*Pool, len(jobs))
	err := parallel(ctx, len(jobs), func(i int) error {
		j := jobs[i]
		pools[i] = w.newPool(j.topic, j.kind, j.seeds, j.draw, keywords)
		return nil
	})
	var found []*Pool
	for _, p := range pools {
		if p != nil {
			found = append(found, p)
		}
	}
	return found, err
}

// parallel calls work for 0 to n-1 on all processors.
func parallel(ctx context.Context, n int, work func(i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range n {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return work(i)
		})
	}
	return group.Wait()
}

// Train trains a judge's model on pools.
func Train(ctx context.Context, pools []*Pool) (*judge.Model, error) {
	examples := make([]*example, len(pools))
	err := parallel(ctx, len(pools), func(i int) error {
		p := pools[i]
		rows, err := judge.New(nil, p.Keywords, p.Web.background).Features(p.pages())
		if err == nil {
			examples[i] = &example{rows[p.Seeds:], p.relevant[p.Seeds:]}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return train(examples)
}

// Verdicts has the probabilities of a pool's pages without the seeds, and those of the pages that the crawl would fetch next.
type Verdicts struct{ Pool, Next []judged }

// Judge judges the pages of a pool with a model.
func (p *Pool) Judge(model *judge.Model) (v Verdicts, err error) {
	judgement, err := judge.New(model, p.Keywords, p.Web.background).Judge(p.pages())
	if err != nil {
		return v, err
	}
	for i := p.Seeds; i < len(p.ids); i++ {
		v.Pool = append(v.Pool, judged{judgement.Probabilities[i], p.relevant[i]})
	}
	if judgement.Classifier != nil {
		v.Next = p.nextBy(judgement.Classifier)
	}
	return v, nil
}

// Today judges the pages of a pool only with a classifier that was learned from the seeds, for comparison.
func (p *Pool) Today() (v Verdicts, err error) {
	var seeds []*features.Page
	for _, id := range p.ids[:p.Seeds] {
		seeds = append(seeds, p.Web.web.Page(int(id)))
	}
	c, err := topic.FromSeeds(p.Keywords, seeds, p.Web.background)
	if err != nil {
		return v, err
	}
	for i := p.Seeds; i < len(p.ids); i++ {
		v.Pool = append(v.Pool, judged{c.Score(p.Web.web.Vector(int(p.ids[i]))), p.relevant[i]})
	}
	v.Next = p.nextBy(c)
	return v, nil
}

func (p *Pool) nextBy(c *topic.Classifier) (list []judged) {
	for _, id := range p.next {
		list = append(list, judged{c.Score(p.Web.web.Vector(int(id))), p.Web.labels.Has(p.Topic, p.Web.web.URLs()[id])})
	}
	return list
}
