package watch

import (
	"slices"
	"time"
)

// Signal is a property of a host that a Watch observes, such as whether its postings name a company. Each visit gives good or bad facts
// about it.
type Signal uint8

// These are the signals. The comment at each says when a visit gives a good fact about it; HasPay, for example, gets a good fact from each
// posting that states its pay, and a bad one from every other.
const (
	// Answers is a signal by which a host is watched. A fact is good if a request was answered, and not with a server error.
	Answers Signal = iota
	// Stays is a signal by which a host is watched. A fact is good if a response did not redirect to another host.
	Stays
	// Lists is a signal by which a host is watched. The visit of a listing gives a good fact if the listing still has a link that it had at the
	// visit before.
	Lists
	// Shows is a signal by which a host is watched. A fact is good if the page of a posting, with status 200, still shows the posting.
	Shows
	// Texts is a signal by which a host is watched. A fact is good if a page has another text than the page read before it.
	Texts
	// Titles is a signal by which a host is watched. A fact is good if a posting has another title than the posting read before it.
	Titles
	// Language is a signal by which a host is watched. A fact is good if a page is in a language that pages of the host usually have.
	Language
	// Dates is a signal by which a host is watched. A fact is good if a date of posting is plausible: not in the future, not earlier than at
	// the visit before, and for a new posting not years ago.
	Dates
	// Kept is a signal by which a host is watched. A fact is good if a posting that is read again has the same title and language as before,
	// and has lost no field.
	Kept
	// HasCompany is a signal by which a host is watched. A fact is good if a posting names its company.
	HasCompany
	// HasLocation is a signal by which a host is watched. A fact is good if a posting names its location.
	HasLocation
	// HasDate is a signal by which a host is watched. A fact is good if a posting has a date of posting.
	HasDate
	// HasPay is a signal by which a host is watched. A fact is good if a posting states its pay.
	HasPay
	// HasText is a signal by which a host is watched. A fact is good if a posting has a description.
	HasText
	signals

	// Pages is the signal by which a block page is reported, see Watch.Answer. A fact is good if a page has its own text. Unlike for the
	// other signals, no share of bad facts is tested.
	Pages = signals
)

var signalNames = [signals + 1]string{
	"answers", "same host", "links of lists", "postings on pages", "texts", "titles", "language", "dates", "postings read again", "company", "location",
	"date of posting", "pay", "description", "pages of their own",
}

// String returns the name of the signal as messages and metrics use it.
func (s Signal) String() string { return signalNames[s] }

// leastDays is on how many days a host must have facts before it can raise an alarm. For facts that come in runs, it takes longer to learn what is
// usual.
func (s Signal) leastDays() uint32 {
	if s.inRuns() {
		return 14
	}
	return 4
}

// inRuns reports whether the facts of the signal come in runs, so that only many days show what is usual: which fields postings have depends on their
// section or author.
func (s Signal) inRuns() bool { return s >= HasCompany }

// goesOn reports whether a day with few facts may be extended, for a host that has had this many days with facts.
func (s Signal) goesOn(days uint32) bool { return !s.inRuns() && days >= s.leastDays() }

// ofPostings reports whether the signal is about the content of postings. Facts of such a signal mean that the postings are there, whether the facts
// are good or bad.
func (s Signal) ofPostings() bool { return s >= Titles }

// Fact counts the good and the bad facts about one signal that a visit has shown.
type Fact struct {
	Signal    Signal
	Good, Bad int
}

// FactOf returns a Fact that counts one good fact, or one bad fact if good is false.
func FactOf(s Signal, good bool) Fact {
	if good {
		return Fact{s, 1, 0}
	}
	return Fact{s, 0, 1}
}

// Reading says what was found on a page that had status 200 and shows a posting, or showed one at the visit before.
type Reading struct {
	Known    bool   // it showed a posting at the visit before
	Shows    bool   // it shows one now
	Text     uint64 // hash of the page's main text
	Language string // of the page, "" if unknown
	// The fields below describe the posting, if the page shows one.
	Title                                     uint64 // its hash
	Company, Location, Date, Pay, Description bool   // the field is there
	DateFalse                                 bool   // the date of posting is in the future, earlier than before, or years ago though it is new
	Altered                                   bool   // it has another title or language than before, or has lost a field
}

// lastRead holds the values of a host's earlier readings with which the next one is compared.
type lastRead struct {
	Text, Title uint64
	Languages   [4][2]byte // that pages have, the latest one first: the first two letters of each
	Votes       uint8
}

// RecordReading records what was found on a page of the host called name, and returns the alarms that begin or end because of it.
func (w *Watch) RecordReading(name string, at time.Time, r Reading) []Alarm {
	h := w.host(name)
	var facts []Fact
	add := func(s Signal, good bool) { facts = append(facts, FactOf(s, good)) }
	if r.Known {
		add(Shows, r.Shows)
	}
	if r.Known || r.Shows { // not for each look at an ad that has ended: hosts say that in one text
		if h.Last.Text != 0 {
			add(Texts, r.Text != h.Last.Text)
		}
		h.Last.Text = r.Text
	}
	if r.Language != "" {
		add(Language, h.Last.vote(r.Language, h.Signals[Language].Days < Language.leastDays()))
	}
	if !r.Shows {
		return w.Record(name, at, facts...)
	}
	if h.Last.Title != 0 {
		add(Titles, r.Title != h.Last.Title)
	}
	h.Last.Title = r.Title
	add(HasCompany, r.Company)
	add(HasLocation, r.Location)
	add(HasPay, r.Pay)
	add(HasText, r.Description)
	if add(HasDate, r.Date); r.Date {
		add(Dates, !r.DateFalse)
	}
	if r.Known {
		add(Kept, !r.Altered)
	}
	return w.Record(name, at, facts...)
}

const (
	// mostVotes bounds how long pages of a host still count as being in an unusual language after the host has changed its language for good.
	mostVotes = 100
	// tooMany is the number of votes from which on no language of a host is unusual, because a young host had more languages than there is room for.
	// The votes above it count how many later pages in a row were in the latest languages. After mostVotes of these, the host is treated like any
	// other.
	tooMany = mostVotes + 1
)

// vote counts the language of a page, and reports whether it is one of the host's. A young host may have several languages, as far as there is room;
// if it has more, all count as its own. Later, a further language has to win a majority vote against them (Boyer and Moore, 1981).
func (l *lastRead) vote(language string, young bool) bool {
	var name [2]byte
	copy(name[:], language)
	at := slices.Index(l.Languages[:], name)
	known, full := at >= 0, l.Languages[len(l.Languages)-1] != [2]byte{}
	switch {
	case known && l.Votes >= tooMany:
		if l.Votes++; young {
			l.Votes = tooMany
		} else if l.Votes == tooMany+mostVotes {
			l.Votes = mostVotes
		}
	case known:
		l.Votes = min(l.Votes+1, mostVotes)
	case l.Votes >= tooMany || young && full:
		at, l.Votes = len(l.Languages)-1, tooMany
	case l.Votes > 0 && !young:
		l.Votes--
		return false
	default:
		at, l.Votes = len(l.Languages)-1, max(l.Votes, 1)
	}
	copy(l.Languages[1:at+1], l.Languages[:at])
	l.Languages[0] = name
	return true
}
