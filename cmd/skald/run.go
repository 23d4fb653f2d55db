package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"skald/bot/discord"
	"skald/store"
)

// noToken says how to get a token.
const noToken = `No token: set discord.token in the file, or the variable SKALD_DISCORD_TOKEN.
Get one at discord.com/developers/applications: New Application, then Bot, then Reset Token.
To play without Discord: skald table`

func runCommand() *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Serve Discord",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := loadConfig(path)
			if err != nil {
				return exit{2, err.Error()}
			}
			if strings.TrimSpace(c.Discord.Token) == "" {
				return exit{2, noToken}
			}
			return serve(cmd.Context(), c)
		},
	}
	cmd.Flags().StringVar(&path, "config", "", "the configuration file; config.example.yaml shows every key")
	return cmd
}

func serve(ctx context.Context, c config) error {
	log := c.logger()
	dir, err := store.OpenDir(c.Data, store.Options{Log: log})
	if err != nil {
		return exit{1, err.Error()}
	}
	b, err := discord.New(discord.Config{
		Token: c.Discord.Token, APIURL: c.Discord.APIURL, Guild: c.Discord.Guild, Hub: newHub(dir, log), Log: log,
	})
	if err == nil {
		stop := c.copy(ctx, dir, log)
		err = b.Run(ctx)
		stop()
	}
	if err = errors.Join(err, dir.Close()); err != nil {
		return exit{1, err.Error()}
	}
	return nil
}

// copy begins to make backups, where they are configured; stop ends it and waits until none is being made.
func (c config) copy(ctx context.Context, dir *store.Dir, log *slog.Logger) (stop func()) {
	if c.Backup.Folder == "" {
		return func() {}
	}
	every, _ := time.ParseDuration(c.Backup.Every) // loadConfig checked it
	ctx, cancel := context.WithCancel(ctx)
	var making sync.WaitGroup
	making.Go(func() {
		copies{dir: dir, data: c.Data, folder: c.Backup.Folder, every: every, keep: c.Backup.Keep, log: log}.run(ctx)
	})
	return func() { cancel(); making.Wait() }
}

// logger writes to standard error as the configuration says.
func (c config) logger() *slog.Logger {
	var level slog.Level
	level.UnmarshalText([]byte(strings.ToUpper(c.Log.Level))) //nolint:errcheck // loadConfig checked it
	o := &slog.HandlerOptions{Level: level}
	if c.Log.Format == "json" {
		return slog.New(slog.NewJSONHandler(os.Stderr, o))
	}
	return slog.New(slog.NewTextHandler(os.Stderr, o))
}

func backupCommand() *cobra.Command {
	var data string
	cmd := &cobra.Command{
		Use:   "backup SERVER FILE",
		Short: "Copy a server's file that no Skald has open",
		Args:  cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			dir, err := store.OpenDir(data, store.Options{})
			if err != nil {
				return exit{1, err.Error()}
			}
			defer dir.Close()
			if err := dir.Backup(args[0], args[1]); err != nil {
				return exit{1, err.Error()}
			}
			fmt.Println("copied to " + args[1])
			return nil
		},
	}
	cmd.Flags().StringVar(&data, "data", defaults.Data, "folder where the servers' files are kept")
	return cmd
}

func checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE",
		Short: "Read every value of a server's file and say whether it is whole",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			report, err := store.Check(args[0])
			if err != nil {
				return exit{1, err.Error()}
			}
			fmt.Printf("%s is whole: server %s, %d tables, %d entries.\n", args[0], report.Server, report.Tables, report.Entries)
			if report.Dropped > 0 {
				fmt.Printf("%d snapshots are damaged; that costs time at the next start and nothing else.\n", report.Dropped)
			}
			return nil
		},
	}
}
