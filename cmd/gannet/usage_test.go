package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/internal/cli"
)

func TestMisuseIsExplained(t *testing.T) {
	for args, want := range map[string]string{
		"fly":                                  "no command \"fly\": the commands of `gannet` are annotate, batch, check,",
		"crwal --out c":                        "no command \"crwal\": did you mean `gannet crawl`?",
		"fly --foo":                            "no command \"fly\"",
		"help crwal":                           "did you mean `gannet crawl`?",
		"help jobs lst":                        "did you mean `gannet jobs list`?",
		"jobs lst c":                           "did you mean `gannet jobs list`?",
		"dedup trian x":                        "did you mean `gannet dedup train`?",
		"completion fsh":                       "did you mean `gannet completion fish`?",
		"crawl --pagez 3":                      "no flag --pagez: did you mean --pages?",
		"crawl -pages 3":                       "no flag -pages: did you mean --pages?",
		"crawl -x":                             "no flag -x: `gannet crawl --help` lists the flags",
		"jobs list c --qqq 3":                  "no flag --qqq: `gannet jobs list --help` lists the flags",
		"crawl --=3":                           "\"--=3\" is no flag: flags are written --name value or --name=value",
		"stats":                                "DIR is missing: the command is `gannet stats DIR`, and `gannet stats --help` explains it",
		"explain c":                            "URL is missing",
		"stats a b":                            "\"b\" is one argument too many: the command is `gannet stats DIR`",
		"demo x":                               "\"x\" is no flag: `gannet demo` takes flags alone",
		"crawl --pages":                        "--pages needs a value",
		"crawl --pages many":                   "--pages \"many\": give a number such as 100, or none",
		"crawl --delay 5":                      "--delay \"5\": give a time with its unit, such as 30s, 5m or 8h",
		"crawl --workers x":                    "--workers \"x\": give a whole number, such as 100",
		"crawl --seed -4":                      "--seed \"-4\": give a whole number that is not negative",
		"crawl --workers 99999999999999999999": "this is out of range",
		"crawl --threshold NaN":                "--threshold \"NaN\": give a number, such as 0.5",
		"crawl --json=maybe":                   "--json \"maybe\": give true or false, or the flag alone",
		"crawl --keywords a\"b":                "--keywords \"a\\\"b\": give one or more, separated by commas",
		"jobs list c --on 2999-01-01":          "--on 2999-01-01 has not come yet: give today or an earlier day",
		"jobs list c --limit -1":               "--limit \"-1\": give a number such as 100, or none",
	} {
		var stdout, stderr bytes.Buffer
		if status := run(strings.Fields(args), &stdout, &stderr); status != cli.ExitUsage {
			t.Errorf("gannet %s: exit status %d, want %d", args, status, cli.ExitUsage)
		}
		if got := stderr.String(); !strings.Contains(got, want) || strings.Count(got, "\n") != 1 {
			t.Errorf("gannet %s: %q: want one line that has %q", args, got, want)
		}
	}
}

// A word in back quotes becomes the name of a flag's value, which is meant in no help text.
func TestValuesOfFlagsHaveNamesOfOneWord(t *testing.T) {
	root, _ := newRoot()
	name := regexp.MustCompile(`^[a-zA-Z0-9]*$`)
	cli.EachCommand(root, func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if value, _ := pflag.UnquoteUsage(f); !name.MatchString(value) {
				t.Errorf("%s --%s: its value is called %q: take the back quotes out of the help", c.CommandPath(), f.Name, value)
			}
		})
	})
}
