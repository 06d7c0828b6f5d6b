package web

import "gannet/crawldir"

// mostEmployers is how many employers the view shows.
const mostEmployers = 1000

// employersView shows the registry of employers and their boards.
type employersView struct {
	Employers    []crawldir.EmployerBoard
	Known, Total int // employers with a board, and all
}

func (v *employersView) title() string { return "Employers" }

func viewEmployers(r *request) (view, error) {
	list, err := r.Employers()
	if err != nil {
		return nil, err
	}
	v := &employersView{Employers: list[:min(len(list), mostEmployers)], Total: len(list)}
	for _, b := range list {
		if b.Board != "" {
			v.Known++
		}
	}
	return v, nil
}
