package embedded

import "gannet/job"

// orderIn returns the order of day and month that the dates of a response show together. It is that of the language if they show none, or both.
func orderIn(v any) job.DateOrder {
	var seen [job.NoOrder + 1]bool
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			if len(v) <= 40 {
				seen[job.OrderOfDate(v)] = true
			}
		case []any:
			for _, inner := range v {
				walk(inner)
			}
		case map[string]any:
			for _, inner := range v {
				walk(inner)
			}
		}
	}
	walk(v)
	switch {
	case seen[job.DayFirst] && !seen[job.MonthFirst]:
		return job.DayFirst
	case seen[job.MonthFirst] && !seen[job.DayFirst]:
		return job.MonthFirst
	}
	return job.LanguageOrder
}
