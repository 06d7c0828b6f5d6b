package postings

import "bytes"

// maxVersions bounds the versions of a posting. Otherwise a page that changes at every visit would fill the file.
const maxVersions = 32

// forgetVersions drops the older half of a posting's versions when it has maxVersions. The remaining versions are numbered again.
func (w *Writer) forgetVersions(number uint64, known *summary) error {
	if known.versions < maxVersions {
		return nil
	}
	gone := known.versions - maxVersions/2
	for i := range known.versions {
		if i >= gone {
			value := bytes.Clone(w.versions.Get(versionKey(number, i+1)))
			if err := w.versions.Put(versionKey(number, i+1-gone), value); err != nil {
				return err
			}
		}
		if i+gone < known.versions {
			continue
		}
		if err := w.versions.Delete(versionKey(number, i+1)); err != nil {
			return err
		}
	}
	known.versions -= gone
	w.totals.Versions -= gone
	return nil
}
