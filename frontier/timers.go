package frontier

// timerKind says what a timer is for.
type timerKind uint8

const (
	timerHost timerKind = iota // id is a host whose pause ends
	timerSlot                  // id is a slot whose pause ends
	timerLink                  // id is a record whose back-off ends
)

// alarm is what a timer wakes up.
type alarm struct {
	kind timerKind
	id   uint32
}

// timers is a heap of alarms by time. A timer whose reason has gone stays until its time, or until it is on top.
type timers struct{ heap[int64, alarm] }
