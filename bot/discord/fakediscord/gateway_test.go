package fakediscord_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"skald/bot/discord/fakediscord"
)

func (sc scene) echo(t testing.TB) *discordgo.Session {
	t.Helper()
	s := sc.bot(t, func(s *discordgo.Session, i *discordgo.Interaction) {
		must(t, s.InteractionRespond(i, say("still here")))
	})
	sc.register(t, s)
	return s
}

func (sc scene) act(t testing.TB) *fakediscord.Interaction {
	t.Helper()
	return sc.Slash(t, fakediscord.Invocation{By: sc.ann, In: sc.table, Command: "act"})
}

func TestDroppedConnectionIsResumedWithWhatWasMissed(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.echo(t)
	sc.DropConnection()
	in := sc.act(t)
	if m := in.Message(t); m.Content != "still here" {
		t.Errorf("%+v", m)
	}
	if sc.Identified() != 1 || sc.Resumed() != 1 {
		t.Errorf("%d identified, %d resumed", sc.Identified(), sc.Resumed())
	}
}

func TestReconnectIsResumed(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.echo(t)
	sc.Reconnect()
	waitFor(t, func() bool { return sc.Resumed() == 1 && sc.Connected() })
	sc.act(t).Message(t)
}

func TestInvalidSessionIsBegunAnew(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.echo(t)
	sc.InvalidateSession(false)
	waitFor(t, func() bool { return sc.Identified() == 2 && sc.Connected() })
	sc.act(t).Message(t)
	sc.InvalidateSession(true)
	waitFor(t, func() bool { return sc.Resumed() == 1 && sc.Connected() })
	sc.act(t).Message(t)
}

func TestClosedByDiscord(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.echo(t)
	sc.CloseGateway(4000)
	waitFor(t, func() bool { return sc.Resumed() == 1 && sc.Connected() })
	sc.act(t).Message(t)
}

func TestOutageAndExpulsion(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	s := sc.bot(t, nil)
	deleted := make(chan bool, 2)
	back := make(chan string, 1)
	s.AddHandler(func(_ *discordgo.Session, g *discordgo.GuildDelete) { deleted <- g.Unavailable })
	s.AddHandler(func(_ *discordgo.Session, g *discordgo.GuildCreate) { back <- g.Name })
	sc.guild.Outage()
	if !<-deleted {
		t.Error("an outage is told as unavailable")
	}
	sc.guild.Recover()
	if name := <-back; name != "Moss" {
		t.Error(name)
	}
	sc.guild.Expel()
	if <-deleted {
		t.Error("an expulsion is not")
	}
}

func waitFor(t testing.TB, done func() bool) {
	t.Helper()
	for end := time.Now().Add(15 * time.Second); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it did not come about within 15 s")
		}
	}
}

func (sc scene) identify(t testing.TB, more string) puppet {
	t.Helper()
	p := sc.dial(t)
	if f := p.next(); f.Op != 10 || !strings.Contains(string(f.Data), "heartbeat_interval") {
		t.Fatalf("hello: %+v", f)
	}
	p.send(fmt.Sprintf(`{"op":2,"d":{"token":%q,"properties":{"os":"linux"},%s}}`, sc.Token, more))
	return p
}

