package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWithoutAFileTheDefaultsHold(t *testing.T) {
	c, err := loadConfig("")
	if err != nil || c != defaults {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := loadConfig(write(t, "")); err != nil || c != defaults {
		t.Errorf("an empty file: %+v, %v", c, err)
	}
}

// TestTheExampleIsTheDefaults: every key stands in it, with its default, and nothing else.
func TestTheExampleIsTheDefaults(t *testing.T) {
	const example = "../../config.example.yaml"
	c, err := loadConfig(example)
	if err != nil || c != defaults {
		t.Errorf("%+v, %v", c, err)
	}
	text, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := yaml.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{}
	for _, k := range keysOf(reflect.ValueOf(defaults), "") {
		want[k.name] = k.value
	}
	if diff := cmp.Diff(want, leaves(tree, "")); diff != "" {
		t.Errorf("-defaults +example:\n%s", diff)
	}
}

func leaves(tree map[string]any, prefix string) map[string]any {
	all := map[string]any{}
	for name, v := range tree {
		if inner, ok := v.(map[string]any); ok {
			for k, v := range leaves(inner, prefix+name+".") {
				all[k] = v
			}
			continue
		}
		all[prefix+name] = v
	}
	return all
}

// TestEachKeyHasItsVariable, which goes before the file.
func TestEachKeyHasItsVariable(t *testing.T) {
	values := map[string]string{
		"discord.token": "abc", "discord.api_url": "http://127.0.0.1:1/api/v9", "discord.guild": "123456789012345678",
		"data": "elsewhere", "backup.folder": "copies", "backup.every": "90m", "backup.keep": "3", "log.level": "debug", "log.format": "json",
	}
	file := write(t, "discord:\n  token: file\n  guild: 42\ndata: file\nbackup: {folder: safe, every: 1h, keep: 9}\nlog:\n  level: warn\n  format: text\n")
	for _, k := range keysOf(reflect.ValueOf(defaults), "") {
		t.Run(k.name, func(t *testing.T) {
			value, ok := values[k.name]
			if !ok {
				t.Fatal("this test has no value for it")
			}
			t.Setenv("SKALD_"+strings.ToUpper(strings.ReplaceAll(k.name, ".", "_")), value)
			for _, path := range []string{"", file} {
				c, err := loadConfig(path)
				if err != nil {
					t.Fatal(err)
				}
				for _, got := range keysOf(reflect.ValueOf(c), "") {
					if got.name == k.name && fmt.Sprint(got.value) != value {
						t.Errorf("with the file %q it is %v, want %v", path, got.value, value)
					}
				}
			}
		})
	}
}

func TestTheFileIsRead(t *testing.T) {
	c, err := loadConfig(write(t, "discord:\n  token: abc\n  api_url: https://proxy.example/api/v9\n  guild: 123456789012345678\nDATA: /srv/skald\nlog: {level: WARN, format: json}\n"))
	want := defaults
	want.Discord.Token, want.Discord.APIURL, want.Discord.Guild = "abc", "https://proxy.example/api/v9", "123456789012345678"
	want.Data, want.Log.Level, want.Log.Format = "/srv/skald", "WARN", "json"
	if err != nil || c != want {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestBadConfigurations: the error names the key and the value.
func TestBadConfigurations(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"discord:\n  tokn: abc\n", []string{"discord.tokn", "abc", "discord.token"}},
		{"colour: red\n", []string{"colour", "red"}},
		{"log:\n  level: loud\n", []string{"log.level", "loud", "debug, info, warn or error"}},
		{"log:\n  format: xml\n", []string{"log.format", "xml", "text or json"}},
		{"log: loud\n", []string{"log", "loud"}},
		{"data: \"\"\n", []string{"data", "a folder"}},
		{"data: [a, b]\n", []string{"data"}},
		{"discord:\n  api_url: proxy\n", []string{"discord.api_url", "proxy"}},
		{"discord:\n  api_url: ftp://proxy/api\n", []string{"discord.api_url", "ftp://proxy/api"}},
		{"discord:\n  api_url: http://127.0.0.1:1\n", []string{"discord.api_url", "http://127.0.0.1:1", "/api/v9"}},
		{"discord:\n  guild: my server\n", []string{"discord.guild", "my server"}},
		{"backup:\n  every: daily\n", []string{"backup.every", "daily", "24h"}},
		{"backup:\n  every: 10s\n", []string{"backup.every", "10s", "a minute"}},
		{"backup:\n  keep: 0\n", []string{"backup.keep", "0"}},
		{"backup:\n  keep: seven\n", []string{"backup.keep", "seven"}},
		{"backup:\n  folder: ./data/\n", []string{"backup.folder", "./data/", "another folder"}},
		{"discord: [\n", []string{"read the configuration"}},
	} {
		_, err := loadConfig(write(t, tt.text))
		if err == nil {
			t.Errorf("%q is taken", tt.text)
			continue
		}
		for _, w := range tt.want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%q: %v; it does not say %q", tt.text, err, w)
			}
		}
	}
	t.Setenv("SKALD_LOG_LEVEL", "loud")
	if _, err := loadConfig(""); err == nil || !strings.Contains(err.Error(), "loud") {
		t.Errorf("a bad variable: %v", err)
	}
}

// TestRunWithoutAToken says in three lines how to get one, and how to play without Discord.
func TestRunWithoutAToken(t *testing.T) {
	t.Setenv("SKALD_DISCORD_TOKEN", "")
	cmd := skald(t, "run")
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Run(); err == nil || cmd.ProcessState.ExitCode() != 2 {
		t.Errorf("it ended with %v", err)
	}
	if lines := strings.Split(strings.TrimSpace(said.String()), "\n"); len(lines) != 3 || !strings.Contains(lines[2], "skald table") {
		t.Errorf("it says %q", said.String())
	}
}
