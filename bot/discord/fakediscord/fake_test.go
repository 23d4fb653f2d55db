package fakediscord_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"skald/bot/discord/fakediscord"
)

// scene is a guild with a channel and two people.
type scene struct {
	*fakediscord.Server
	guild     *fakediscord.Guild
	table     *fakediscord.Channel
	ann, bert *fakediscord.Member
}

func newScene(t testing.TB) scene {
	srv := fakediscord.New(t)
	g := srv.AddGuild("Moss")
	return scene{srv, g, g.AddChannel("table"), g.AddMember("ann"), g.AddMember("bert")}
}

// raw sends a request as the bot would, and gives status and body.
func (sc scene) raw(t testing.TB, method, path, contentType string, body io.Reader) (int, map[string]any) {
	t.Helper()
	req, err := http.NewRequest(method, sc.APIURL()+path, body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	req.Header.Set("Authorization", "Bot "+sc.Token)
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	_ = json.Unmarshal(text, &v)
	return resp.StatusCode, v
}

func (sc scene) json(t testing.TB, method, path, body string) (int, map[string]any) {
	t.Helper()
	if body == "" {
		return sc.raw(t, method, path, "", http.NoBody)
	}
	return sc.raw(t, method, path, "application/json", strings.NewReader(body))
}

// multipart sends JSON with files, which are numbered in order.
func (sc scene) multipart(t testing.TB, method, path, body string, files ...fakediscord.File) (int, map[string]any) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	if err := w.WriteField("payload_json", body); err != nil {
		t.Fatal(err)
	}
	for i, f := range files {
		h := textproto.MIMEHeader{}
		h.Set("Content-Disposition", fmt.Sprintf(`form-data; name="files[%d]"; filename=%q`, i, f.Name))
		h.Set("Content-Type", f.ContentType)
		p, err := w.CreatePart(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Write(f.Data); err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	return sc.raw(t, method, path, w.FormDataContentType(), &b)
}

// idle connects a bot that never answers, so that interactions have somebody to go to.
func (sc scene) idle(t testing.TB) {
	t.Helper()
	p := sc.dial(t)
	p.send(`{"op":2,"d":{"token":"` + sc.Token + `","intents":1,"properties":{"os":"linux"}}}`)
	sc.WaitConnected(t)
	go func() {
		for {
			if _, _, err := p.ws.ReadMessage(); err != nil {
				return
			}
		}
	}()
}

// puppet is a gateway client moved by hand.
type puppet struct {
	t  testing.TB
	ws *websocket.Conn
}

func (sc scene) dial(t testing.TB) puppet {
	t.Helper()
	return sc.dialTo(t, sc.GatewayURL()+"/?v=9&encoding=json")
}

func (sc scene) dialTo(t testing.TB, url string) puppet {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.Dial(url, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	return puppet{t, ws}
}

func (p puppet) send(payload string) {
	p.t.Helper()
	if err := p.ws.WriteMessage(websocket.TextMessage, []byte(payload)); err != nil {
		p.t.Fatal(err)
	}
}

type frame struct {
	Op   int             `json:"op"`
	Seq  int             `json:"s"`
	Name string          `json:"t"`
	Data json.RawMessage `json:"d"`
}

func (p puppet) next() frame {
	p.t.Helper()
	var f frame
	if err := p.ws.SetReadDeadline(time.Now().Add(5 * time.Second)); err != nil {
		p.t.Fatal(err)
	}
	if err := p.ws.ReadJSON(&f); err != nil {
		p.t.Fatal(err)
	}
	return f
}

// closed reads until the connection is closed, and gives the code.
func (p puppet) closed() int {
	p.t.Helper()
	_ = p.ws.SetReadDeadline(time.Now().Add(5 * time.Second))
	for {
		_, _, err := p.ws.ReadMessage()
		if ce, ok := err.(*websocket.CloseError); ok {
			return ce.Code
		}
		if err != nil {
			p.t.Fatal(err)
		}
	}
}

// bot opens a plain discordgo session. Its answers are those of handle.
func (sc scene) bot(t testing.TB, handle func(*discordgo.Session, *discordgo.Interaction)) *discordgo.Session {
	t.Helper()
	s, err := discordgo.New("Bot " + sc.Token)
	if err != nil {
		t.Fatal(err)
	}
	s.Client = &http.Client{Transport: sc.Transport(), Timeout: 20 * time.Second}
	s.Identify.Intents = discordgo.IntentsGuilds
	s.StateEnabled = false
	s.LogLevel = -1
	if handle != nil {
		s.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) { handle(s, i.Interaction) })
	}
	if err := s.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.ShouldReconnectOnError = false
		s.Close()
	})
	return s
}

var quiet = &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}}

// gameCommands are registered by most tests.
func gameCommands() []*discordgo.ApplicationCommand {
	low := 1.0
	text := func(name string, required, complete bool) *discordgo.ApplicationCommandOption {
		return &discordgo.ApplicationCommandOption{
			Type: discordgo.ApplicationCommandOptionString, Name: name, Description: "What " + name,
			Required: required, Autocomplete: complete,
		}
	}
	return []*discordgo.ApplicationCommand{
		{Name: "game", Description: "Games", Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "new", Description: "A new game", Options: []*discordgo.ApplicationCommandOption{
				text("name", true, false),
				{
					Type: discordgo.ApplicationCommandOptionString, Name: "deck", Description: "Which deck",
					Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "Playing cards", Value: "playing-cards"}},
				},
				{Type: discordgo.ApplicationCommandOptionInteger, Name: "edge", Description: "Edge", MinValue: &low, MaxValue: 10},
				{Type: discordgo.ApplicationCommandOptionUser, Name: "player", Description: "Who"},
				{Type: discordgo.ApplicationCommandOptionMentionable, Name: "add", Description: "Whom"},
				{Type: discordgo.ApplicationCommandOptionBoolean, Name: "secret", Description: "Hidden"},
				{Type: discordgo.ApplicationCommandOptionAttachment, Name: "file", Description: "A file"},
			}},
		}},
		{Name: "act", Description: "Act", Options: []*discordgo.ApplicationCommandOption{text("card", false, true), text("then", false, true)}},
	}
}

func (sc scene) register(t testing.TB, s *discordgo.Session) {
	t.Helper()
	if _, err := s.ApplicationCommandBulkOverwrite(sc.AppID, "", gameCommands()); err != nil {
		t.Fatal(err)
	}
}

func say(content string) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Content: content, AllowedMentions: quiet},
	}
}

// must fails the test, from a handler too.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}
