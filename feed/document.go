package feed

// Document returns a row as an object of JSON. Values that are not known have no member.
func Document(columns []Column, row Row) map[string]any {
	d := map[string]any{"number": row.Number}
	for i, c := range columns {
		if row.Values[i] != nil {
			d[c.Name] = row.Values[i]
		}
	}
	if len(row.Places) > 0 {
		d["place_parts"] = row.Places
	}
	return d
}
