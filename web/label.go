package web

import (
	"fmt"
	"net/http"
	"path/filepath"

	"gannet/crawldir"
	"gannet/crawldir/teaching"
	"gannet/topic/label"
)

// labelView asks about a page.
type labelView struct {
	teaching.State
	Token  bool   // the viewer may answer
	Taught string // path of the topic that was learned; "" if there is none yet
}

func (v labelView) title() string { return "Label" }

// howFar says how many pages have been read.
func (v labelView) howFar() string {
	if v.ToRead == 0 {
		return ""
	}
	return fmt.Sprintf(": %s of %s", count(v.Read), count(v.ToRead))
}

// whyAsked says why the page of the question was chosen.
func (v labelView) whyAsked() string {
	q := v.Question
	if q.HeldOut != 0 {
		return "It was drawn at random to judge the classifier, which will not learn from the answer."
	}
	return fmt.Sprintf("The classifier now gives it a probability of %s. %s other %s similar, and on all of these %s.", percent(q.Probability),
		count(q.Like), either(q.Like == 1, "page is", "pages are"), either(q.Links == 1, "one link is queued", count(q.Links)+" links are queued"))
}

// nextLearning says when the classifier is learned again.
func (v labelView) nextLearning() string {
	return either(v.Learning, "now", fmt.Sprintf("in %d answers", v.UntilLearning))
}

// label shows the view "label". While the pages are read it is shown again and again.
func (s *Server) label(w http.ResponseWriter, r *http.Request) {
	c := s.crawlOf(w, r)
	if c == nil {
		return
	}
	state, err := c.teaching.State()
	if err != nil {
		s.fail(w, r, c, statusOf(err), err)
		return
	}
	v := labelView{State: state, Token: s.sessions != nil}
	if v.Learned != nil {
		v.Taught = filepath.Join(c.dir, crawldir.TaughtFile)
	}
	if v.Reading {
		w.Header().Set("Refresh", "1")
	}
	s.write(w, r, http.StatusOK, "label", c, v)
}

// answer stores the viewer's answer about a page, and shows the next question.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	c := s.crawlOf(w, r)
	if c == nil || !s.mayControl(w, r, c) {
		return
	}
	form, err := formOf(w, r, 64<<10)
	if err == nil {
		err = c.take(label.Verdict(form.Get("answer")), form.Get("url"))
	}
	if err != nil {
		s.fail(w, r, c, statusOf(err), err)
		return
	}
	http.Redirect(w, r, "label", http.StatusSeeOther)
}

// take stores an answer.
func (c *crawl) take(v label.Verdict, url string) error {
	switch v {
	case label.Yes, label.No, label.Skip:
		return c.teaching.Answer(url, v)
	case label.Undo:
		return c.teaching.Undo()
	}
	return fmt.Errorf("%w: nobody can answer %q", errAsked, v)
}
