package pagetext

import (
	"cmp"
	"strings"

	"gannet/job"
	"gannet/job/conditions"
)

// saidConditions holds what the page's labels and lines say about the conditions of the job.
type saidConditions struct {
	mode, term conditions.Votes
	duration   string
	level      string
	sure       map[job.Field]parsed
}

// readCondition reads the value of a label that may say where the work is done, for how long, at which level and who may do it.
func (r *reader) readCondition(field job.Field, value string, sure float64, line int) {
	c := &r.conditions
	switch field {
	case job.WorkMode, job.Location, job.Employment:
		votes := conditions.ModeOf(r.labelOf(value, line) + ": " + value)
		if field == job.Employment && votes == (conditions.Votes{}) {
			break
		}
		c.add(&c.mode, votes, sure, job.WorkMode)
	case job.Seniority:
		if c.level = cmp.Or(c.level, conditions.Seniority(value, r.lang), conditions.Seniority(value, "en")); c.level != "" {
			c.note(job.Seniority, parsed{sure, job.Label})
		}
	case job.Eligibility:
		r.readEligible(value, line, sure)
	}
	if field != job.Term && field != job.Employment {
		return
	}
	votes, duration := conditions.TermOfValue(value)
	if field == job.Term {
		duration = cmp.Or(duration, conditions.Duration(value))
	}
	if c.duration = cmp.Or(c.duration, duration); duration != "" {
		votes = conditions.TermVote(conditions.FixedTerm, sureCell)
	}
	c.add(&c.term, votes, sure, job.Term)
}

// longestEligible bounds the bytes of what a label says about eligibility.
const longestEligible = 120

// readEligible keeps the value of a label with the label, without which it says little: "Security clearance: SC".
func (r *reader) readEligible(value string, line int, sure float64) {
	const most = 5
	label := tidy(r.labelOf(value, line))
	if len(value) > longestEligible || label == "" || len(r.posting.Eligibility) >= most {
		return
	}
	r.posting.Eligibility = append(r.posting.Eligibility, label+": "+value)
	r.conditions.note(job.Eligibility, parsed{sure, job.Label})
}

// add adds votes for conditions. sure is how often the place where they were found is right.
func (c *saidConditions) add(to *conditions.Votes, votes conditions.Votes, sure float64, field job.Field) {
	if votes == (conditions.Votes{}) {
		return
	}
	for i := range votes {
		votes[i] *= sure
	}
	to.Add(votes)
	c.note(field, parsed{sure, job.Label})
}

// note remembers the place that gives a field's value with the highest confidence.
func (c *saidConditions) note(field job.Field, at parsed) {
	if c.sure == nil {
		c.sure = map[job.Field]parsed{}
	}
	if at.sure > c.sure[field].sure {
		c.sure[field] = at
	}
}

// Numbers of lines above and below a title that may be facts of its posting.
const (
	linesAbove = 8
	linesBelow = 4
)

// linesBehind is the number of lines behind a description that may still be facts of its posting.
const linesBehind = 8

// readModes reads lines that are a mode of work with an answer, such as "Remote: yes" or two lines of it. Around the title a mode alone
// counts as well. In a description it may be a benefit. Behind it lines are read as the sentences of the description are.
func (r *reader) readModes(from, to int) {
	title, titled := r.title.best()
	lines := r.outline.lines
	for i := range lines {
		l := &lines[i]
		if len(l.text) > longestMode || r.outline.isOutside(l) || l.level == 1 {
			continue
		}
		label, value, ok := strings.Cut(l.text, ":")
		if !ok || value == "" {
			value = ""
			if i+1 < len(lines) {
				value = lines[i+1].text
			}
		}
		if votes, ok := conditions.Answer(label, value); ok {
			r.conditions.add(&r.conditions.mode, votes, sureColon, job.WorkMode)
		} else if titled && !r.labelled[i] && i >= title.line-linesAbove && i < max(from, title.line+linesBelow) {
			r.readFact(l.text)
		} else if to > from && i >= to && i < to+linesBehind {
			r.conditions.add(&r.conditions.mode, conditions.Read(l.text, r.lang).Mode, sureLine, job.WorkMode)
		}
	}
}

// readFact reads a line near the title that consists of a mode or a term, or of a list of such facts: "Leeds | Hybrid | Permanent".
func (r *reader) readFact(line string) {
	for fact := range strings.FieldsFuncSeq(line, func(c rune) bool { return c == '|' || c == '·' || c == '•' }) {
		r.conditions.add(&r.conditions.mode, conditions.ModeOfLine(fact), sureLine, job.WorkMode)
		if wordCount(strings.TrimSpace(fact)) <= 2 || len(job.ParseEmployment(fact)) > 0 {
			term, duration := conditions.TermOfValue(fact)
			r.conditions.add(&r.conditions.term, term, sureLine, job.Term)
			r.conditions.duration = cmp.Or(r.conditions.duration, duration)
		}
	}
}

// longestMode bounds the bytes of the lines that are read as facts.
const longestMode = 120

// sureLine is the probability that a line near the title is about the posting.
const sureLine = .7

// chooseConditions sets the fields whose values the labels and lines decide.
func (r *reader) chooseConditions() {
	p, c := r.posting, &r.conditions
	set := func(field job.Field, sure float64) {
		if p.Text(field) != "" {
			p.Provenance[field] = job.Provenance{Method: c.sure[field].from, Confidence: min(mostSure, sure)}
		}
	}
	mode, sure := c.mode.Mode()
	p.WorkMode, p.Remote = mode, mode == conditions.Remote
	c.note(job.Remote, c.sure[job.WorkMode])
	set(job.WorkMode, sure)
	set(job.Remote, sure)
	if p.Term, sure = c.term.Term(); p.Term == conditions.FixedTerm {
		p.Duration = c.duration
	}
	c.note(job.Duration, c.sure[job.Term])
	set(job.Term, sure)
	set(job.Duration, sure)
	p.Seniority = c.level
	set(job.Seniority, c.sure[job.Seniority].sure)
	set(job.Eligibility, c.sure[job.Eligibility].sure)
}
