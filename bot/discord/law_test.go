package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/gorilla/websocket"
	"pgregory.net/rapid"

	"skald/bot"
	"skald/bot/bottest"
	"skald/bot/discord/fakediscord"
)

// TestAnyReplyKeepsToDiscordsLimits draws replies of any size and checks what would be sent.
func TestAnyReplyKeepsToDiscordsLimits(t *testing.T) {
	b, err := New(Config{Token: "x", Hub: newHub(&bottest.Memory{}, slog.New(slog.DiscardHandler))})
	if err != nil {
		t.Fatal(err)
	}
	words := rapid.Custom(func(t *rapid.T) string {
		text := rapid.StringOfN(rapid.RuneFrom(nil, unicode.Latin, unicode.So, unicode.Space), 0, 6, -1).Draw(t, "text")
		return strings.Repeat(text, rapid.SampledFrom([]int{1, 3, 40, 1500}).Draw(t, "times"))
	})
	rapid.Check(t, func(t *rapid.T) {
		r := bot.Reply{Title: words.Draw(t, "title"), Body: words.Draw(t, "body"), Private: rapid.Bool().Draw(t, "private")}
		for range rapid.IntRange(0, 30).Draw(t, "fields") {
			r.Fields = append(r.Fields, bot.Field{Name: words.Draw(t, "name"), Value: words.Draw(t, "value")})
		}
		for range rapid.IntRange(0, 30).Draw(t, "buttons") {
			r.Buttons = append(r.Buttons, bot.Button{Label: words.Draw(t, "label"), Line: bot.Line("act", "card", words.Draw(t, "line"))})
		}
		for range rapid.IntRange(0, 3).Draw(t, "menus") {
			s := bot.Select{Label: words.Draw(t, "label"), Line: "/act", Option: "card", Min: rapid.IntRange(0, 30).Draw(t, "min"), Max: rapid.IntRange(0, 30).Draw(t, "max")}
			for range rapid.IntRange(0, 30).Draw(t, "choices") {
				s.Choices = append(s.Choices, bot.Choice{Label: words.Draw(t, "label"), Value: words.Draw(t, "value"), About: words.Draw(t, "about"), Marked: rapid.Bool().Draw(t, "marked")})
			}
			r.Selects = append(r.Selects, s)
		}
		m, err := b.message("1", r)
		if err != nil {
			t.Fatal(err)
		}
		checkEmbed(t, m, r)
		checkParts(t, m)
		if (m.Flags == ephemeral) != r.Private || len(m.Mentions.Parse) != 0 {
			t.Fatalf("flags %d, mentions %v", m.Flags, m.Mentions)
		}
	})
}

func checkEmbed(t *rapid.T, m *message, r bot.Reply) {
	if len(m.Embeds) == 0 {
		if strings.TrimSpace(r.Title+r.Body) != "" || len(r.Fields) > 0 || len(m.Components) == 0 {
			t.Fatal("nothing is shown")
		}
		return
	}
	e := m.Embeds[0]
	if strings.TrimSpace(r.Title+r.Body) == "" && len(r.Fields) == 0 {
		if e.Description != "Done." {
			t.Fatalf("an empty reply says %q", e.Description)
		}
		return
	}
	total := utf8.RuneCountInString(e.Title) + utf8.RuneCountInString(e.Description)
	if units(e.Title) > 256 || units(e.Description) > 4096 || len(e.Fields) > 25 {
		t.Fatalf("title %d, body %d, %d fields", units(e.Title), units(e.Description), len(e.Fields))
	}
	whole := e.Title == tame(strings.TrimSpace(r.Title)) && e.Description == tame(strings.TrimSpace(r.Body)) && len(e.Fields) == len(r.Fields)
	for i, f := range e.Fields {
		n, v := units(f.Name), units(f.Value)
		total += n + v
		if strings.TrimSpace(f.Name) == "" || n > 256 || strings.TrimSpace(f.Value) == "" || v > 1024 {
			t.Fatalf("field %d has %d and %d characters", i, n, v)
		}
		whole = whole && f.Name == solid(tame(strings.TrimSpace(r.Fields[i].Name))) && f.Value == solid(tame(strings.TrimSpace(r.Fields[i].Value)))
	}
	if total > 6000 {
		t.Fatalf("the embed has %d characters", total)
	}
	if whole != (len(m.files) == 0) {
		t.Fatalf("whole: %t, files: %d", whole, len(m.files))
	}
	if !whole && string(m.files[0].data) != r.Text() {
		t.Fatal("the file does not hold the whole reply")
	}
}