func TestSequenceNumbersAndReplay(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.AddGuild("Fern")
	p := sc.identify(t, `"intents":1`)
	ready := p.next()
	var r struct {
		SessionID string `json:"session_id"`
		URL       string `json:"resume_gateway_url"`
		User      struct{ ID string }
		App       struct{ ID string } `json:"application"`
		Guilds    []struct{ Unavailable bool }
	}
	must(t, json.Unmarshal(ready.Data, &r))
	if ready.Name != "READY" || ready.Seq != 1 || r.User.ID != sc.AppID || r.App.ID != sc.AppID || len(r.Guilds) != 2 || !r.Guilds[0].Unavailable {
		t.Errorf("%+v %+v", ready, r)
	}
	for n := 2; n <= 3; n++ {
		if f := p.next(); f.Name != "GUILD_CREATE" || f.Seq != n {
			t.Errorf("%+v", f)
		}
	}
	p.send(`{"op":1,"d":3}`)
	if f := p.next(); f.Op != 11 {
		t.Errorf("%+v", f)
	}
	sc.DropConnection()
	sc.guild.AddChannel("new")
	q := sc.dialTo(t, r.URL+"?v=10&encoding=json")
	q.next()
	q.send(fmt.Sprintf(`{"op":6,"d":{"token":%q,"session_id":%q,"seq":2}}`, sc.Token, r.SessionID))
	for i, want := range []string{"GUILD_CREATE", "CHANNEL_CREATE", "RESUMED"} {
		if f := q.next(); f.Name != want || f.Seq != i+3 {
			t.Errorf("%+v", f)
		}
	}
	q.send(`{"op":3,"d":{"since":null,"activities":[{"name":"a scene","type":0}],"status":"online","afk":false}}`)
	q.send(`{"op":1,"d":null}`)
	if f := q.next(); f.Op != 11 {
		t.Errorf("%+v", f)
	}
	_ = q.ws.WriteMessage(8, []byte{0x03, 0xe8}) // 1000: the session is given up
	waitFor(t, func() bool { return !sc.Connected() })
	again := sc.dialTo(t, r.URL+"?v=9&encoding=json")
	again.next()
	again.send(fmt.Sprintf(`{"op":6,"d":{"token":%q,"session_id":%q,"seq":5}}`, sc.Token, r.SessionID))
	if f := again.next(); f.Op != 9 || string(f.Data) != "false" {
		t.Errorf("%+v", f)
	}
}

func TestIntentsChooseTheEvents(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	p := sc.identify(t, `"intents":512`)
	if f := p.next(); f.Name != "READY" {
		t.Errorf("%+v", f)
	}
	status, _ := sc.json(t, "POST", "/channels/"+sc.table.ID+"/messages", `{"content":"x","allowed_mentions":{"parse":[]}}`)
	if f := p.next(); status != 200 || f.Name != "MESSAGE_CREATE" || f.Seq != 2 {
		t.Errorf("%d %+v", status, f)
	}
}

func TestTheGatewayClosesWithTheRightCode(t *testing.T) {
	t.Parallel()
	ok := `"intents":1`
	for name, c := range map[string]struct {
		send []string // %s is the token
		code int
	}{
		"bad token":          {[]string{`{"op":2,"d":{"token":"x","intents":1,"properties":{"os":"l"}}}`}, 4004},
		"no intents":         {[]string{`{"op":2,"d":{"token":"%s","properties":{"os":"l"}}}`}, 4013},
		"unknown intents":    {[]string{`{"op":2,"d":{"token":"%s","intents":1073741824,"properties":{"os":"l"}}}`}, 4013},
		"privileged intents": {[]string{`{"op":2,"d":{"token":"%s","intents":32769,"properties":{"os":"l"}}}`}, 4014},
		"no properties":      {[]string{`{"op":2,"d":{"token":"%s","intents":1}}`}, 4002},
		"bad shard":          {[]string{`{"op":2,"d":{"token":"%s","intents":1,"properties":{"os":"l"},"shard":[1,1]}}`}, 4010},
		"no JSON":            {[]string{`hello`}, 4002},
		"too long":           {[]string{`{"op":1,"d":null,"x":"` + strings.Repeat("x", 4096) + `"}`}, 4002},
		"before identify":    {[]string{`{"op":3,"d":{}}`}, 4003},
		"second identify":    {[]string{"identify " + ok, "identify " + ok}, 4005},
		"unknown opcode":     {[]string{"identify " + ok, `{"op":99,"d":{}}`}, 4001},
		"future heartbeat":   {[]string{"identify " + ok, `{"op":1,"d":99}`}, 4007},
		"bad presence":       {[]string{"identify " + ok, `{"op":3,"d":{"status":"online","activities":null}}`}, 4002},
		"bad status":         {[]string{"identify " + ok, `{"op":3,"d":{"status":"away","activities":[]}}`}, 4002},
		"future resume":      {[]string{"resume 99"}, 4007},
		"bad heartbeat":      {[]string{`{"op":1,"d":"x"}`}, 4002},
		"unreadable":         {[]string{`{"op":2,"d":5}`}, 4002},
		"unreadable resume":  {[]string{`{"op":6,"d":{}}`}, 4002},
		"resume's bad token": {[]string{`{"op":6,"d":{"token":"x","session_id":"y","seq":1}}`}, 4004},
		"nameless activity":  {[]string{"identify " + ok, `{"op":3,"d":{"status":"online","activities":[{"type":0}]}}`}, 4002},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sc := newScene(t)
			p := sc.dial(t)
			p.next()
			for _, payload := range c.send {
				switch more, isIdentify := strings.CutPrefix(payload, "identify "); {
				case isIdentify:
					p.send(fmt.Sprintf(`{"op":2,"d":{"token":%q,"properties":{"os":"linux"},%s}}`, sc.Token, more))
				case payload == "resume 99":
					first := sc.identify(t, ok)
					var r struct {
						ID string `json:"session_id"`
					}
					must(t, json.Unmarshal(first.next().Data, &r))
					p.send(fmt.Sprintf(`{"op":6,"d":{"token":%q,"session_id":%q,"seq":99}}`, sc.Token, r.ID))
				default:
					p.send(strings.ReplaceAll(payload, "%s", sc.Token))
				}
			}
			if code := p.closed(); code != c.code {
				t.Errorf("closed with %d, want %d", code, c.code)
			}
			if v := sc.Violations(); len(v) != 1 || v[0].Code != c.code || v[0].Where != "gateway" {
				t.Errorf("%v", v)
			}
		})
	}
}

