package dedup

// HoldRecords bounds how many records are held.
func (d *Deduper) HoldRecords(most int) { d.records.most = most }
