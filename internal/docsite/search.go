package docsite

import (
	"bytes"
	"encoding/json"
)

// found is a section as the search knows it. Its keys are short, because a browser reads all of them.
type found struct {
	To    string `json:"u"`
	Page  string `json:"p"`
	Title string `json:"t"`
	Words string `json:"w"`
}

// searchIndex returns all sections as a script: a page that is opened from a disk may load scripts, but no data.
func (s *Site) searchIndex() ([]byte, error) {
	var list []found
	for _, p := range s.pages {
		for i, x := range p.sections {
			to := outputOf(p.document)
			if i > 0 {
				to += "#" + x.anchor
			}
			list = append(list, found{to, p.title(), x.title, x.words})
		}
	}
	var b bytes.Buffer
	b.WriteString("window.searchIndex = ")
	err := json.NewEncoder(&b).Encode(list)
	return b.Bytes(), err
}
