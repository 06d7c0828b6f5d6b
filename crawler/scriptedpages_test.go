package crawler

import "testing"

// TestShapesOfScripts: the pages of one shape are summed up, what a browser has shown corrects the probability, and shapes whose pages are complete are
// left out.
func TestShapesOfScripts(t *testing.T) {
	var s scriptedPages
	s.add("http://a.test/jobs/1", .9)
	s.add("http://a.test/jobs/2", .9)
	s.add("http://a.test/jobs/3", .3)
	s.add("http://a.test/about/us", .2)
	list := s.list(nil)
	if len(list) != 1 || list[0].Host != "a.test" || list[0].Shape != "/jobs/*" || list[0].Read != 3 || list[0].Likely != 2 ||
		list[0].Probability < .69 || list[0].Probability > .71 {
		t.Fatalf("%+v", list)
	}
	if shape := ShapeAmong(list, "http://a.test/jobs/9"); shape != &list[0] || ShapeAmong(list, "http://a.test/about/9") != nil {
		t.Error(shape)
	}
	if want := "a script probably makes 2 of 3 pages (0.70 for the next one)"; list[0].Sentence() != want {
		t.Error(list[0].Sentence())
	}
	r := newRendering(&Rendering{})
	for range 4 {
		r.worth.learn(r.worth.guess("http://a.test/jobs/1", .9, 1), false, .5)
	}
	list = s.list(r)
	if list[0].Pages != 4 || list[0].Gained != 0 || list[0].Seconds != 2 || list[0].Probability > .3 {
		t.Errorf("after four renderings without a gain: %+v", list[0])
	}
}
