package dedup_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gannet/dedup"
	"gannet/dedup/verdict"
	"gannet/job"
)

// boardFrame is what a board puts around each of its ads.
const boardFrame = " Posted by a private client. Companies find the best people for their teams here. Read our pricing, our stories and our answers to common questions. " +
	"Call us or write to us on any working day. All rights are reserved by the board, and its terms of service apply to every visitor."

// framedAd is an ad of a board that names neither employers nor addresses. Ads of different numbers share no six words but the frame's.
func framedAd(title string, n int) *job.Posting {
	var words []string
	for i := range 20 {
		words = append(words, fmt.Sprintf("duty%dx%d", n, i))
	}
	return &job.Posting{Title: title, Company: "Private Client", Location: "Ludlow", Language: "en", Description: strings.Join(words, " ") + "." + boardFrame}
}

// TestFrameOfABoardIsLearned: what many ads repeat does not make two of them alike, though they have neither employer nor site.
func TestFrameOfABoardIsLearned(t *testing.T) {
	s := dedup.NewStudy()
	one, other := s.Prepare(framedAd("Porter", 1)), s.Prepare(framedAd("Porter", 2))
	before := s.Measure(one, other)
	for n := range 30 {
		if err := s.AddProfile(s.Prepare(framedAd(fmt.Sprintf("Keeper of house %d", n), n))); err != nil {
			t.Fatal(err)
		}
	}
	after := s.Measure(one, other)
	if !(before[verdict.Left] > .4 && before[verdict.Pairs] > .3 && before[verdict.Shared] > 4) {
		t.Errorf("before: left %.2f, pairs %.2f, shared %.2f", before[verdict.Left], before[verdict.Pairs], before[verdict.Shared])
	}
	if !(after[verdict.Left] < .2 && after[verdict.Pairs] < .2 && after[verdict.Shared] < before[verdict.Shared]-2) {
		t.Errorf("after: left %.2f, pairs %.2f, shared %.2f", after[verdict.Left], after[verdict.Pairs], after[verdict.Shared])
	}
}

// TestAdsInABoardsFrameAreTwoJobs: title and town agree, the frame is most of both texts, and a copy in the frame is still found.
func TestAdsInABoardsFrameAreTwoJobs(t *testing.T) {
	d := newDeduper(t)
	number := uint64(0)
	next := func(p *job.Posting) uint64 {
		number++
		return decide(t, d, number, p).Cluster
	}
	for n := range 30 {
		next(framedAd(fmt.Sprintf("Keeper of house %d", n), n))
	}
	one, other := next(framedAd("Porter", 101)), next(framedAd("Porter", 102))
	if one == other {
		t.Error("two ads of one title in one frame are one job")
	}
	again := framedAd("Porter", 101)
	again.Description = strings.Replace(again.Description, "duty101x3 ", "", 1)
	if c := next(again); c != one {
		t.Errorf("a copy that lacks a word is in cluster %d, want %d", c, one)
	}
}