func checkParts(t *rapid.T, m *message) {
	ids := map[string]bool{}
	if len(m.Components) > 5 {
		t.Fatalf("%d rows", len(m.Components))
	}
	for _, row := range m.Components {
		if n := len(row.Components); n < 1 || n > 5 {
			t.Fatalf("%d components in a row", n)
		}
		for _, p := range row.Components {
			if ids[p.CustomID] || p.CustomID == "" || units(p.CustomID) > 100 || units(p.Label) > 80 {
				t.Fatalf("the custom id %q is there twice or too long", p.CustomID)
			}
			ids[p.CustomID] = true
			if p.Type != componentSelect {
				if strings.TrimSpace(p.Label) == "" {
					t.Fatal("a button without a label")
				}
				continue
			}
			checkMenu(t, p)
		}
	}
}

func checkMenu(t *rapid.T, p part) {
	values, marked := map[string]bool{}, 0
	for _, o := range p.Options {
		if values[o.Value] || o.Value == "" || units(o.Value) > 100 || units(o.Label) > 100 || strings.TrimSpace(o.Label) == "" || units(o.Description) > 100 {
			t.Fatalf("a line of a menu: %+v", o)
		}
		values[o.Value] = true
		if o.Default {
			marked++
		}
	}
	if n := len(p.Options); n < 1 || n > 25 || *p.MinValues < 1 || *p.MinValues > *p.MaxValues || *p.MaxValues > n || marked > *p.MaxValues || units(p.Placeholder) > 150 {
		t.Fatalf("a menu with %d lines takes %d to %d, %d are marked", len(p.Options), *p.MinValues, *p.MaxValues, marked)
	}
}

// TestCustomIDsAreUndone: what a component stands for comes back when it is used.
func TestCustomIDsAreUndone(t *testing.T) {
	b, err := New(Config{Token: "x", Hub: newHub(&bottest.Memory{}, slog.New(slog.DiscardHandler))})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		line := bot.Line("act", "card", rapid.StringN(1, 80, -1).Draw(t, "card"))
		option := rapid.StringMatching(`[a-z-]{0,12}`).Draw(t, "option")
		text := line
		if option != "" {
			text = markOption + option + " " + line
		}
		used := map[string]bool{}
		for range 3 {
			id, err := b.id("1", text, used)
			if err != nil {
				t.Fatal(err)
			}
			back, err := b.unfold("1", id)
			if err != nil {
				t.Fatal(err)
			}
			gotLine, gotOption, err := behind(back)
			if err != nil || gotLine != line || gotOption != option {
				t.Fatalf("%q gives %q and %q, %v", id, gotLine, gotOption, err)
			}
		}
	})
}

// TestFramesAreReadHoweverTheyArrive sends frames in pieces of any size and checks what is let through.
func TestFramesAreReadHoweverTheyArrive(t *testing.T) {
	stop := errors.New("stop")
	rapid.Check(t, func(t *rapid.T) {
		stream := []byte("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n")
		var want []string
		good := 0
		bad := rapid.IntRange(-1, 8).Draw(t, "the message that is held back")
		for i := range 8 {
			good = len(stream)
			size := rapid.SampledFrom([]int{0, 1, 125, 126, 127, 1000, 1024, 1025, 70_000}).Draw(t, "size")
			payload := []byte(strings.Repeat("x", size))
			if i == bad {
				payload = []byte("bad")
			}
			stream = append(stream, frame(payload)...)
			if len(payload) <= short {
				want = append(want, string(payload))
			}
			if i == bad {
				break
			}
			good = len(stream)
		}
		var f frames
		var got []string
		heed := func(_ byte, p []byte) error {
			got = append(got, string(p))
			if string(p) == "bad" {
				return stop
			}
			return nil
		}
		passed := 0
		for at := 0; at < len(stream); {
			n := min(rapid.SampledFrom([]int{1, 2, 3, 7, 60, 1 << 10, 1 << 17}).Draw(t, "piece"), len(stream)-at)
			ok, err := f.feed(stream[at:at+n], heed)
			passed += ok
			if err != nil {
				if !errors.Is(err, stop) || bad < 0 || bad > 7 || passed > len(stream)-1 {
					t.Fatalf("held back after %d of %d: %v", passed, good, err)
				}
				break
			}
			at += n
		}
		if len(got) != len(want) || strings.Join(got, "|") != strings.Join(want, "|") {
			t.Fatalf("read %d messages, not %d", len(got), len(want))
		}
		if (bad < 0 || bad > 7) && passed != len(stream) {
			t.Fatalf("let through %d of %d bytes", passed, len(stream))
		}
	})
}

