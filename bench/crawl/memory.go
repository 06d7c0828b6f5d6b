package main

import (
	"os"
	"strconv"
	"strings"
)

// peakMemory returns the sum of VmHWM, the peak of resident memory in bytes, over a process and what it has started.
// Linux counts it from a process' own exec on, where the ru_maxrss of wait4 may be the parent's. 0: there is no /proc.
func peakMemory(pid int) (bytes int64) {
	dir := "/proc/" + strconv.Itoa(pid)
	if text, err := os.ReadFile(dir + "/status"); err == nil {
		bytes = highWater(string(text))
	}
	tasks, _ := os.ReadDir(dir + "/task")
	for _, t := range tasks {
		children, _ := os.ReadFile(dir + "/task/" + t.Name() + "/children")
		for child := range strings.FieldsSeq(string(children)) {
			if n, err := strconv.Atoi(child); err == nil {
				bytes += peakMemory(n)
			}
		}
	}
	return bytes
}

// highWater finds VmHWM in the text of /proc/PID/status.
func highWater(status string) int64 {
	_, rest, _ := strings.Cut(status, "VmHWM:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kib, _ := strconv.ParseInt(fields[0], 10, 64)
	return kib << 10
}