// TestNamesakesAreCounted: unlike texts under the names in which two ads agree.
func TestNamesakesAreCounted(t *testing.T) {
	s := dedup.NewStudy()
	ad := func(title, company string, n int) *dedup.Profile {
		p := framedAd(title, n)
		p.Company, p.Description = company, p.Description[:len(p.Description)-len(boardFrame)]
		return s.Prepare(p)
	}
	for n := range 8 {
		for range 2 { // a copy is not counted
			if err := s.AddProfile(ad("Porter", fmt.Sprintf("Weir %d", n%2), n)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		title, one, other string
		want              float64
	}{{"Porter", "Weir 0", "Weir 1", 2}, {"Porter", "Weir 0", "Weir 0", 1}, {"Porter", "Weir 7", "Weir 7", 0}, {"Diver", "Weir 0", "Weir 0", 0}} {
		if got := s.Measure(ad(c.title, c.one, 50), ad(c.title, c.other, 51))[verdict.Namesakes]; got != c.want {
			t.Errorf("%+v: namesakes %.2f", c, got)
		}
	}
	if got := s.Measure(ad("Porter", "", 50), ad("Diver", "", 51))[verdict.Namesakes]; !math.IsNaN(got) {
		t.Errorf("two titles: namesakes %.2f", got)
	}
}

// TestAShortTextLacks: half of a short text in common is little, and of a long one it is much.
func TestAShortTextLacks(t *testing.T) {
	words := func(from, to int) string {
		var list []string
		for i := from; i < to; i++ {
			list = append(list, fmt.Sprintf("word%d", i))
		}
		return strings.Join(list, " ")
	}
	lacking := func(n int) float64 {
		s := dedup.NewStudy()
		a := s.Prepare(&job.Posting{Title: "Porter", Language: "en", Description: words(0, n)})
		b := s.Prepare(&job.Posting{Title: "Porter", Language: "en", Description: words(n/2, n+n/2)})
		return s.Measure(a, b)[verdict.Lacking]
	}
	if short, middle, long := lacking(24), lacking(80), lacking(600); !(short < -.3 && short < middle && middle < long && long == 0) {
		t.Errorf("lacking: %.2f of 24 words, %.2f of 80, %.2f of 600", short, middle, long)
	}
}

// TestShortCopyLacksLittle: a short text that has only lost a sentence lacks nothing, and two that share one lack much.
func TestShortCopyLacksLittle(t *testing.T) {
	first, second := "You carry sacks from the barge up to the loft.", "You sweep the yard and feed our two horses every evening."
	third := "Candidates need strong arms, a driving licence and patience with geese."
	lacking := func(one, other string) float64 {
		s := dedup.NewStudy()
		a, b := s.Prepare(&job.Posting{Title: "Porter", Language: "en", Description: one}), s.Prepare(&job.Posting{Title: "Porter", Language: "en", Description: other})
		return s.Measure(a, b)[verdict.Lacking]
	}
	if got := lacking(first+" "+second, second); got < -.02 {
		t.Errorf("a sentence lost: lacking %.2f, want 0", got)
	}
	if got := lacking(first+" "+second, second+" "+third); got > -.3 {
		t.Errorf("a sentence shared: lacking %.2f, want less than -.3", got)
	}
}

// TestNameWithMarksIsFound: a text names an employer whose name has letters with marks, which normal forms lack.
func TestNameWithMarksIsFound(t *testing.T) {
	employers := func(one, other string) float64 {
		s := dedup.NewStudy()
		frame := "Мы ищем пильщика, который носит доски с баржи на склад и подметает двор. "
		a := s.Prepare(&job.Posting{Title: "Пильщик", Company: one, Language: "ru", Description: frame + one + " ждёт вас. Пишите в " + one + "."})
		b := s.Prepare(&job.Posting{Title: "Пильщик", Company: other, Language: "ru", Description: frame + other + " ждёт вас. Пишите в " + other + "."})
		e := s.Measure(a, b)
		if e[verdict.Overlap] >= .7 || e[verdict.Unlike] < 0 {
			t.Errorf("the texts are to be alike in part: overlap %.2f, unlike %.2f", e[verdict.Overlap], e[verdict.Unlike])
		}
		return e[verdict.Employers]
	}
	if got := employers("Речной Лесной Дальний Двор", "Горный Ветряной Мельничный Край"); got != -1 {
		t.Errorf("employers %.0f, want -1", got)
	}
}

// TestTextsOfTwoEmployers: each text names its own employer, so that none is an agency's copy of the other, though names make them unlike.
func TestTextsOfTwoEmployers(t *testing.T) {
	employers := func(texts ...string) float64 {
		s := dedup.NewStudy()
		var profiles []*dedup.Profile
		for i, company := range []string{"Weir Loft Grain Mills Ludlow", "Harbour Cold Stores Old Town"} {
			text := texts[i%len(texts)]
			for range 3 {
				text = strings.Replace(text, "EMPLOYER", company, 1)
			}
			profiles = append(profiles, s.Prepare(&job.Posting{Title: "Porter", Company: company, Language: "en", Description: text}))
		}
		e := s.Measure(profiles[0], profiles[1])
		if e[verdict.Overlap] >= .7 || e[verdict.Unlike] < 0 {
			t.Errorf("the texts are to be alike in part: overlap %.2f, unlike %.2f", e[verdict.Overlap], e[verdict.Unlike])
		}
		return e[verdict.Employers]
	}
	text := "EMPLOYER looks for a porter who carries sacks from the barge to the loft and sweeps the floor every evening. At EMPLOYER you work on four days of the week " +
		"with a crew of six people and with horses. Write to EMPLOYER before the end of spring with a few words about yourself and your last work at a mill or a barn."
	if got := employers(text); got != -1 {
		t.Errorf("each names its own: employers %.0f, want -1", got)
	}
	unnamed := strings.ReplaceAll(text, "EMPLOYER", "a company that we know well for the care it takes of people")
	if got := employers(text, unnamed); got != 0 {
		t.Errorf("one names none: employers %.0f, want 0", got)
	}
}
