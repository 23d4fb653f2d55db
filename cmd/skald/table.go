package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"regexp"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"skald/bot"
	"skald/bot/console"
	"skald/store"
)

func tableCommand() *cobra.Command {
	var o console.Options
	var data, cards string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "table",
		Short: "Play in this terminal; no account, no token, no network",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkTable(o); err != nil {
				return exit{2, err.Error()}
			}
			if data == "" {
				dir, err := os.MkdirTemp("", "skald-table-")
				if err != nil {
					return exit{1, err.Error()}
				}
				defer os.RemoveAll(dir)
				fmt.Fprintln(os.Stderr, "This table lives in a temporary folder and is gone at the end; --data DIR keeps one.")
				data = dir
			}
			log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
			dir, err := store.OpenDir(data, store.Options{Log: log})
			if err != nil {
				return exit{1, err.Error()}
			}
			defer dir.Close()
			hub := newHub(dir, log)
			if cmd.Flags().Changed("seed") {
				repeatable(hub, seed)
			}
			if cards != "" {
				stack(hub, cards)
			}
			return play(cmd.Context(), hub, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&data, "data", "", "folder where the table is kept (default: a temporary one)")
	f.StringVar(&o.Narrator, "narrator", "narrator", "the user who may manage the server")
	f.StringVar(&o.Server, "server", "local", "which server this is; each has its own file")
	f.Uint64Var(&seed, "seed", 0, "make every shuffle and every other random choice repeatable")
	f.StringVar(&cards, "stack", "", `put these cards on top of the next shuffle: "8 Mind, 3 Reflex"`)
	f.BoolVar(&o.JSON, "json", false, "one JSON object a line instead of text")
	f.StringVar(&o.Files, "files", "", "folder where attached files are written (default: not written)")
	return cmd
}

// plainName is what a server or a user of a console may be called.
var plainName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)

// checkTable refuses flags that no sitting can begin with.
func checkTable(o console.Options) error {
	if !plainName.MatchString(o.Server) {
		return fmt.Errorf("--server takes letters, digits, - and _, not %q", o.Server)
	}
	if !plainName.MatchString(o.Narrator) {
		return fmt.Errorf("--narrator takes a name of one word, letters, digits, - and _, not %q", o.Narrator)
	}
	if o.Files == "" {
		return nil
	}
	if err := os.MkdirAll(o.Files, 0o755); err != nil {
		return fmt.Errorf("--files: the folder cannot be made: %w", err)
	}
	probe, err := os.CreateTemp(o.Files, ".probe-")
	if err != nil {
		return fmt.Errorf("--files: the folder cannot be written to: %w", err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// play plays until the lines end, or until the process is told to stop.
func play(ctx context.Context, hub *bot.Hub, o console.Options) error {
	in := int(os.Stdin.Fd())
	before, _ := term.GetState(in)
	done := make(chan error, 1)
	go func() { done <- sit(hub, o) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	if before != nil {
		_ = term.Restore(in, before) // the process ends; nothing is left to do about it
	}
	return exit{1, "Interrupted."}
}

// sit reads a script, or talks with somebody at a terminal.
func sit(hub *bot.Hub, o console.Options) error {
	if term.IsTerminal(int(os.Stdin.Fd())) && !o.JSON {
		if err := console.Interactive(hub, os.Stdin, os.Stdout, o); err != nil {
			return exit{1, err.Error()}
		}
		return nil
	}
	refused, err := console.Script(hub, os.Stdin, os.Stdout, o)
	switch {
	case err != nil:
		return exit{1, err.Error()}
	case refused > 0:
		return exit{status: 1}
	}
	return nil
}
