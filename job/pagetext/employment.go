package pagetext

import (
	"slices"
	"strconv"
	"strings"

	"gannet/job"

	"gannet/internal/letters"
)

// employment sets the types of employment. After a label, one word or the weekly hours are enough to give them.
func (r *reader) employment(value string, from job.Method) bool {
	types := job.ParseEmployment(value)
	if from == job.Label {
		if word := partWords[firstWord(value)]; word != "" && !slices.Contains(types, word) {
			types = append([]string{word}, types...)
		}
		if len(types) == 0 {
			types = byHours(value)
		}
	}
	if len(types) == 0 {
		return false
	}
	r.posting.Employment = types
	return true
}

// partWords say after a label whether the job is full time or part time, as in "Jornada: completa".
var partWords = map[string]string{
	"completa": "FULL_TIME", "completo": "FULL_TIME", "complet": "FULL_TIME", "complète": "FULL_TIME", "plein": "FULL_TIME", "pieno": "FULL_TIME", "voll": "FULL_TIME", "pełny": "FULL_TIME", "полный": "FULL_TIME", "повний": "FULL_TIME", "volledig": "FULL_TIME",
	"parcial": "PART_TIME", "partiel": "PART_TIME", "partielle": "PART_TIME", "parziale": "PART_TIME", "částečný": "PART_TIME", "zkrácený": "PART_TIME", "частичная": "PART_TIME", "неполный": "PART_TIME", "неповний": "PART_TIME",
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(fold(s), " ")
	return strings.Trim(word, ",;/")
}

// The least hours of a week that are called full time, and the most that are part time.
const (
	fullHours = 35
	partHours = 30
)

// byHours reads a number of hours a week, "37.5 per week" or "20-25". It returns nil for times of day.
func byHours(s string) []string {
	if strings.ContainsAny(s, ":%$€£") || hasTimeOfDay(s) {
		return nil
	}
	numbers := strings.FieldsFunc(s, func(r rune) bool { return !letters.IsDigit(r) && r != '.' && r != ',' })
	if len(numbers) == 0 || len(numbers) > 2 {
		return nil
	}
	least, _ := strconv.ParseFloat(strings.ReplaceAll(numbers[0], ",", "."), 64)
	most, err := strconv.ParseFloat(strings.ReplaceAll(numbers[len(numbers)-1], ",", "."), 64)
	switch {
	case err != nil || most < 4 || most > 60, least <= 12 && most-least >= 5: // 9-17 are times of day
		return nil
	case most >= fullHours:
		return []string{"FULL_TIME"}
	case most <= partHours:
		return []string{"PART_TIME"}
	}
	return nil
}

// hasTimeOfDay reports whether a text has "9am" or the like.
func hasTimeOfDay(s string) bool {
	for f := range strings.FieldsFuncSeq(letters.Lower(s), func(r rune) bool { return !letters.IsLetter(r) && r != '.' }) {
		switch strings.Trim(f, ".") {
		case "am", "pm", "a.m", "p.m", "uhr", "noon", "h00", "день", "month", "months", "monate", "mois":
			return true
		}
	}
	return false
}
