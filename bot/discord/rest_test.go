package discord

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"skald/bot"
	"skald/bot/discord/fakediscord"
)

const (
	callbackPath = "/interactions/*/*/callback"
	originalPath = "/webhooks/*/*/messages/@original"
	followPath   = "/webhooks/*/*"
)

func TestTroubleAtDiscordIsOvercome(t *testing.T) {
	t.Parallel()
	full := fakediscord.Fault{Status: 429, RetryAfter: 200 * time.Millisecond}
	for name, hurt := range map[string]func(*world){
		"429 on the answer":    func(w *world) { w.Fail("POST", callbackPath, full) },
		"500 on the answer":    func(w *world) { w.Fail("POST", callbackPath, fakediscord.Fault{Status: 500, Times: 2}) },
		"lost answer":          func(w *world) { w.Fail("POST", callbackPath, fakediscord.Fault{AfterWork: true}) },
		"cut line":             func(w *world) { w.Fail("POST", callbackPath, fakediscord.Fault{}) },
		"429 on the follow-up": func(w *world) { w.Fail("POST", followPath, full) },
		"503 on the follow-up": func(w *world) { w.Fail("POST", followPath, fakediscord.Fault{Status: 503}) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t, say("two", bot.Reply{Body: "One.", Also: []bot.Reply{{Body: "Two."}}}))
			if name == "lost answer" {
				w.Expect("40060") // asked again, Discord says that it has the answer
			}
			hurt(w)
			in := w.slash(t, w.ann, "two", nil)
			has(t, in.Message(t), "One.")
			has(t, in.Followups(t, 1)[0], "Two.")
			if n := len(w.Messages(w.table)); n != 2 {
				t.Errorf("there are %d messages", n)
			}
		})
	}
}

func TestTroubleAfterADeferIsOvercome(t *testing.T) {
	t.Parallel()
	w := start(t, slowly("late", bot.Command{Slow: true}, 0, bot.Reply{Body: "Late."}, nil))
	w.Fail("PATCH", originalPath, fakediscord.Fault{Status: 429, RetryAfter: 100 * time.Millisecond})
	w.Fail("PATCH", originalPath, fakediscord.Fault{Status: 502, Times: 2})
	has(t, w.slash(t, w.ann, "late", nil).Message(t), "Late.")
}

func TestTroubleDuringRegistrationIsOvercome(t *testing.T) {
	t.Parallel()
	w := newWorld(t, hello())
	w.Fail("GET", "/applications/*/commands", fakediscord.Fault{Status: 429, RetryAfter: 100 * time.Millisecond})
	w.Fail("PUT", "/applications/*/commands", fakediscord.Fault{Status: 500, Times: attempts + 1})
	w.run(t, Config{})
	w.ready(t)
	w.greet(t)
}

func TestExpiredTokenIsNoCatastrophe(t *testing.T) {
	t.Parallel()
	going := make(chan struct{})
	w := start(t, hello(), &bot.Command{Name: "wait", Short: "A test", On: nowhere, Slow: true, Run: func(*bot.Turn) (bot.Reply, error) {
		<-going
		return bot.Reply{Body: "Late."}, nil
	}})
	w.Expect("50027")
	in := w.slash(t, w.ann, "wait", nil)
	in.Wait(t)
	in.Expire()
	close(going)
	w.until(t, "it is noted", func() bool {
		return strings.Contains(w.log.String(), "not delivered") || strings.Contains(w.log.String(), "K7Q2")
	})
	if strings.Contains(w.log.String(), in.Token) {
		t.Errorf("a token stands in the log:\n%s", w.log)
	}
	w.greet(t)
}

func TestErrorsLoseTheAddress(t *testing.T) {
	t.Parallel()
	err := bare(&url.Error{Op: "Post", URL: "https://discord.com/api/v9/interactions/1/SECRET/callback", Err: errors.New("refused")})
	if strings.Contains(err.Error(), "SECRET") || !strings.Contains(err.Error(), "refused") {
		t.Errorf("got %v", err)
	}
}

