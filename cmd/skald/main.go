// Skald is a Fate deck table for the Saga role-playing games: on Discord, and in a terminal.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// version is set when a release is built.
var version = "development"

// exit is an error that ends the process with a status of its own; its text is printed where there is one.
type exit struct {
	status int
	text   string
}

func (e exit) Error() string { return e.text }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:]))
}

// exactly refuses another number of arguments than the usage names.
func exactly(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == n {
			return nil
		}
		_, names, _ := strings.Cut(cmd.Use, " ")
		return exit{2, fmt.Sprintf("%s takes %s; %s --help tells more.", cmd.CommandPath(), names, cmd.CommandPath())}
	}
}

// run carries out the command line and gives the exit status: 2 for what it does not understand.
func run(ctx context.Context, args []string) int {
	root := &cobra.Command{
		Use:           "skald",
		Short:         "A Fate deck table for the Saga role-playing games, on Discord and in a terminal",
		Version:       version,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(tableCommand(), runCommand(), deckCommand(), backupCommand(), checkCommand())
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var e exit
	switch {
	case err == nil:
		return 0
	case errors.As(err, &e):
		if e.text != "" {
			fmt.Fprintln(os.Stderr, e.text)
		}
		return e.status
	}
	fmt.Fprintln(os.Stderr, err)
	return 2
}
