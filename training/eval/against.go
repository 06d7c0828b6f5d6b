package eval

import (
	"encoding/json"
	"fmt"
	"os"
)

// ReadReport reads a report that Report.WriteJSON has written.
func ReadReport(path string) (*Report, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := new(Report)
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// Against compares a strategy's areas in some reports with those in other reports about the same webs, for example from another version of
// the program. It uses the topics and draws that both have.
func Against(strategy string, reports, others []*Report) Paired {
	own, other := make(areas), make(areas)
	for _, r := range reports {
		for _, o := range others {
			if o.Web != r.Web || o.Classifier != r.Classifier || o.Seed != r.Seed {
				continue
			}
			for _, x := range r.Results {
				if y, ok := o.result(strategy, x.Topic, x.Draw); ok && x.Strategy == strategy {
					key := fmt.Sprint(r.Web, " ", x.Topic)
					own[key], other[key] = append(own[key], x.Area), append(other[key], y.Area)
				}
			}
		}
	}
	return compareAreas(strategy, own, other)
}

// result returns the crawl of a strategy for a topic and draw.
func (r *Report) result(strategy, topic string, draw int) (Result, bool) {
	for _, x := range r.Results {
		if x.Strategy == strategy && x.Topic == topic && x.Draw == draw {
			return x, true
		}
	}
	return Result{}, false
}
