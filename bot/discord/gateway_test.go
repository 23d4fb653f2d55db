package discord

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"time"

	"skald/bot"
	"skald/bot/bottest"
	"skald/bot/discord/fakediscord"
)

func hello() *bot.Command { return say("hello", bot.Reply{Body: "Hello."}) }

// greet checks that the bot answers.
func (w *world) greet(t *testing.T) {
	t.Helper()
	has(t, w.slash(t, w.ann, "hello", nil).Message(t), "Hello.")
}

func TestDroppedConnectionIsResumed(t *testing.T) {
	t.Parallel()
	w := start(t, hello())
	w.DropConnection()
	w.greet(t) // asked while nobody listens, answered after the resume
	if w.Resumed() != 1 || w.Identified() != 1 {
		t.Errorf("resumed %d times, identified %d times", w.Resumed(), w.Identified())
	}
	w.Reconnect()
	w.until(t, "the session is resumed again", func() bool { return w.Resumed() == 2 })
	w.greet(t)
	if w.Identified() != 1 {
		t.Errorf("identified %d times", w.Identified())
	}
}

func TestInvalidSessionIsBegunAnew(t *testing.T) {
	t.Parallel()
	w := start(t, hello())
	w.InvalidateSession(false)
	w.until(t, "a new session is begun", func() bool { return w.Identified() == 2 && w.Connected() })
	w.greet(t)
	if n := strings.Count(w.log.String(), "trying again"); n != 1 {
		t.Errorf("the invalid session was tried again; in all %d times", n)
	}
	w.InvalidateSession(true)
	w.until(t, "the session is resumed", func() bool { return w.Resumed() == 1 && w.Connected() })
	w.greet(t)
	if n := w.Overwrites(nil); n != 1 {
		t.Errorf("the commands were written %d times", n)
	}
}

// Left to itself, discordgo hangs for good in each of these.
func TestOddAnswersToAnIdentify(t *testing.T) {
	t.Parallel()
	for name, how := range map[string]fakediscord.Answering{
		"reconnect": 7, "invalid session": 9, "silence": fakediscord.Silence, "unknown error": 4000, "invalid sequence": 4007,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, hello())
			w.SetHeartbeat(time.Second)
			w.NextIdentify(how, how)
			w.run(t, Config{})
			w.ready(t)
			w.greet(t)
		})
	}
}

func TestOddAnswersToAResume(t *testing.T) {
	t.Parallel()
	for name, how := range map[string]fakediscord.Answering{
		"reconnect": 7, "invalid session": 9, "silence": fakediscord.Silence, "session timed out": 4009,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, hello())
			w.SetHeartbeat(time.Second)
			w.run(t, Config{})
			w.ready(t)
			w.NextIdentify(how)
			w.DropConnection()
			w.until(t, "it is connected again", func() bool { return w.Resumed() == 1 || w.Identified() == 2 && w.Connected() })
			w.greet(t)
		})
	}
}

func TestSilentLineIsNoticed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, hello())
	w.SetHeartbeat(time.Second)
	w.run(t, Config{})
	w.ready(t)
	w.Freeze()
	w.until(t, "the session is resumed", func() bool { return w.Resumed() == 1 })
	w.greet(t)
	if !strings.Contains(w.log.String(), errSilence.Error()) {
		t.Errorf("the silence was noticed by chance:\n%s", w.log)
	}
}

func TestFatalCodesEndTheBot(t *testing.T) {
	t.Parallel()
	for code, words := range map[fakediscord.Answering]string{4004: "discord.token", 4014: "intent"} {
		t.Run(words, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.NextIdentify(code)
			w.run(t, Config{})
			if err := w.ended(); err == nil || !strings.Contains(err.Error(), words) {
				t.Errorf("Run gives %v", err)
			}
		})
	}
	t.Run("later", func(t *testing.T) {
		t.Parallel()
		w := start(t)
		w.CloseGateway(4004)
		if err := w.ended(); err == nil || !strings.Contains(err.Error(), "discord.token") {
			t.Errorf("Run gives %v", err)
		}
	})
	t.Run("wrong token", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.Expect("4004")
		w.run(t, Config{Token: "wrong"})
		if err := w.ended(); err == nil || !strings.Contains(err.Error(), "discord.token") {
			t.Errorf("Run gives %v", err)
		}
	})
}

