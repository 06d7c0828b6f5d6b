package dedup

// LimitProfiles bounds how many profiles are cached.
func (d *Deduper) LimitProfiles(limit int) { d.profiles.limit = limit }
