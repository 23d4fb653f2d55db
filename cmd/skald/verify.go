package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"skald/bot"
	"skald/table"
)

func deckCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "deck", Short: "What can be done with a Fate deck outside a game", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "verify FILE",
		Short: "Check a whole exported log (/game log format:json) from the first to the last card",
		Args:  exactly(1),
		RunE: func(_ *cobra.Command, args []string) error {
			log, problems, err := readLog(args[0])
			if err != nil {
				return exit{1, err.Error()}
			}
			a := table.Check(log)
			a.Problems = append(problems, a.Problems...)
			fmt.Println(bot.Reply{Body: bot.AuditText(a)}.Text())
			if len(a.Problems) > 0 {
				return exit{status: 1}
			}
			return nil
		},
	})
	return cmd
}

// readLog reads a log as /game log format:json gives it, one entry a line, and says which lines are written otherwise.
func readLog(path string) (log []table.Entry, problems []string, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, len(data)+1)
	for lines.Scan() {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		e, problem, err := table.ReadEntry(lines.Bytes())
		if err != nil {
			return nil, nil, fmt.Errorf("%s: line %d is no entry of a log: %w", path, len(log)+1, err)
		}
		if problem != "" {
			problems = append(problems, problem)
		}
		log = append(log, e)
	}
	if len(log) == 0 || log[0].Seq != 1 {
		return nil, nil, fmt.Errorf("%s does not hold a whole log: export it with /game log count:100000 format:json", path)
	}
	return log, problems, lines.Err()
}