// frame is an unmasked text frame.
func frame(payload []byte) []byte {
	head := []byte{0x81}
	switch n := len(payload); {
	case n < 126:
		head = append(head, byte(n))
	case n < 1<<16:
		head = append(head, 126, byte(n>>8), byte(n))
	default:
		head = append(head, 127, 0, 0, 0, 0, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	return append(head, payload...)
}

func FuzzFrames(f *testing.F) {
	f.Add([]byte("HTTP/1.1 101 x\r\n\r\n\x81\x0a{\"op\":7}xx"), uint8(3))
	f.Add(append([]byte("\r\n\r\n\x88\x02"), websocket.FormatCloseMessage(4004, "")...), uint8(1))
	f.Fuzz(func(t *testing.T, p []byte, piece uint8) {
		g := newGuard(nil)
		for len(p) > 0 {
			n := min(int(piece)+1, len(p))
			ok, err := g.frames.feed(p[:n], g.heed)
			if ok < 0 || ok > n || err == nil && ok != n {
				t.Fatalf("let through %d of %d, %v", ok, n, err)
			}
			if err != nil {
				return
			}
			p = p[n:]
		}
	})
}

// FuzzInteraction throws anything at the reader of interactions: it must neither panic nor make a request that
// is not a command line.
func FuzzInteraction(f *testing.F) {
	for _, raw := range []string{
		`{"id":"1","token":"t","type":2,"guild_id":"1","member":{"user":{"id":"5"}},"data":{"name":"act","type":1,"options":[{"name":"card","type":3,"value":"8 Mind"}]}}`,
		`{"id":"1","token":"t","type":3,"guild_id":"1","member":{"user":{"id":"5"}},"data":{"custom_id":"?card /act","values":["8 Mind"]},"message":{"flags":64}}`,
		`{"id":"1","token":"t","type":4,"guild_id":"1","member":{"user":{"id":"5"}},"data":{"name":"hand","options":[{"name":"show","type":1,"options":[{"name":"hero","type":3,"value":"","focused":true}]}]}}`,
		`{"id":"1","token":"t","type":5,"guild_id":"1","member":{"user":{"id":"5"}},"data":{"custom_id":"/hero new","components":[{"type":18,"component":{"type":4,"custom_id":"name","value":"Bo"}},{"type":99}]}}`,
		`{"id":"1","token":"t","type":5,"guild_id":"1","member":{"user":{"id":"5"}},"data":null}`,
	} {
		f.Add([]byte(raw))
	}
	b, err := New(Config{Token: "x", Hub: newHub(&bottest.Memory{}, slog.New(slog.DiscardHandler))})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var in interaction
		if json.Unmarshal(raw, &in) != nil || in.Member == nil || in.Member.User == nil {
			return
		}
		_ = b.suggest(&in)
		j := b.job(&in)
		if r, err := j.prepare(t.Context()); err == nil {
			if _, err := b.hub.Find(r.Command); err != nil {
				t.Fatalf("a request for %q", r.Command)
			}
		} else if b.refusal(err).Body == "" {
			t.Fatal("a refusal without words")
		}
	})
}

