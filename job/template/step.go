package template

import (
	"fmt"
	"strconv"
	"time"

	"gannet/internal/yamlfile"
)

// readStep reads a step of post-processing, a mapping with one operation.
func readStep(n *yamlfile.Node) (Step, error) {
	var s Step
	withGiven := false
	set := func(do Operation) yamlfile.Reader {
		return func(n *yamlfile.Node) error {
			if s.Do != "" {
				return yamlfile.Wrong(n, "%s and %s in one step: write two entries of the list", s.Do, do)
			}
			s.Do = do
			return yamlfile.Checked(s.compile)(n)
		}
	}
	err := yamlfile.Mapping(n, map[string]yamlfile.Reader{
		string(Keep): set(Keep), string(Replace): set(Replace), string(Date): set(Date),
		string(TrimPrefix): set(TrimPrefix), string(TrimSuffix): set(TrimSuffix),
		"with": func(n *yamlfile.Node) error { withGiven = true; return yamlfile.Text(&s.With)(n) },
		"group": yamlfile.Checked(func(v string) (err error) {
			if s.Group, err = strconv.Atoi(v); err != nil || s.Group < 0 {
				return fmt.Errorf("group %q: write the number of a group", v)
			}
			return nil
		}),
	})
	switch {
	case err != nil:
	case s.Do == "":
		err = yamlfile.Wrong(n, "a step does nothing: add match, replace, trim_prefix, trim_suffix or date")
	case withGiven && s.Do != Replace:
		err = yamlfile.Wrong(n, "'with' belongs to replace: remove it")
	case s.Group > 0 && s.Do != Keep:
		err = yamlfile.Wrong(n, "'group' belongs to match: remove it")
	case s.Do == Keep && s.Group > s.pattern.NumSubexp():
		err = yamlfile.Wrong(n, "group %d of a pattern that has %d: number groups from 1", s.Group, s.pattern.NumSubexp())
	}
	return s, err
}

// compile checks and sets the step's argument.
func (s *Step) compile(arg string) (err error) {
	s.Arg = arg
	switch s.Do {
	case Keep, Replace:
		s.pattern, err = compile(arg)
	case Date:
		err = goodLayout(arg)
	default:
		if arg == "" {
			err = fmt.Errorf("%s of nothing: write the text", s.Do)
		}
	}
	return err
}

// goodLayout returns an error unless a day that is written with a layout can be read back with it.
func goodLayout(layout string) error {
	day := time.Date(2019, 11, 23, 0, 0, 0, 0, time.UTC)
	if back, err := time.Parse(layout, day.Format(layout)); err != nil || !back.Equal(day) {
		return fmt.Errorf("date layout %q: write as the site would the 2nd of January 2006, such as 02.01.2006", layout)
	}
	return nil
}
