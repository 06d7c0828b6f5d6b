package dedup

// ChooseOriginals is the last step of DecideBatch.
func (d *Deduper) ChooseOriginals() error { return d.chooseOriginals() }

// LimitProfiles bounds how many profiles are cached.
func (d *Deduper) LimitProfiles(limit int) { d.profiles.limit = limit }
