package pairs

import (
	"slices"
	"strings"

	"gannet/dedup/verdict"
	"gannet/job"
)

// These are the kinds of pairs of a real ad and a copy that was made from it.
const (
	Edited       = "made: edited"
	Shortened    = "made: shortened to 40 %"
	SelfChanged  = "made: employer's self-description changed"
	Framed       = "made: board's header and footer"
	Moved        = "made: other place"
	OtherInFrame = "made: other job in the employer's frame"
	OtherRole    = "made: other role in the same text"
)

// makers change the second posting of a pair in place. They return false if the ad is not suitable. other is another ad of
// the same file.
var makers = []struct {
	kind  string
	label verdict.Label
	make  func(b *builder, p, other *job.Posting) bool
}{
	{Edited, verdict.Same, edit},
	{Shortened, verdict.Same, shorten},
	{SelfChanged, verdict.Same, changeSelf},
	{Framed, verdict.Same, frame},
	{Moved, verdict.OtherLocation, move},
	{OtherInFrame, verdict.Different, otherInFrame},
	{OtherRole, verdict.Different, otherRole},
}

// copiedPerFile is how many ads of a file are copied.
const copiedPerFile = 500

// addMadePairs adds copies of ads of all files, each as a board might show it.
func (b *builder) addMadePairs() {
	byFile := map[string][]*ad{}
	var files []string
	for _, a := range b.ads {
		if byFile[a.file] == nil {
			files = append(files, a.file)
		}
		byFile[a.file] = append(byFile[a.file], a)
	}
	for _, file := range files {
		list := byFile[file]
		for _, i := range b.rng.Perm(len(list))[:min(copiedPerFile, len(list))] {
			for _, m := range makers {
				b.addCopy(list[i], list, m.kind, m.label, m.make)
			}
		}
	}
}

// addCopy adds the pair of an ad and a copy of it.
func (b *builder) addCopy(a *ad, list []*ad, kind string, label verdict.Label, make func(b *builder, p, other *job.Posting) bool) {
	o := list[b.rng.IntN(len(list))]
	if o.group == a.group || o.test != a.test {
		return
	}
	first, second, other := *a.posting, *a.posting, *o.posting
	if kind == Moved || b.rng.IntN(2) == 0 {
		b.setLocations(&first, &second, &other)
	}
	if !make(b, &second, &other) {
		return
	}
	b.showAsSite(&first)
	b.showAsSite(&second)
	x, y := b.set.Study.Prepare(&first), b.set.Study.Prepare(&second)
	if x.Hashes.Company == 0 {
		x.Hashes.Company, x.Company = a.record.Hashes.Company, a.record.Company
		y.Hashes.Company, y.Company = a.record.Hashes.Company, a.record.Company
	}
	if x.Posted == 0 {
		x.Posted, y.Posted = someDay, someDay
	}
	y.Posted += int32(b.rng.IntN(30))
	b.vary(x, y, label, kind)
	b.set.Pairs = append(b.set.Pairs, Pair{x, y, label, kind, a.posting.Language, a.test, 1, nil, nil})
}

// someDay is the date of ads that have none, in days since 1970.
const someDay = 20_000

// towns are locations for ads that have none.
var towns = strings.Fields("Berlin Lyon Kraków Москва 上海 Porto Leeds Austin Casablanca Addis_Abeba Zürich Praha Torino Gent Malmö 台北 Пермь Nantes")

// setLocations gives a location to ads without one. The location of other differs.
func (b *builder) setLocations(first, second, other *job.Posting) {
	if first.Location == "" {
		first.Location = towns[b.rng.IntN(len(towns))]
		second.Location = first.Location
	}
	for other.Location == "" || other.Location == first.Location {
		other.Location = towns[b.rng.IntN(len(towns))]
	}
}

// showAsSite changes what sites change: they add to titles and shorten locations.
func (b *builder) showAsSite(p *job.Posting) {
	switch b.rng.IntN(8) {
	case 0:
		p.Title += " - " + p.Location
	case 1:
		p.Title += " (m/w/d)"
	case 2:
		p.Title = p.Company + " | " + p.Title
	}
	if town, _, ok := strings.Cut(p.Location, ","); ok && b.rng.IntN(4) == 0 {
		p.Location = town
	}
}

