package crawldir

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"gannet/internal/wholefile"
	"gannet/topic"
	"gannet/topic/label"
)

// checkLabels checks the answers that people gave about pages, and the topic that was learned from them.
func (c *checkup) checkLabels() error {
	if err := c.checkAnswers(); err != nil {
		return err
	}
	if _, err := topic.Load(c.path(TaughtFile)); err != nil && !missing(err) {
		return c.problem(Problem{File: TaughtFile, Err: err, Remedy: Removed}, c.remover(TaughtFile))
	}
	return nil
}

// checkAnswers checks each line. A repair keeps the whole ones, and the damaged file under another name.
func (c *checkup) checkAnswers() error {
	data, err := os.ReadFile(c.path(LabelsFile))
	if missing(err) {
		return nil
	}
	var whole bytes.Buffer
	damaged := 0
	if err == nil {
		err = label.Read(bytes.NewReader(data), func(a label.Answer) {
			line, _ := json.Marshal(a) // it came of one
			whole.Write(append(line, '\n'))
		}, func(int, error) { damaged++ })
	}
	if err == nil && damaged == 0 {
		return nil
	}
	p := Problem{File: LabelsFile, Remedy: WholeLines, Text: fmt.Sprintf("%d lines are no answers", damaged), Err: err}
	return c.problem(p, func() error {
		path := c.path(LabelsFile)
		return errors.Join(os.Rename(path, path+".damaged"), wholefile.Write(path, whole.Bytes()))
	})
}
