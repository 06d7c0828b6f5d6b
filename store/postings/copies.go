package postings

// Copy is another posting of the same job, with the decision by which it was recognised.
type Copy struct {
	Member
	*Posting
}

// CopiesOf returns other postings of the same job as p, up to the number most, and the number of further such postings. own is the decision by
// which p itself was added to the job's cluster.
func CopiesOf(from Finder, p *Posting, most int) (copies []Copy, more int, own *Member, err error) {
	members, err := from.Members(p.Cluster)
	if err != nil {
		return nil, 0, nil, err
	}
	for _, m := range members {
		switch {
		case m.Number == p.Number:
			own = &m
			continue
		case len(copies) == most:
			more++
			continue
		}
		other, err := from.Get(m.Number)
		if err != nil {
			return nil, 0, nil, err
		}
		copies = append(copies, Copy{m, other})
	}
	return copies, more, own, nil
}
