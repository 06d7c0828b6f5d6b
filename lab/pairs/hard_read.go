package pairs

import (
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gannet/dedup/verdict"
)

//go:embed hard.tsv
var hardTable string

// hardMoreTable is pairs that were read once. They teach alone.
//
//go:embed hard_more.tsv
var hardMoreTable string

// hardReading is two readings of a hard pair. Whoever read did not know the other reading, nor any model's verdict, and the
// pairs came in another order.
type hardReading struct {
	file          string
	a, b          int
	measure       bool
	first, second string // same, place, different or unsure
}

// verdict returns what the readings agree on. Two readings that differ in why the jobs differ still agree that they do. The
// label is not known if only one reading says "same", or one is not sure.
func (r hardReading) verdict() (label verdict.Label, known bool) {
	switch {
	case r.first == "unsure" || r.second == "unsure" || (r.first == "same") != (r.second == "same"):
		return label, false
	case r.first == "same":
		return verdict.Same, true
	case r.first == "place" && r.second == "place":
		return verdict.OtherLocation, true
	}
	return verdict.Different, true
}

// hardReadings returns the pairs that were read twice.
func hardReadings() (list []hardReading, err error) {
	err = eachReading("hard.tsv", hardTable, 6, func(r hardReading, c []string) {
		r.measure, r.first, r.second = c[3] == "measure", c[4], c[5]
		list = append(list, r)
	})
	return list, err
}

// moreReadings returns the pairs that were read once.
func moreReadings() (list []hardReading, err error) {
	err = eachReading("hard_more.tsv", hardMoreTable, 4, func(r hardReading, c []string) {
		r.first, r.second = c[3], c[3]
		list = append(list, r)
	})
	return list, err
}

// eachReading calls use with the pair of each line of a table, and with the columns of the line.
func eachReading(name, table string, columns int, use func(r hardReading, c []string)) error {
	for n, line := range strings.Split(strings.TrimSpace(table), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		c := strings.Split(line, "\t")
		if len(c) != columns {
			return fmt.Errorf("%s:%d: %d columns, want %d", name, n+1, len(c), columns)
		}
		a, errA := strconv.Atoi(c[1])
		b, errB := strconv.Atoi(c[2])
		if err := errors.Join(errA, errB); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n+1, err)
		}
		use(hardReading{file: c[0], a: a, b: b}, c)
	}
	return nil
}

// Agreement returns how far two readings of the hard pairs agree on whether they are the same job: the share of equal answers, and Cohen's
// kappa, which is 0 for chance and 1 for full agreement. Pairs of which a reading is unsure are left out.
func Agreement() (share, kappa float64, err error) {
	list, err := hardReadings()
	var n, both, first, second float64
	for _, r := range list {
		if r.first == "unsure" || r.second == "unsure" {
			continue
		}
		a, b := r.first == "same", r.second == "same"
		n++
		both += one(a == b)
		first += one(a)
		second += one(b)
	}
	chance := (first*second + (n-first)*(n-second)) / (n * n)
	share = both / n
	return share, (share - chance) / (1 - chance), err
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// addHardPairs adds the pairs whose readings agree.
func (b *builder) addHardPairs() error {
	readings, err := hardReadings()
	if err != nil {
		return err
	}
	more, err := moreReadings()
	if err != nil {
		return err
	}
	type place struct {
		file string
		line int
	}
	ads := make(map[place]*ad, len(b.ads))
	for _, a := range b.ads {
		ads[place{a.file, a.line}] = a
	}
	for _, r := range append(readings, more...) {
		x, y := ads[place{r.file, r.a}], ads[place{r.file, r.b}]
		if label, known := r.verdict(); known && x != nil && y != nil {
			b.set.Hard = append(b.set.Hard, Pair{x.record, y.record, label, Hard, x.posting.Language, r.measure, 1, x.posting, y.posting})
		}
	}
	return nil
}