func TestRequestsAreLedToTheConfiguredAddress(t *testing.T) {
	t.Parallel()
	to, _ := url.Parse("http://127.0.0.1:1/base/v9")
	for from, want := range map[string]string{
		"https://discord.com/api/v9/gateway?x=1":                 "127.0.0.1:1",
		"https://discord.com/api/v9/webhooks/1/a%2Fb/@original":  "127.0.0.1:1",
		"https://cdn.discordapp.com.invalid/attachments/1/2/a.b": "cdn.discordapp.com.invalid",
	} {
		r, _ := http.NewRequest("GET", from, nil)
		_, err := newTransport(to).RoundTrip(r)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", from, err)
		}
	}
}

func TestAttachmentsComeFromDiscordAlone(t *testing.T) {
	t.Parallel()
	w := start(t)
	for _, address := range []string{"http://169.254.169.254/latest", "file:///etc/passwd", "gopher://x", "http://127.0.0.1:1/x", "%"} {
		if _, err := w.bot.fetch(t.Context(), address, 10); err == nil || !strings.Contains(err.Error(), "not Discord's") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestTokenStaysAwayFromAttachments(t *testing.T) {
	t.Parallel()
	w := start(t)
	seen := make(chan http.Header, 1)
	server := &http.Server{Handler: http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		seen <- r.Header
		http.Redirect(out, r, "http://127.0.0.1:1/elsewhere", http.StatusFound)
	})}
	at, stop := serve(t, server)
	defer stop()
	w.bot.api = at
	_, err := w.bot.fetch(t.Context(), at.String()+"/a", 10)
	if h := <-seen; h.Get("Authorization") != "" {
		t.Error("the token goes out with the download")
	}
	if err == nil || !strings.Contains(err.Error(), "302") {
		t.Errorf("a redirect is not followed: %v", err)
	}
}

func TestShutdownFinishesWhatRuns(t *testing.T) {
	t.Parallel()
	began, going := make(chan struct{}), make(chan struct{})
	w := start(t, hello(), &bot.Command{Name: "wait", Short: "A test", On: nowhere, Slow: true, Run: func(*bot.Turn) (bot.Reply, error) {
		close(began)
		<-going
		return bot.Reply{Body: "Done after all."}, nil
	}})
	in := w.slash(t, w.ann, "wait", nil)
	<-began
	at := time.Now()
	ended := make(chan error, 1)
	go func() { ended <- w.stop() }()
	w.until(t, "it stops", func() bool { return strings.Contains(w.log.String(), "stopping") })
	m := w.slash(t, w.bert, "hello", nil).Message(t)
	only(t, m, w.bert)
	has(t, m, "Skald is restarting; try again in a minute.")
	if got := w.Autocomplete(t, fakediscord.Invocation{By: w.ann, In: w.table, Command: "help"}, "topic").Choices(t); len(got) != 0 {
		t.Errorf("suggested %v", got)
	}
	close(going)
	has(t, in.Message(t), "Done after all.")
	if err := <-ended; err != nil || time.Since(at) > 10*time.Second {
		t.Errorf("Run gives %v after %v", err, time.Since(at))
	}
	if w.Connected() {
		t.Error("the connection is still there")
	}
}

func TestShutdownLeavesBehindWhatNeverEnds(t *testing.T) {
	t.Parallel()
	going := make(chan struct{})
	w := start(t, &bot.Command{Name: "wait", Short: "A test", On: nowhere, Slow: true, Run: func(*bot.Turn) (bot.Reply, error) {
		<-going
		return bot.Reply{Body: "Done after all."}, nil
	}})
	w.slash(t, w.ann, "wait", nil).Wait(t)
	at := time.Now()
	if err := w.stop(); err != nil || time.Since(at) > 10*time.Second {
		t.Errorf("Run gives %v after %v", err, time.Since(at))
	}
	if !strings.Contains(w.log.String(), "requests=1") {
		t.Errorf("the log names what was left:\n%s", w.log)
	}
	close(going)
	w.until(t, "the rest ends", func() bool { return strings.Contains(w.log.String(), "not delivered") })
}

func TestShutdownWhileNotConnected(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Fail("GET", "/gateway", fakediscord.Fault{Status: 503, Times: -1})
	w.run(t, Config{})
	w.until(t, "it tries", func() bool { return strings.Contains(w.log.String(), "trying again") })
	at := time.Now()
	if err := w.stop(); err != nil || time.Since(at) > 3*time.Second {
		t.Errorf("Run gives %v after %v", err, time.Since(at))
	}
}
