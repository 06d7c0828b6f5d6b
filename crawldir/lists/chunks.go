package lists

import (
	"cmp"
	"fmt"
	"time"
)

// numberSet is a set of numbers, a bit for each.
type numberSet []uint64

func (s numberSet) has(n uint64) bool { return n>>6 < uint64(len(s)) && s[n>>6]>>(n&63)&1 == 1 }

func (s *numberSet) add(n uint64) {
	for n>>6 >= uint64(len(*s)) {
		*s = append(*s, 0)
	}
	(*s)[n>>6] |= 1 << (n & 63)
}

// inChunks walks through the rows in their order and gives those of the matches. It leaves out the parts that have none. SQLite hands
// over many numbers as one text: row by row would take ten times as long.
func (s *search) inChunks() error {
	matches, err := s.matches()
	if err != nil {
		return err
	}
	parts, err := s.partsOf(matches)
	if err != nil {
		return err
	}
	for parts == nil || s.skip(parts) {
		last, n := uint64(0), 0
		list, err := s.nextChunk(s.ix.db)
		if err != nil {
			return err
		}
		err = eachNumber(list, func(number uint64) error {
			last, n = number, n+1
			if !matches.has(number) {
				return nil
			}
			return s.give(number)
		})
		if err != nil || n < chunk {
			return err
		}
		if s.at, _, _, err = s.row(last); err != nil {
			return err
		}
		if time.Now().After(s.until) {
			return errCut
		}
	}
	return nil
}

// matches returns the numbers of all matches.
func (s *search) matches() (set numberSet, err error) {
	var list []byte
	if err := s.ix.db.QueryRowContext(s.ctx, "SELECT group_concat(rowid) FROM "+s.terms+" WHERE "+s.terms+" MATCH ?", s.match).Scan(&list); err != nil {
		return nil, err
	}
	err = eachNumber(list, func(n uint64) error {
		set.add(n)
		return nil
	})
	return set, err
}

// nextChunk returns the numbers behind the position.
func (s *search) nextChunk(q querier) (list []byte, err error) {
	order, _ := s.order()
	beyond, at := s.beyond()
	query := fmt.Sprintf("SELECT group_concat(number) FROM (SELECT number FROM %s INDEXED BY %[1]s_%s WHERE %s ORDER BY %[2]s %[4]s, number %[4]s LIMIT %d)",
		s.rows, s.sort, beyond, order, chunk)
	err = q.QueryRow(query, at...).Scan(&list)
	return list, err
}

// give gives a candidate, and moves the position to it.
func (s *search) give(number uint64) error {
	at, group, ok, err := s.row(number)
	if err != nil {
		return err
	}
	s.at = at
	if ok {
		if more, err := s.take(number, group); err != nil {
			return err
		} else if !more {
			return errEnough
		}
	}
	if time.Now().After(s.until) {
		return errCut
	}
	return nil
}

// row returns where a row stands, and whether it meets the condition on other columns.
func (s *search) row(number uint64) (at position, group uint64, ok bool, err error) {
	at.number = number
	query := fmt.Sprintf("SELECT %s, %s, %s FROM %s WHERE number = ?", s.sort, s.group, cmp.Or(s.also, "1"), s.rows)
	err = s.ix.db.QueryRowContext(s.ctx, query, append(s.args[:len(s.args):len(s.args)], number)...).Scan(&at.key, &group, &ok)
	return at, group, ok, err
}

// eachNumber calls use for the numbers of a text with commas between them.
func eachNumber(list []byte, use func(uint64) error) error {
	n := uint64(0)
	for i, c := range list {
		if c != ',' {
			n = 10*n + uint64(c-'0')
		}
		if c == ',' || i == len(list)-1 {
			if err := use(n); err != nil {
				return err
			}
			n = 0
		}
	}
	return nil
}
