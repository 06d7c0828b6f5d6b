package main

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"gannet/job"
	"gannet/store/postings"
)

// jobOrder is an order of postings.
type jobOrder struct {
	text   string // how the list is sorted, in words
	copies string // how a list of every copy is, if that differs
	pay    bool   // needs the salary
	before func(a, b *jobKey) int
}

// jobKey is what postings are sorted by.
type jobKey struct {
	number                          uint64
	title, company, place, currency string
	posted, seen                    time.Time
	pay                             float64 // for a year
}

// defaultOrder is the order in which postings are read, so that no list has to be held in memory.
const defaultOrder = "number"

// jobOrders are the values of --sort. Postings that do not say what they are sorted by come last.
var jobOrders = map[string]jobOrder{
	defaultOrder: {text: "the first posting of each job, first found first", copies: "number, first found first"},
	"posted": {text: "day of posting, newest first", before: func(a, b *jobKey) int {
		return b.posted.Compare(a.posted)
	}},
	"seen": {text: "last visit, latest first", before: func(a, b *jobKey) int { return b.seen.Compare(a.seen) }},
	"salary": {text: "salary for a year (2,000 hours, 230 days, 52 weeks, 12 months), currency by currency, highest first", pay: true,
		before: func(a, b *jobKey) int {
			return cmp.Or(emptyLast(a.currency, b.currency), cmp.Compare(b.pay, a.pay))
		}},
	"title":   {text: "title", before: func(a, b *jobKey) int { return emptyLast(a.title, b.title) }},
	"company": {text: "company", before: func(a, b *jobKey) int { return emptyLast(a.company, b.company) }},
	"place":   {text: "place", before: func(a, b *jobKey) int { return emptyLast(a.place, b.place) }},
}

// emptyLast compares two texts. An empty one comes last.
func emptyLast(a, b string) int {
	if (a == "") != (b == "") {
		return cmp.Compare(b, a)
	}
	return strings.Compare(a, b)
}

// keyOf returns what a posting is sorted by.
func keyOf(k *postings.Posting) jobKey {
	key := jobKey{
		number: k.Number, title: job.NormalTitle(k.Job.Title), company: job.NormalCompany(k.Job.Company),
		place: job.NormalLocation(k.Job.Location), posted: k.Job.Posted, seen: k.Last,
	}
	if _, high, ok := k.Job.Salary.Yearly(); ok {
		key.pay, key.currency = high, cmp.Or(k.Job.Salary.Currency, "ZZZ")
	}
	return key
}

// eachSorted calls use for the postings that a query asks for, in an order, at most limit of them; 0 is any number. Only what
// they are sorted by is held in memory.
func eachSorted(jobs postings.Finder, q postings.Query, order jobOrder, limit int, use func(*postings.Posting) error) error {
	if order.before == nil {
		return eachUpTo(jobs, q, limit, use)
	}
	var keys []jobKey
	keyed := q
	keyed.Brief = !order.pay
	if err := jobs.Find(keyed, func(k *postings.Posting) error { keys = append(keys, keyOf(k)); return nil }); err != nil {
		return err
	}
	slices.SortStableFunc(keys, func(a, b jobKey) int { return order.before(&a, &b) })
	if limit > 0 {
		keys = keys[:min(limit, len(keys))]
	}
	for _, key := range keys {
		k, err := jobs.Get(key.number)
		if err != nil {
			return err
		}
		if !q.On.IsZero() && !k.AsOf(q.On) {
			continue
		}
		if err := use(k); err != nil {
			return err
		}
	}
	return nil
}

// errEnough ends a list at its limit.
var errEnough = errors.New("enough")

// eachUpTo calls use for the postings that a query asks for, at most limit of them; 0 is any number.
func eachUpTo(jobs postings.Finder, q postings.Query, limit int, use func(*postings.Posting) error) error {
	n := 0
	err := jobs.Find(q, func(k *postings.Posting) error {
		if n++; limit > 0 && n > limit {
			return errEnough
		}
		return use(k)
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}
