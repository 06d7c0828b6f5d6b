package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/crawldir"
	"gannet/internal/cli"
)

// lastFlags are the flags of the last run in the directory of a crawl.
type lastFlags struct {
	restored []string // flags that are as in the last run, in words
	changed  []string // flags that were given again, in words
	unknown  bool     // an earlier version kept none
}

// resume sets the flags that are not given to their values in the last run.
func (f *crawlFlags) resume(c *cobra.Command) (last lastFlags, err error) {
	if f.out == "" {
		return last, nil
	}
	s, begun, err := crawldir.LastSettings(f.out)
	switch {
	case err != nil:
		return last, err
	case !begun:
		return last, nil
	case s == nil:
		last.unknown = true
		return last, f.checkBeginning()
	}
	if err := checkSecrets(s.Secret, c.Flags().Changed); err != nil {
		return last, err
	}
	rivals := f.rivals()
	for _, name := range slices.Sorted(maps.Keys(s.Values)) {
		if slices.Contains(rivals, name) {
			continue
		}
		if err := last.restore(f, c.Flags().Lookup(name), s.Values[name]); err != nil {
			return last, err
		}
	}
	return last, nil
}

// networkFlags have no use beside --web.
var networkFlags = []string{"proxy", "allow-private", "ca", "sign", "header", "cookies", "timeout", "contact"}

// rivals returns the flags of the last run that a given flag excludes.
func (f *crawlFlags) rivals() (list []string) {
	given := func(name string) bool { return f.flags.Changed(name) }
	switch {
	case given("web"):
		list = append(list, networkFlags...)
	case slices.ContainsFunc(networkFlags, given):
		list = append(list, "web")
	}
	switch {
	case given("precise"):
		list = append(list, "threshold")
	case given("threshold"):
		list = append(list, "precise")
	}
	return list
}

// checkSecrets returns an error if a flag of the last run that was secret is not given. Without it servers would see another user.
func checkSecrets(secret []string, given func(name string) bool) error {
	var missing, without []string
	for _, name := range secret {
		if !given(name) {
			missing, without = append(missing, "--"+name), append(without, "--"+name+" "+noLimit)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return cli.Usagef("the last run had %s, whose secrets are never kept: give them again, or %s to go on without",
		strings.Join(missing, " and "), strings.Join(without, " "))
}

// checkBeginning returns an error if a crawl whose flags are not known is to go on without seeds.
func (f *crawlFlags) checkBeginning() error {
	if f.topic == "" && len(f.seeds) == 0 {
		return cli.Usagef("%s keeps no flags of its last run, which an earlier version of gannet made, or whose store was repaired: give --topic, --seeds and the others again", f.out)
	}
	return nil
}

// restore sets a flag to its values in the last run, unless it is given. This version may not know it.
func (l *lastFlags) restore(f *crawlFlags, flag *pflag.Flag, values []string) error {
	if flag == nil {
		return nil
	}
	if flag.Changed {
		if now := keptValues(flag); !slices.Equal(now, values) {
			l.changed = append(l.changed, flagText(flag.Name, now)+": was "+valuesText(values))
		}
		return nil
	}
	if err := setValues(flag, values); err != nil {
		return cli.Usagef("--%s: this version of gannet does not take its value in the last run: give it again", flag.Name)
	}
	flag.Changed = true
	f.restored[flag.Name] = true
	l.restored = append(l.restored, flagText(flag.Name, values))
	return nil
}

func setValues(flag *pflag.Flag, values []string) error {
	if list, ok := flag.Value.(pflag.SliceValue); ok {
		return list.Replace(values)
	}
	return flag.Value.Set(strings.Join(values, ","))
}

// flagsText shows the flags that are kept, and the names of those that are secret.
func flagsText(s *crawldir.Settings) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(s.Values)) {
		list = append(list, flagText(name, s.Values[name]))
	}
	for _, name := range s.Secret {
		list = append(list, "--"+name+" (not kept)")
	}
	return strings.Join(list, " ")
}

// longestValue is how many letters of a flag's values a line shows.
const longestValue = 100

// flagText shows a flag as it is given.
func flagText(name string, values []string) string {
	switch text := valuesText(values); text {
	case "true":
		return "--" + name
	case "false":
		return "--" + name + "=false"
	default:
		return "--" + name + " " + text
	}
}

// valuesText shows the values of a flag, cut where they are long.
func valuesText(values []string) string {
	text := []rune(strings.Join(values, ","))
	switch {
	case len(text) > longestValue:
		return fmt.Sprintf("%s… (%s)", string(text[:longestValue]), cli.Counted(len(values), "value"))
	case len(text) == 0 || strings.ContainsAny(string(text), " '*?&();"):
		return "'" + string(text) + "'"
	}
	return string(text)
}

// report says which flags are those of the last run, and which have changed.
func (l *lastFlags) report(out *reporter) {
	if l.unknown {
		out.log.Info("no flags of the last run are kept here: those that are not given have their defaults")
	}
	if len(l.restored) > 0 {
		out.log.Info("going on with flags of the last run", "flags", strings.Join(l.restored, " "))
	}
	for _, change := range l.changed {
		out.log.Info(change)
	}
}

// explain adds the flags of the last run to an error, which may be about one of them.
func (l *lastFlags) explain(err error) error {
	if err == nil || len(l.restored) == 0 {
		return err
	}
	return fmt.Errorf("%w; flags of the last run: %s", err, strings.Join(l.restored, " "))
}
