package main

import (
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/viper"

	"skald/fate"
)

// config is everything that can be configured; config.example.yaml explains each key. Each has its
// variable: SKALD_DISCORD_TOKEN for discord.token.
type config struct {
	Discord struct {
		Token  string `mapstructure:"token"`
		APIURL string `mapstructure:"api_url"`
		Guild  string `mapstructure:"guild"`
	} `mapstructure:"discord"`
	Data   string `mapstructure:"data"`
	Backup struct {
		Folder string `mapstructure:"folder"`
		Every  string `mapstructure:"every"`
		Keep   int    `mapstructure:"keep"`
	} `mapstructure:"backup"`
	Log struct {
		Level  string `mapstructure:"level"`
		Format string `mapstructure:"format"`
	} `mapstructure:"log"`
}

var defaults = func() (c config) {
	c.Discord.APIURL = "https://discord.com/api/v9"
	c.Data = "data"
	c.Backup.Every = "24h"
	c.Backup.Keep = 7
	c.Log.Level = "info"
	c.Log.Format = "text"
	return c
}()

// loadConfig reads the file, where a path is given, and the variables; once, into a value that stays. The
// error names the key and the value.
func loadConfig(path string) (config, error) {
	v := viper.New()
	v.SetEnvPrefix("skald")
	v.SetEnvKeyReplacer(strings.NewReplacer(".", "_"))
	keys := keysOf(reflect.ValueOf(defaults), "")
	for _, k := range keys {
		v.SetDefault(k.name, k.value)
		if err := v.BindEnv(k.name); err != nil {
			return config{}, fmt.Errorf("bind the variable of %s: %w", k.name, err)
		}
	}
	if path != "" {
		v.SetConfigFile(path)
		v.SetConfigType("yaml")
		if err := v.ReadInConfig(); err != nil {
			return config{}, fmt.Errorf("read the configuration %s: %w", path, err)
		}
	}
	var names []string
	for _, k := range keys {
		names = append(names, k.name)
	}
	for _, k := range v.AllKeys() {
		if !slices.Contains(names, k) {
			return config{}, fmt.Errorf("the configuration has an unknown key %s: %v; %s", k, v.Get(k), fate.Meant(k, names))
		}
	}
	for _, k := range keys {
		switch value := v.Get(k.name).(type) {
		case string, bool, int, float64:
		default:
			return config{}, bad(k.name, fmt.Sprint(value), "a text")
		}
		if _, number := k.value.(int); number {
			if _, err := strconv.Atoi(v.GetString(k.name)); err != nil {
				return config{}, bad(k.name, v.GetString(k.name), "a number")
			}
		}
	}
	if err := unknownVariable(names); err != nil {
		return config{}, err
	}
	var c config
	if err := v.Unmarshal(&c, func(d *mapstructure.DecoderConfig) { d.WeaklyTypedInput = true }); err != nil {
		return c, fmt.Errorf("the configuration: %w", err)
	}
	return c, c.check()
}

// unknownVariable refuses a SKALD_ variable that no key has: a misspelt one would be passed over in silence.
func unknownVariable(keys []string) error {
	var known []string
	for _, k := range keys {
		known = append(known, variable(k))
	}
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, "SKALD_") && !slices.Contains(known, name) {
			return fmt.Errorf("the variable %s belongs to no key; %s", name, fate.Meant(name, known))
		}
	}
	return nil
}

// variable is the variable of a key: SKALD_DISCORD_TOKEN for discord.token.
func variable(key string) string {
	return "SKALD_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

type key struct {
	name  string
	value any
}

// keysOf lists the keys of a configuration with their values.
func keysOf(v reflect.Value, prefix string) []key {
	var keys []key
	for i := range v.NumField() {
		name := prefix + v.Type().Field(i).Tag.Get("mapstructure")
		if f := v.Field(i); f.Kind() == reflect.Struct {
			keys = append(keys, keysOf(f, name+".")...)
		} else {
			keys = append(keys, key{name, f.Interface()})
		}
	}
	return keys
}

// versioned is the path of a REST base with its version.
var versioned = regexp.MustCompile(`/v[0-9]+/?$`)

func (c config) check() error {
	if u, err := url.Parse(c.Discord.APIURL); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || !versioned.MatchString(u.Path) {
		return bad("discord.api_url", c.Discord.APIURL, "an address like "+defaults.Discord.APIURL)
	}
	if strings.Trim(c.Discord.Guild, "0123456789") != "" {
		return bad("discord.guild", c.Discord.Guild, "a server's id, digits only, or nothing")
	}
	if strings.TrimSpace(c.Data) == "" {
		return bad("data", c.Data, "a folder")
	}
	if every, err := time.ParseDuration(c.Backup.Every); err != nil || every < time.Minute {
		return bad("backup.every", c.Backup.Every, "a time of at least a minute, like 24h or 90m")
	}
	if c.Backup.Keep < 1 {
		return bad("backup.keep", strconv.Itoa(c.Backup.Keep), "a number from 1")
	}
	if c.Backup.Folder != "" && sameFolder(c.Backup.Folder, c.Data) {
		return bad("backup.folder", c.Backup.Folder, "another folder than data")
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(strings.ToUpper(c.Log.Level))); err != nil {
		return bad("log.level", c.Log.Level, "debug, info, warn or error")
	}
	if c.Log.Format != "text" && c.Log.Format != "json" {
		return bad("log.format", c.Log.Format, "text or json")
	}
	return nil
}

func sameFolder(a, b string) bool {
	a, errA := filepath.Abs(a)
	b, errB := filepath.Abs(b)
	return a == b && errA == nil && errB == nil
}

func bad(key, value, want string) error {
	return fmt.Errorf("the configuration has %s: %q; it takes %s", key, value, want)
}