func TestOutageOfAServerLosesNothing(t *testing.T) {
	t.Parallel()
	w := start(t, hello())
	w.game(t)
	w.guild.Outage()
	w.guild.Recover()
	has(t, w.slash(t, w.ann, "game status", nil).Message(t), "Jade")
	w.guild.Expel()
	w.until(t, "it is noted", func() bool { return strings.Contains(w.log.String(), "removed from a server") })
}

func TestConfigIsChecked(t *testing.T) {
	t.Parallel()
	hub := newHub(&bottest.Memory{}, slog.New(slog.DiscardHandler))
	for want, c := range map[string]Config{
		"discord.token":   {Hub: hub, Token: " Bot "},
		"discord.api_url": {Hub: hub, Token: "x", APIURL: "localhost:99"},
		"hub":             {Token: "x"},
	} {
		if _, err := New(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestOverTLS goes the way that is gone in earnest: REST and gateway over TLS, both by way of the address that
// is configured.
func TestOverTLS(t *testing.T) {
	t.Parallel()
	w := newWorld(t, hello())
	inner, err := url.Parse(w.APIURL())
	if err != nil {
		t.Fatal(err)
	}
	inner.Path = ""
	var front *httptest.Server
	proxy := httputil.NewSingleHostReverseProxy(inner)
	proxy.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	front = httptest.NewUnstartedServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/v9/gateway" {
			io.WriteString(out, `{"url":"wss`+strings.TrimPrefix(front.URL, "https")+`/gateway"}`)
			return
		}
		proxy.ServeHTTP(out, r)
	}))
	front.Config.ErrorLog = proxy.ErrorLog
	front.StartTLS()
	t.Cleanup(front.Close)
	w.run(t, Config{APIURL: front.URL + "/api/v9"})
	w.ready(t)
	w.greet(t)
	w.InvalidateSession(false)
	w.until(t, "a new session is begun", func() bool { return w.Identified() == 2 && w.Connected() })
	w.greet(t)
}

func TestShutdownWhileTheGatewayIsAskedFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Delay("GET", "/gateway", 15*time.Second)
	w.run(t, Config{})
	time.Sleep(300 * time.Millisecond)
	at := time.Now()
	if err := w.stop(); err != nil || time.Since(at) > 5*time.Second {
		t.Errorf("Run gives %v after %v", err, time.Since(at))
	}
}

func TestTunnelThroughAProxy(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	asked := make(chan string, 2)
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			r, err := http.ReadRequest(bufio.NewReader(c))
			if err != nil {
				c.Close()
				continue
			}
			asked <- r.Method + " " + r.Host + " " + r.Header.Get("Proxy-Authorization")
			if r.Host == "gateway.discord.gg:443" {
				io.WriteString(c, "HTTP/1.1 200 Connection established\r\n\r\n")
				io.Copy(c, c)
			} else {
				io.WriteString(c, "HTTP/1.1 403 Forbidden\r\n\r\n")
			}
			c.Close()
		}
	}()
	at := &url.URL{Scheme: "http", Host: listener.Addr().String(), User: url.UserPassword("me", "word")}
	c, err := tunnel(context.Background(), "tcp", at, "gateway.discord.gg:443")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := <-asked, "CONNECT gateway.discord.gg:443 Basic bWU6d29yZA=="; got != want {
		t.Errorf("asked %q, not %q", got, want)
	}
	io.WriteString(c, "echo")
	back := make([]byte, 4)
	if _, err := io.ReadFull(c, back); err != nil || string(back) != "echo" {
		t.Errorf("through the tunnel came %q, %v", back, err)
	}
	c.Close()
	if _, err := tunnel(context.Background(), "tcp", at, "elsewhere:443"); err == nil || !strings.Contains(err.Error(), "403") {
		t.Errorf("a refusal gives %v", err)
	}
	<-asked
	if _, err := tunnel(context.Background(), "tcp", &url.URL{Scheme: "socks5", Host: "h", User: at.User}, "x:1"); err == nil || strings.Contains(err.Error(), "word") {
		t.Errorf("another kind of proxy gives %v", err)
	}
}
