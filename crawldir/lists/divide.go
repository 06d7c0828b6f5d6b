package lists

// rankOne divides an order again if it has twice as many rows as at the last division, and reports whether there may be another one.
func (ix *index) rankOne() (more bool, err error) {
	for _, k := range []*kind{jobKind, pageKind} {
		var rows int
		if err := ix.db.QueryRow("SELECT coalesce(max(number), 0) FROM " + k.name).Scan(&rows); err != nil {
			return false, err
		}
		for _, column := range k.columns {
			var ranked int
			if err := fact(ix.db, rankedFact(k, column), &ranked); err != nil {
				return false, err
			}
			if rows >= leastRanked && rows >= 2*ranked && ix.isWhole(k) {
				return true, ix.divide(k, column)
			}
		}
	}
	return false, nil
}

func rankedFact(k *kind, column string) string { return k.name + " ranked by " + column }

// divide gives all rows their ranks in an order.
func (ix *index) divide(k *kind, column string) error {
	tx, err := ix.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	var rows, newest uint64
	if err := tx.QueryRow("SELECT count(*), coalesce(max(number), 0) FROM "+k.name).Scan(&rows, &newest); err != nil {
		return err
	}
	d := &division{tx: tx, kind: k, column: column, rows: rows, ranks: make([]byte, (newest/rowsInBlock+1)*rowsInBlock)}
	for more := true; more; {
		if more, err = d.chunk(); err != nil {
			return err
		}
	}
	if err := d.write(); err != nil {
		return err
	}
	if err := setFact(tx, rankedFact(k, column), newest); err != nil {
		return err
	}
	return tx.Commit()
}

// division walks through the rows in an order, and numbers its parts.
type division struct {
	tx     querier
	kind   *kind
	column string
	rows   uint64 // all of them
	seen   uint64 // so many of them
	at     position
	bounds bounds
	ranks  []byte // by the number of the row
}

// chunk goes on by some rows, and reports whether there may be more.
func (d *division) chunk() (more bool, err error) {
	s := &search{table: table{rows: d.kind.name}, sort: d.column, up: true, at: d.at}
	list, err := s.nextChunk(d.tx)
	if err != nil {
		return false, err
	}
	n := 0
	err = eachNumber(list, func(number uint64) error {
		n, d.at.number = n+1, number
		rank := d.seen * ranks / d.rows
		if d.seen++; int(rank) > len(d.bounds) {
			return d.bound(number)
		}
		d.ranks[number] = byte(rank)
		return nil
	})
	if err != nil || n == 0 {
		return false, err
	}
	d.at.key, err = d.key(d.at.number)
	return n == chunk, err
}

// bound begins a part with a row.
func (d *division) bound(number uint64) error {
	key, err := d.key(number)
	d.bounds = append(d.bounds, position{key, number})
	d.ranks[number] = byte(len(d.bounds))
	return err
}

func (d *division) key(number uint64) (key any, err error) {
	err = d.tx.QueryRow("SELECT "+d.column+" FROM "+d.kind.name+" WHERE number = ?", number).Scan(&key)
	return key, err
}

func (d *division) write() error {
	for _, table := range []string{"bounds", "ranks"} {
		if _, err := d.tx.Exec("DELETE FROM "+table+" WHERE list = ? AND sort = ?", d.kind.name, d.column); err != nil {
			return err
		}
	}
	for i, b := range d.bounds {
		if _, err := d.tx.Exec("INSERT INTO bounds VALUES (?, ?, ?, ?, ?)", d.kind.name, d.column, i+1, b.key, b.number); err != nil {
			return err
		}
	}
	w := &rankWriter{tx: d.tx, list: d.kind.name, blocks: map[blockKey][]byte{}}
	for at := 0; at < len(d.ranks); at += rowsInBlock {
		w.blocks[blockKey{d.column, uint64(at / rowsInBlock)}] = d.ranks[at : at+rowsInBlock]
	}
	return w.write()
}
