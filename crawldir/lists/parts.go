package lists

import (
	"database/sql"
	"fmt"
	"math/bits"
)

// parts says which parts of an order have matches.
type parts struct {
	bounds
	has [ranks]bool
}

// partsOf returns the parts that have matches; nil if rows have no ranks yet.
func (s *search) partsOf(matches numberSet) (p *parts, err error) {
	p = &parts{}
	if _, err := s.ix.db.Exec("BEGIN"); err != nil { // so that ranks are those of these bounds
		return nil, err
	}
	defer s.ix.db.Exec("ROLLBACK")
	if p.bounds, err = readBounds(s.ix.db, s.rows, s.sort); err != nil || len(p.bounds) == 0 {
		return nil, err
	}
	rows, err := s.ix.db.Query("SELECT block, ranks FROM ranks WHERE list = ? AND sort = ? ORDER BY block", s.rows, s.sort)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var block int
		var list sql.RawBytes
		if err := rows.Scan(&block, &list); err != nil {
			return nil, err
		}
		if len(list) != rowsInBlock {
			return nil, fmt.Errorf("ranks: %w", errForeign)
		}
		p.add(matches, block, list)
	}
	return p, rows.Err()
}

// add adds the ranks of the matches in a block.
func (p *parts) add(matches numberSet, block int, list []byte) {
	for i := range rowsInBlock / 64 {
		at := block*rowsInBlock/64 + i
		if at >= len(matches) {
			return
		}
		for word := matches[at]; word != 0; word &= word - 1 {
			p.has[list[64*i+bits.TrailingZeros64(word)]] = true
		}
	}
}

// skip moves the position to the next part that has matches, and reports whether there is one.
func (s *search) skip(p *parts) bool {
	first, last, step := 0, len(p.bounds), 1
	if !s.up {
		first, last, step = last, first, -1
	}
	if s.at.key != nil {
		first = p.rank(s.at)
	}
	rank := first
	for !p.has[rank] {
		if rank == last {
			return false
		}
		rank += step
	}
	switch {
	case rank == first:
	case s.up:
		s.at = position{p.bounds[rank-1].key, p.bounds[rank-1].number - 1}
	default:
		s.at = p.bounds[rank]
	}
	return true
}
