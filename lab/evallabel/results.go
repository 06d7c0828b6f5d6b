package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"sync"
)

// result is what is measured of one crawl of a topic.
type result struct {
	Web, Topic, Split string
	Draw              int
	Skipped           bool               // the crawl found too little
	None              float64            // F1 without answers
	After             map[string]float64 // F1 after 80 answers, 16 of them held out, by order
	Many              float64            // F1 after 200 random answers
	// How good the classifiers are on pages of the web that are not among the first of the crawl, after so many answers.
	RestNone, RestAfter, RestMany rest
	Areas                         *areas // of the next crawl; nil if it was not measured
	Estimate                      *estimated
}

// results is a file of results, so that a study that was broken off goes on.
type results struct {
	mu   sync.Mutex // guards list and file
	list []result
	file *os.File
}

// openResults reads the results so far.
func openResults(path string) (*results, error) {
	r := new(results)
	old, err := os.Open(path)
	if err == nil {
		for lines := bufio.NewScanner(old); lines.Scan(); {
			var one result
			if err := json.Unmarshal(lines.Bytes(), &one); err == nil { // the last line may be cut off
				r.list = append(r.list, one)
			}
		}
		err = old.Close()
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	r.file, err = os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	return r, err
}

// has reports whether a crawl was measured.
func (r *results) has(web, topic string, draw int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.list {
		if one := &r.list[i]; one.Web == web && one.Topic == topic && one.Draw == draw {
			return true
		}
	}
	return false
}

// add keeps a result.
func (r *results) add(one result) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	line, err := json.Marshal(one)
	if err != nil {
		return err
	}
	r.list = append(r.list, one)
	_, err = r.file.Write(append(line, '\n'))
	return err
}
