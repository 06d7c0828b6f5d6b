package job

import "strings"

// FoundField is a field of a posting with its value as text, and how it was found.
type FoundField struct {
	Name   Field
	Text   string
	Origin Provenance
	Known  bool // how it was found is known
}

// Found returns the fields that were found, in the order of Fields and DetailFields, without the description.
func (p *Posting) Found() (list []FoundField) {
	for _, name := range append(Fields(), DetailFields()...) {
		text := strings.TrimSpace(p.FieldText(name))
		if name == Salary && p.Salary.Note != "" {
			text = strings.TrimSpace(text + " (" + p.Salary.Note + ")")
		}
		if text == "" || name == Description || name == DescriptionHTML {
			continue
		}
		origin, known := p.Provenance[name]
		list = append(list, FoundField{name, text, origin, known})
	}
	return list
}
