package feed

// Document returns a row as a JSON object with the columns as keys. Unknown values are left out.
func (t *Table) Document(row Row) map[string]any {
	d := map[string]any{"number": row.Number}
	for i, c := range t.Columns {
		if row.Values[i] != nil {
			d[c.Name] = row.Values[i]
		}
	}
	if len(row.Places) > 0 {
		d["place_parts"] = row.Places
	}
	return d
}
