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
	if err := writable(c.Backup.Folder); err != nil {
		return exit{1, fmt.Sprintf("backup.folder cannot be used: %v", err)}
	}
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

// writable makes a folder where there is none, and tries whether files can be put there; "" is no folder.
func writable(folder string) error {
	if folder == "" {
		return nil
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(folder, "skald-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
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
	var data, config string
	cmd := &cobra.Command{
		Use:   "backup SERVER FILE",
		Short: "Copy a server's file that no Skald has open",
		Args:  exactly(2),
		RunE: func(_ *cobra.Command, args []string) error {
			if data == "" {
				c, err := loadConfig(config)
				if err != nil {
					return exit{2, err.Error()}
				}
				data = c.Data
			}
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
	cmd.Flags().StringVar(&data, "data", "", "folder where the servers' files are kept; else as the configuration says")
	cmd.Flags().StringVar(&config, "config", "", "the configuration file of skald run")
	return cmd
}

func checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE",
		Short: "Read every value of a server's file and say whether it is whole",
		Args:  exactly(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if at, err := os.Stat(args[0]); err == nil && at.IsDir() {
				return exit{2, args[0] + " is a folder; name the file of one server in it."}
			}
			report, err := store.Check(args[0])
			if err != nil {
				return exit{1, err.Error()}
			}
			fmt.Printf("%s is whole: server %s; tables: %d; entries: %d.\n", args[0], report.Server, report.Tables, report.Entries)
			if report.Dropped > 0 {
				fmt.Printf("Damaged snapshots: %d; that costs time at the next start and nothing else.\n", report.Dropped)
			}
			return nil
		},
	}
}
