package job

// Decision says which job a new posting advertises: the result of comparing it with earlier postings.
type Decision struct {
	Cluster    uint64   `json:"cluster,omitempty"`    // the cluster it joins; 0 or its own number: a new one
	Original   bool     `json:"original,omitempty"`   // it is its cluster's original from now on; of a new cluster it always is
	Of         uint64   `json:"of,omitempty"`         // the posting it was found to be like; 0 none
	Verdict    string   `json:"verdict,omitempty"`    // in the words of who decided
	Similarity float64  `json:"similarity,omitempty"` // from 0 to 1
	Reasons    []string `json:"reasons,omitempty"`

	NewOriginal     uint64 `json:"new_original,omitempty"` // another posting of the cluster that is its original from now on; 0 none
	Publisher       string `json:"publisher,omitempty"`    // who showed the posting, as far as was known then; "": not known
	PublisherReason string `json:"publisher_reason,omitempty"`
}