func TestTheGatewaysAddressIsChecked(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	if code := sc.dialTo(t, sc.GatewayURL()+"/?v=6&encoding=json").closed(); code != 4012 {
		t.Error(code)
	}
	if code := sc.dialTo(t, sc.GatewayURL()+"/?v=9&encoding=etf").closed(); code != 4002 {
		t.Error(code)
	}
	if n := len(sc.Violations()); n != 2 {
		t.Error(n)
	}
}

func TestTooManyPayloads(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.Expect("4008")
	p := sc.identify(t, `"intents":1`)
	for range 120 {
		p.send(`{"op":1,"d":null}`)
	}
	if code := p.closed(); code != 4008 {
		t.Error(code)
	}
}

func TestSilenceOfTheBotIsNoticed(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.Expect("4009")
	sc.SetHeartbeat(50 * time.Millisecond)
	if code := sc.identify(t, `"intents":1`).closed(); code != 4009 {
		t.Error(code)
	}
}

func TestIdentifyIsAnsweredAsToldTo(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.NextIdentify(7, 9, 4004, fakediscord.Silence)
	for _, op := range []int{7, 9} {
		if f := sc.identify(t, `"intents":1`).next(); f.Op != op {
			t.Errorf("%+v", f)
		}
	}
	if code := sc.identify(t, `"intents":1`).closed(); code != 4004 {
		t.Error(code)
	}
	p := sc.identify(t, `"intents":1`)
	p.send(`{"op":1,"d":null}`)
	if f := p.next(); f.Op != 11 {
		t.Errorf("no READY comes, but the connection lives: %+v", f)
	}
	if f := sc.identify(t, `"intents":1`).next(); f.Name != "READY" {
		t.Errorf("%+v", f)
	}
	if len(sc.Violations()) != 0 {
		t.Error("these are no fault of the bot's")
	}
}

func TestFrozenConnectionIsNoticedByTheBot(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.SetHeartbeat(400 * time.Millisecond)
	sc.SetDeadline(15 * time.Second)
	sc.echo(t)
	sc.Freeze()
	in := sc.act(t)
	waitFor(t, func() bool { return sc.Resumed() == 1 })
	in.Message(t)
}

func TestLargePayloadsAreCompressedOnRequest(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	p := sc.identify(t, `"intents":1,"compress":true`)
	kind, raw, err := p.ws.ReadMessage()
	if err != nil || kind != websocket.BinaryMessage {
		t.Fatal(kind, err)
	}
	z, err := zlib.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	var ready frame
	if err := json.NewDecoder(z).Decode(&ready); err != nil || ready.Name != "READY" {
		t.Errorf("%+v %v", ready, err)
	}
}
