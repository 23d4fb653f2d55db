package discord

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skald/bot"
	"skald/bot/discord/fakediscord"
)

func TestCommandsAreWrittenOnlyWhenTheyDiffer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	writes := func(want int) {
		t.Helper()
		w.run(t, Config{})
		w.ready(t)
		if err := w.stop(); err != nil {
			t.Fatal(err)
		}
		if n := w.Overwrites(nil); n != want {
			t.Errorf("the commands were written %d times, not %d", n, want)
		}
		w.log.mu.Lock()
		w.log.b.Reset()
		w.log.mu.Unlock()
	}
	writes(1)
	writes(1)
	w.hub.Extra = []*bot.Command{hello()}
	writes(2)
	writes(2)
	w.hub.Extra[0].Short = "Another text"
	writes(3)
	w.hub.Extra = nil
	writes(4)
	for _, c := range w.Commands(nil) {
		if c.Name == "hello" {
			t.Error("a command that is gone is still offered")
		}
		if len(c.Contexts) != 1 || c.Contexts[0] != 0 || len(c.IntegrationTypes) != 1 || c.IntegrationTypes[0] != 0 {
			t.Errorf("/%s is offered outside of servers: %v, %v", c.Name, c.Contexts, c.IntegrationTypes)
		}
	}
}

func TestCommandsOfOneServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, hello())
	for range 2 {
		w.run(t, Config{Guild: w.guild.ID})
		w.ready(t)
		w.greet(t)
		if err := w.stop(); err != nil {
			t.Fatal(err)
		}
	}
	if w.Overwrites(w.guild) != 1 || w.Overwrites(nil) != 0 {
		t.Errorf("written %d times for the server, %d times for all", w.Overwrites(w.guild), w.Overwrites(nil))
	}
}

func TestRefusedCommandsEndTheBot(t *testing.T) {
	t.Parallel()
	w := newWorld(t, say("Loud Name!", bot.Reply{}))
	w.Expect("APPLICATION_COMMAND_INVALID_NAME")
	w.run(t, Config{})
	if err := w.ended(); err == nil || !strings.Contains(err.Error(), "refuses the commands") {
		t.Errorf("Run gives %v", err)
	}
	w = newWorld(t)
	w.Expect("50001")
	w.run(t, Config{Guild: "123"})
	if err := w.ended(); err == nil {
		t.Error("a server that the bot is not in is no error")
	}
}

func TestDefinitions(t *testing.T) {
	t.Parallel()
	suggest := func(*bot.Turn) []bot.Choice { return nil }
	commands := []*bot.Command{
		{Name: "act", Short: "Act", Options: []bot.Option{
			{Name: "card", Short: "A card", Suggest: suggest},
			{Name: "foe", Short: "A foe", Required: true, Max: 300},
			{Name: "bonus", Short: "A bonus", Kind: bot.Number, Min: -5, Max: 5},
			{Name: "count", Short: "A count", Kind: bot.Number, Suggest: suggest},
			{Name: "secret", Short: "Secret", Kind: bot.Switch},
			{Name: "player", Short: "A player", Kind: bot.Person},
			{Name: "add", Short: "Whom", Kind: bot.Mention},
			{Name: "file", Short: "A file", Kind: bot.Attachment, Required: true},
			{Name: "degree", Short: "A degree", Choices: []string{"normal", "master"}},
			{Name: "pick", Short: "Hidden", Hidden: true},
		}},
		{Name: "game new", Short: "New", Who: bot.Manager},
		{Name: "game end", Short: "End", Who: bot.Narrator},
		{Name: "hand look", Short: "Look", Hidden: true},
		{Name: "server back up", Short: "Back up", Who: bot.Manager},
		{Name: "server back off", Short: "Back off", Who: bot.Manager},
	}
	low, high := -5.0, 5.0
	manage := "32"
	in := []int{0}
	want := []definition{
		{Type: 1, Name: "act", Description: "Act", Contexts: in, IntegrationTypes: in, Options: []option{
			{Type: 3, Name: "foe", Description: "A foe", Required: true, MaxLength: 300},
			{Type: 11, Name: "file", Description: "A file", Required: true},
			{Type: 3, Name: "card", Description: "A card", Autocomplete: true, MaxLength: 100},
			{Type: 4, Name: "bonus", Description: "A bonus", MinValue: &low, MaxValue: &high},
			{Type: 4, Name: "count", Description: "A count", Autocomplete: true},
			{Type: 5, Name: "secret", Description: "Secret"},
			{Type: 6, Name: "player", Description: "A player"},
			{Type: 9, Name: "add", Description: "Whom"},
			{Type: 3, Name: "degree", Description: "A degree", Choices: []named{{"normal", "normal"}, {"master", "master"}}},
		}},
		{Type: 1, Name: "game", Description: "/game: new, end", Contexts: in, IntegrationTypes: in, Options: []option{
			{Type: 1, Name: "new", Description: "New"}, {Type: 1, Name: "end", Description: "End"},
		}},
		{Type: 1, Name: "server", Description: "/server: back", Permissions: &manage, Contexts: in, IntegrationTypes: in, Options: []option{
			{Type: 2, Name: "back", Description: "/back: up, off", Options: []option{
				{Type: 1, Name: "up", Description: "Back up"}, {Type: 1, Name: "off", Description: "Back off"},
			}},
		}},
	}
	if diff := cmp.Diff(want, define(commands, true)); diff != "" {
		t.Error(diff)
	}
	for _, d := range define(commands, false) {
		if d.Contexts != nil || d.IntegrationTypes != nil {
			t.Errorf("a server's own /%s has contexts", d.Name)
		}
	}
}

func TestThreeWordsAreCarriedOut(t *testing.T) {
	t.Parallel()
	w := start(t, say("server back up", bot.Reply{Body: "Backed up."}))
	has(t, w.slash(t, w.ann, "server back up", nil).Message(t), "Backed up.")
}

func TestManagersCommandsAreHiddenFromOthers(t *testing.T) {
	t.Parallel()
	secret := say("vault", bot.Reply{Body: "Gold."})
	secret.Who = bot.Manager
	w := start(t, secret)
	v := fakediscord.Invocation{By: w.ann, In: w.table, Command: "vault"}
	if _, err := w.TrySlash(v); err == nil {
		t.Error("ann sees the command")
	}
	has(t, w.slash(t, w.mia, "vault", nil).Message(t), "Gold.")
	v.Override = true // someone who manages the server may open it to her; the right is checked all the same
	only(t, w.Slash(t, v).Message(t), w.ann)
}

func TestSameForgivesWhatDiscordAdds(t *testing.T) {
	t.Parallel()
	ours := define([]*bot.Command{hello(), say("bye", bot.Reply{})}, true)
	raw := `[{"id":"2","version":"3","type":1,"name":"bye","description":"A test","contexts":[0],"integration_types":[0],"default_member_permissions":null,"nsfw":false,"dm_permission":false,"options":[]},
		{"id":"1","type":1,"name":"hello","description":"A test","contexts":[0],"integration_types":[0],"name_localizations":null}]`
	var there []definition
	if err := json.Unmarshal([]byte(raw), &there); err != nil {
		t.Fatal(err)
	}
	if !same(there, ours) {
		t.Error("the commands are the same")
	}
	there[0].Description = "Another"
	if same(there, ours) || same(there[:1], ours) || same(nil, ours) {
		t.Error("the commands differ")
	}
}