// sentences splits a text after full stops and line ends.
func sentences(text string) []string {
	var list []string
	from := 0
	for i, r := range text {
		if r == '\n' || r == '。' || r == '!' || r == '?' || r == '.' && i+1 < len(text) && text[i+1] == ' ' {
			list = append(list, text[from:i+len(string(r))])
			from = i + len(string(r))
		}
	}
	return append(list, text[from:])
}

// edit deletes some sentences, moves one, and changes words of others.
func edit(b *builder, p, other *job.Posting) bool {
	list := sentences(p.Description)
	spare := sentences(other.Description)
	rate := 0.02 + 0.12*b.rng.Float64()
	list = slices.DeleteFunc(list, func(string) bool { return b.rng.Float64() < rate })
	for i, s := range list {
		if b.rng.Float64() < 2*rate {
			words := strings.Split(s, " ")
			words[b.rng.IntN(len(words))] = p.Title
			list[i] = strings.Join(words, " ")
		}
	}
	if len(list) > 7 {
		i := b.rng.IntN(len(list))
		list = slices.Insert(slices.Delete(slices.Clone(list), i, i+1), b.rng.IntN(len(list)-1), list[i], spare[b.rng.IntN(len(spare))])
	}
	p.Description = strings.Join(list, "")
	return len(p.Description) > 0
}

// shorten keeps two fifths of the text, from the beginning or from inside.
func shorten(b *builder, p, _ *job.Posting) bool {
	text := []rune(p.Description)
	n := len(text) * 2 / 5
	from := 0
	if b.rng.IntN(2) == 0 {
		from = b.rng.IntN(len(text) - n)
	}
	p.Description = string(text[from : from+n])
	return true
}

// changeSelf replaces the first quarter of the text by the beginning of another employer's ad.
func changeSelf(b *builder, p, other *job.Posting) bool {
	list, spare := sentences(p.Description), sentences(other.Description)
	if len(list) < 6 || len(spare) < 2 {
		return false
	}
	p.Description = strings.Join(spare[:min(len(spare), len(list))/4+1], "") + strings.Join(list[len(list)/4:], "")
	return true
}

// frame adds a header and footer as boards have, made of sentences of another text.
func frame(b *builder, p, other *job.Posting) bool {
	spare := sentences(other.Description)
	cut := len(spare) / 3
	p.Description = strings.Join(spare[:cut], "") + "\n" + p.Description + "\n" + strings.Join(spare[len(spare)-cut/2:], "")
	return true
}

// move changes the location, also in the text.
func move(b *builder, p, other *job.Posting) bool {
	town, _, _ := strings.Cut(p.Location, ",")
	to, _, _ := strings.Cut(other.Location, ",")
	if town == "" || to == "" || town == to {
		return false
	}
	p.Title = strings.ReplaceAll(p.Title, town, to)
	p.Description = strings.ReplaceAll(p.Description, town, to)
	p.Location = other.Location
	if b.rng.IntN(3) == 0 {
		return edit(b, p, other)
	}
	return true
}

// otherInFrame makes another ad of the same employer: the beginning and end of the ad, and the text of the other between.
func otherInFrame(b *builder, p, other *job.Posting) bool {
	list, spare := sentences(p.Description), sentences(other.Description)
	if len(list) < 8 || len(spare) < 4 || p.Title == other.Title {
		return false
	}
	share := 3 + b.rng.IntN(4) // tenths of the frame
	head := len(list) * share / 10
	p.Description = strings.Join(list[:head], "") + strings.Join(spare[len(spare)/4:], "") + strings.Join(list[len(list)-len(list)/10:], "")
	p.Title = other.Title
	if b.rng.IntN(2) == 0 && other.Location != "" {
		p.Location = other.Location
	}
	return true
}

// otherRole changes the title and some sentences, as employers do who have two openings.
func otherRole(b *builder, p, other *job.Posting) bool {
	if p.Title == "" || job.NormalTitle(p.Title) == job.NormalTitle(other.Title) {
		return false
	}
	list, spare := sentences(p.Description), sentences(other.Description)
	for range max(1, len(list)/5) {
		list[b.rng.IntN(len(list))] = spare[b.rng.IntN(len(spare))]
	}
	p.Description = strings.ReplaceAll(strings.Join(list, ""), p.Title, other.Title)
	p.Title = other.Title
	return true
}
