package store

import (
	"reflect"
	"testing"
)

// TestLessonsComeInTheOrderOfLearning stores pages in another order than a strategy learned from them.
func TestLessonsComeInTheOrderOfLearning(t *testing.T) {
	db := openTest(t)
	second, first := fullPage("http://a.test/1"), fullPage("http://a.test/2")
	second.Lesson, first.Lesson = &Lesson{Number: 2, Parent: .25, Grandparent: .75}, &Lesson{Number: 1, Parent: 1, Old: true}
	untaught := fullPage("http://a.test/3")
	if _, err := db.Put([]*Page{second, untaught, first}); err != nil {
		t.Fatal(err)
	}
	sitemap := &Lesson{Number: 3, Parent: .5, Sitemap: &Sitemap{
		URL: "http://a.test/sitemap.xml", Depth: 2, Probability: .125,
		Links: []SitemapLink{{URL: "http://a.test/4"}, {URL: "http://a.test/5", Title: "five", Summary: "the fifth page"}, {URL: "http://a.test/6", Summary: "the sixth"}},
	}}
	if err := db.PutSitemap(sitemap); err != nil {
		t.Fatal(err)
	}
	var got []*Lesson
	if err := db.Lessons(0, func(l *Lesson) error { got = append(got, l); return nil }); err != nil {
		t.Fatal(err)
	}
	want := []*Lesson{{Number: 1, Parent: 1, Page: 3, Old: true}, {Number: 2, Parent: .25, Grandparent: .75, Page: 1}, sitemap}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("lessons %+v, want %+v", got, want)
	}
	latest, err := db.LatestLesson()
	if unnumbered, err2 := db.LastUnnumbered(); latest != 3 || unnumbered != 0 || err != nil || err2 != nil {
		t.Errorf("latest lesson %d, last page without one %d; %v, %v", latest, unnumbered, err, err2)
	}
}
