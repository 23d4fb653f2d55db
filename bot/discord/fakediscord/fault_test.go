package fakediscord_test

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"skald/bot/discord/fakediscord"
)

func TestFaultsHitTheRequestsThatFit(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.Fail("POST", "/channels/*/messages", fakediscord.Fault{Status: 429, RetryAfter: 50 * time.Millisecond})
	s := sc.bot(t, nil)
	begin := time.Now()
	_, err := s.ChannelMessageSendComplex(sc.table.ID, &discordgo.MessageSend{Content: "x", AllowedMentions: quiet})
	if err != nil || time.Since(begin) < 50*time.Millisecond || len(sc.Messages(sc.table)) != 1 {
		t.Errorf("after a 429 it is sent again: %v", err)
	}
	sc.Fail("", "/users/@me", fakediscord.Fault{Status: 500, Times: 2})
	if _, err := s.User("@me"); err != nil {
		t.Errorf("discordgo tries again after a 500: %v", err)
	}
	sc.Fail("GET", "/users/@me", fakediscord.Fault{Status: 403, Code: 50001, Message: "Missing Access", Times: -1})
	var refused *discordgo.RESTError
	for range 2 {
		if _, err := s.User("@me"); !errors.As(err, &refused) || refused.Message.Code != 50001 {
			t.Errorf("%v", err)
		}
	}
	var statuses []int
	for _, q := range sc.Requests() {
		if q.Path == "/users/@me" {
			statuses = append(statuses, q.Status)
		}
	}
	if len(statuses) != 5 || statuses[1] != 500 || statuses[2] != 200 {
		t.Errorf("%v", statuses)
	}
}

func TestAnAnswerMayBeLostOnTheWire(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.Fail("POST", "/channels/*/messages", fakediscord.Fault{AfterWork: true})
	req, err := http.NewRequest("POST", sc.APIURL()+"/channels/"+sc.table.ID+"/messages",
		strings.NewReader(`{"content":"x","allowed_mentions":{"parse":[]}}`))
	must(t, err)
	req.Header.Set("User-Agent", "DiscordBot (x, 1)")
	req.Header.Set("Authorization", "Bot "+sc.Token)
	req.Header.Set("Content-Type", "application/json")
	if resp, err := http.DefaultClient.Do(req); err == nil {
		resp.Body.Close()
		t.Error("the line should be cut")
	}
	if n := len(sc.Messages(sc.table)); n != 1 {
		t.Errorf("%d messages: what was asked for is done", n)
	}
}

func TestRateLimitsAreTold(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.Limit("GET", "/users/@me", 2, time.Minute)
	get := func() *http.Response {
		req, err := http.NewRequest("GET", sc.APIURL()+"/users/@me", nil)
		must(t, err)
		req.Header.Set("User-Agent", "DiscordBot (x, 1)")
		req.Header.Set("Authorization", "Bot "+sc.Token)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { resp.Body.Close() })
		return resp
	}
	first, second, third := get(), get(), get()
	if first.Header.Get("X-RateLimit-Limit") != "2" || first.Header.Get("X-RateLimit-Remaining") != "1" || first.Header.Get("X-RateLimit-Bucket") == "" {
		t.Errorf("%v", first.Header)
	}
	if second.StatusCode != 200 || second.Header.Get("X-RateLimit-Remaining") != "0" || second.Header.Get("X-RateLimit-Reset-After") == "" {
		t.Errorf("%v", second.Header)
	}
	if third.StatusCode != 429 || third.Header.Get("Retry-After") != "60" || third.Header.Get("X-RateLimit-Scope") != "user" {
		t.Errorf("%d %v", third.StatusCode, third.Header)
	}
	sc.Limit("GET", "/users/@me", 0, 0)
	if r := get(); r.StatusCode != 200 {
		t.Error(r.StatusCode)
	}
	sc.Limit("*", "*", 1, time.Minute)
	for range 2 {
		first = get()
	}
	if first.StatusCode != 429 || first.Header.Get("X-RateLimit-Global") != "true" || first.Header.Get("X-RateLimit-Scope") != "global" {
		t.Errorf("%d %v", first.StatusCode, first.Header)
	}
}

func TestDelay(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.Delay("GET", "/gateway", 60*time.Millisecond)
	begin := time.Now()
	status, _ := sc.json(t, "GET", "/gateway", "")
	if status != 200 || time.Since(begin) < 60*time.Millisecond {
		t.Error(status, time.Since(begin))
	}
	sc.Delay("GET", "/gateway", 0)
	if status, _ := sc.json(t, "GET", "/gateway/bot", ""); status != 200 {
		t.Error(status)
	}
}

func TestTransportLeadsNowhereElse(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	client := &http.Client{Transport: sc.Transport()}
	if _, err := client.Get("https://example.org/"); err == nil || !strings.Contains(err.Error(), "does not know the host example.org") {
		t.Error(err)
	}
	resp, err := client.Get("https://discord.com/api/v10/nowhere")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if v := sc.Violations(); resp.StatusCode != 403 || len(v) != 1 || v[0].Code != 40333 {
		t.Errorf("%d %v", resp.StatusCode, v)
	}
}

// witness is a test that notes its failures.
type witness struct {
	testing.TB
	failures []string
	cleanups []func()
}

func (w *witness) Cleanup(f func()) { w.cleanups = append(w.cleanups, f) }

func (w *witness) Errorf(format string, args ...any) {
	var b bytes.Buffer
	for _, a := range args {
		b.WriteString(a.(string))
	}
	w.failures = append(w.failures, b.String())
}

func TestViolationsFailTheTestUnlessExpected(t *testing.T) {
	t.Parallel()
	w := &witness{TB: t}
	sc := newScene(w)
	sc.Expect("10003")
	sc.Expect("never")
	sc.json(t, "GET", "/channels/5", "")
	sc.json(t, "GET", "/guilds/5", "")
	sc.json(t, "GET", "/nowhere", "")
	for _, f := range w.cleanups {
		f()
	}
	if len(w.failures) != 3 || !strings.Contains(w.failures[0], "404 10004") || !strings.Contains(w.failures[1], "GET /nowhere: 404 0") || w.failures[2] != "never" {
		t.Errorf("%q", w.failures)
	}
}
