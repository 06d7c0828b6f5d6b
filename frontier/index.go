package frontier

// index has every link ever pushed in memory: 9 bytes for each, and an entry in the seen table. It has no pointers, so the garbage collector does not
// scan it.
type index struct {
	seen   seen
	blocks []*recordBlock
	n      uint32
	last   uint64 // fingerprint of the last link
}

const (
	recordBits  = 14
	maxRecords  = 1<<32 - 2
	stateMask   = 0x0f
	laterFlag   = 0x10 // it failed itself, so it is taken after the other links of its host; a restart forgets that
	taughtFlag  = 0x20 // a caller that learns gave it a priority, see Taught
	waitingFlag = 0x40 // queued, but in back-off
	revisedFlag = 0x80 // the store has a Revision
)

// recordBlock holds 16384 records. Blocks are never moved.
type recordBlock struct {
	order [1 << recordBits]uint32 // of the current priority
	host  [1 << recordBits]uint32
	flags [1 << recordBits]uint8 // State, laterFlag, taughtFlag, waitingFlag, revisedFlag
}

// addRecord appends a queued link.
func (x *index) addRecord(fingerprint uint64, host, order uint32) {
	x.last = fingerprint
	if x.n>>recordBits == uint32(len(x.blocks)) {
		x.blocks = append(x.blocks, new(recordBlock))
	}
	b, i := x.at(x.n)
	b.order[i], b.host[i], b.flags[i] = order, host, uint8(Queued)
	x.n++
}

func (x *index) at(record uint32) (*recordBlock, uint32) {
	return x.blocks[record>>recordBits], record & (1<<recordBits - 1)
}

func (x *index) host(record uint32) uint32 {
	b, i := x.at(record)
	return b.host[i]
}

func (x *index) order(record uint32) uint32 {
	b, i := x.at(record)
	return b.order[i]
}

func (x *index) setOrder(record, order uint32) {
	b, i := x.at(record)
	b.order[i] = order
}

func (x *index) state(record uint32) State {
	b, i := x.at(record)
	return State(b.flags[i] & stateMask)
}

func (x *index) setState(record uint32, s State) {
	b, i := x.at(record)
	b.flags[i] = b.flags[i]&^stateMask | uint8(s)
}

func (x *index) revised(record uint32) bool {
	b, i := x.at(record)
	return b.flags[i]&revisedFlag != 0
}

func (x *index) setRevised(record uint32) {
	b, i := x.at(record)
	b.flags[i] |= revisedFlag
}

func (x *index) setWaiting(record uint32, on bool) {
	b, i := x.at(record)
	b.flags[i] &^= waitingFlag
	if on {
		b.flags[i] |= waitingFlag
	}
}

// later reports whether a link is taken after the other links of its host.
func (x *index) later(record uint32) bool {
	b, i := x.at(record)
	return b.flags[i]&laterFlag != 0
}

func (x *index) setLater(record uint32, on bool) {
	b, i := x.at(record)
	b.flags[i] &^= laterFlag
	if on {
		b.flags[i] |= laterFlag
	}
}

// isCurrent reports whether an item in a queue has the present priority of its link, and the link may be taken.
func (x *index) isCurrent(i item) bool {
	b, at := x.at(i.record())
	return b.flags[at]&(stateMask|waitingFlag) == uint8(Queued) && b.order[at] == i.order()
}