// TestOddInteractionsHarmNobody: Discord adds kinds of things; what the bot does not know it refuses.
func TestOddInteractionsHarmNobody(t *testing.T) {
	t.Parallel()
	w := start(t, hello())
	member := fmt.Sprintf(`"guild_id":%q,"channel_id":%q,"application_id":%q,"member":{"user":{"id":%q,"username":"ann"},"permissions":"x"}`, w.guild.ID, w.table.ID, w.AppID, w.ann.ID)
	w.Expect("10062") // these were never asked
	for i, raw := range []string{
		`{"id":"%d","token":"t","type":2,"data":null,` + member + `}`,
		`{"id":"%d","token":"t","type":2,"data":{"name":"Say hello","type":3,"target_id":"1"},` + member + `}`,
		`{"id":"%d","token":"t","type":3,"data":null,` + member + `}`,
		`{"id":"%d","token":"t","type":5,"data":{"custom_id":"/hello","components":[{"type":99,"mystery":true}]},` + member + `}`,
		`{"id":"%d","token":"t","type":77,` + member + `}`,
		`{"id":"%d","token":"t","type":2,"data":{"name":"hello"},"guild_id":"1","member":{}}`,
		`{"id":"%d","token":"t","type":4,"data":7,` + member + `}`,
		`{"id":%d}`,
		`[%d`,
	} {
		w.bot.receive(t.Context(), fmt.Appendf(nil, raw, i+1))
	}
	w.greet(t)
	if strings.Contains(w.log.String(), "panic") {
		t.Errorf("the log:\n%s", w.log)
	}
	if n := len(w.Requests()); n < 8 {
		t.Errorf("only %d requests were made", n)
	}
}

func TestSeenForgetsTheOldest(t *testing.T) {
	t.Parallel()
	var s seen
	for i := range 3 * remembered {
		if !s.first(fmt.Sprint(i)) {
			t.Fatalf("%d is new", i)
		}
	}
	if len(s.ids) != remembered || s.first(fmt.Sprint(3*remembered-1)) || s.first(fmt.Sprint(2*remembered)) || !s.first("0") {
		t.Errorf("%d ids are kept", len(s.ids))
	}
}

func TestDisplayNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ nick, global, login, want string }{
		{"Nick", "Global", "login", "Nick"},
		{"", "Global", "login", "Global"},
		{"", "", "log_in", "log_in"},
		{"\u200b\u202e", "", "login", "login"},
		{"**", "", "**", "user 5"},
		{"__sly__ one", "", "x", "sly_ one"},
		{"[a](b) `c` <@1> @everyone\n#x", "", "x", "a(b) c 1 everyone x"},
		{"Ærøskøbing 🎲", "", "x", "Ærøskøbing 🎲"},
		{strings.Repeat("n", 200), "", "x", strings.Repeat("n", 79) + "…"},
	} {
		if got := display(&user{ID: "5", Name: c.login, Global: c.global}, c.nick); got != c.want {
			t.Errorf("%q is shown as %q, not %q", c.nick+c.global+c.login, got, c.want)
		}
	}
}

func TestRelayKeepsPayloadsOutOfTheLog(t *testing.T) {
	w := &loud{}
	was := library.Load()
	library.Store(slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug})))
	defer library.Store(was)
	relay(0, 1, "error connecting to gateway %s, %s", "wss://x", "refused")
	relay(1, 1, "Expected READY/RESUMED, instead got:\n%#v\n", "TOKEN")
	relay(1, 1, "unknown event: Op: %d, Data: %s", 0, "TOKEN")
	if log := w.String(); !strings.Contains(log, "refused") || strings.Contains(log, "TOKEN") {
		t.Errorf("logged:\n%s", log)
	}
}

// TestCrowd lets many play at once; each is answered, nobody waits for another's interaction.
func TestCrowd(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.game(t)
	var all []*fakediscord.Interaction
	for i := range 100 {
		by := w.ann
		if i%2 == 0 {
			by = w.bert
		}
		all = append(all, w.slash(t, by, []string{"game status", "hand show", "deck show", "help"}[i%4], nil))
	}
	for _, in := range all {
		in.Message(t)
	}
}
