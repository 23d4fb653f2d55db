package fakediscord

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Request is one REST request that was received, for tests that look for leaks.
type Request struct {
	Method, Path, Query string // the path without /api/v9
	Body                string // the JSON; of a request with files the JSON beside them
	Files               []File
	Status              int // what it was answered with; 0: the line was cut
	At                  time.Time
}

// Requests gives all REST requests so far, oldest first.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// call is a request on its way through the server.
type call struct {
	*http.Request
	at      time.Time
	path    string // without /api/v9
	version string // "9"
	params  map[string]string
	form    form
	files   map[int]upload
	body    string
}

func (c *call) where() string { return c.Method + " " + c.path }

// reply is what a request is answered with.
type reply struct {
	status int // 0: the line is cut
	body   any
	header http.Header
}

// route is a path that Discord has, with what answers it. The handler runs with the lock held.
type route struct {
	method, path string
	bot          bool // the bot's token is asked for, and the global limit counts it
	limit        limit
	serve        func(*Server, *call) reply
}

// routes are tried in order. The limits of webhooks and messages are those observed at Discord.
var routes = []route{
	{"GET", "/gateway", false, limit{}, (*Server).serveGatewayURL},
	{"GET", "/gateway/bot", true, limit{2, 5 * time.Second}, (*Server).serveGatewayBot},
	{"GET", "/users/@me", true, perSecond(50), (*Server).serveMe},
	{"GET", "/applications/@me", true, perSecond(50), (*Server).serveApplication},
	{"GET", "/oauth2/applications/@me", true, perSecond(50), (*Server).serveApplication},
	{"GET", "/applications/{app}/commands", true, perSecond(50), (*Server).serveCommands},
	{"PUT", "/applications/{app}/commands", true, perSecond(50), (*Server).serveOverwrite},
	{"GET", "/applications/{app}/guilds/{guild}/commands", true, perSecond(50), (*Server).serveCommands},
	{"PUT", "/applications/{app}/guilds/{guild}/commands", true, perSecond(50), (*Server).serveOverwrite},
	{"GET", "/guilds/{guild}", true, perSecond(50), (*Server).serveGuild},
	{"GET", "/guilds/{guild}/members/{user}", true, perSecond(50), (*Server).serveMember},
	{"GET", "/channels/{channel}", true, perSecond(50), (*Server).serveChannel},
	{"GET", "/channels/{channel}/messages", true, perSecond(50), (*Server).serveHistory},
	{"POST", "/channels/{channel}/messages", true, limit{5, 5 * time.Second}, (*Server).servePost},
	{"GET", "/channels/{channel}/messages/{message}", true, perSecond(50), (*Server).serveMessage},
	{"PATCH", "/channels/{channel}/messages/{message}", true, limit{5, 5 * time.Second}, (*Server).serveEdit},
	{"DELETE", "/channels/{channel}/messages/{message}", true, limit{5, time.Second}, (*Server).serveDelete},
	{"POST", "/interactions/{interaction}/{token}/callback", false, limit{}, (*Server).serveCallback},
	{"POST", "/webhooks/{app}/{token}", false, limit{5, 2 * time.Second}, (*Server).serveFollowup},
	{"GET", "/webhooks/{app}/{token}/messages/{message}", false, limit{5, 2 * time.Second}, (*Server).serveAnswer},
	{"PATCH", "/webhooks/{app}/{token}/messages/{message}", false, limit{5, 2 * time.Second}, (*Server).serveAnswerEdit},
	{"DELETE", "/webhooks/{app}/{token}/messages/{message}", false, limit{5, 2 * time.Second}, (*Server).serveAnswerDelete},
}

// match gives the values of the path's {names}, and whether it is of this route.
func (rt route) match(method, path string) (map[string]string, bool) {
	if rt.method != method || strings.Count(rt.path, "/") != strings.Count(path, "/") {
		return nil, false
	}
	want, got := strings.Split(rt.path, "/"), strings.Split(path, "/")
	params := map[string]string{}
	for i, w := range want {
		switch {
		case strings.HasPrefix(w, "{") && got[i] != "":
			params[strings.Trim(w, "{}")] = got[i]
		case w != got[i]:
			return nil, false
		}
	}
	return params, true
}

func (s *Server) serveREST(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxFiles*maxFile+1<<20))
	if err != nil {
		http.Error(w, "the request is too long, or broken off", http.StatusRequestEntityTooLarge)
		return
	}
	c := &call{Request: r, at: time.Now(), path: r.URL.EscapedPath()}
	if rest, ok := strings.CutPrefix(c.path, "/api/v"); ok {
		c.version, c.path, _ = strings.Cut(rest, "/")
		c.path = "/" + c.path
	}
	body, files, bad := parseBody(r, raw)
	c.form, c.files, c.body = newForm(body), files, string(raw)
	if files != nil {
		sent, _ := json.Marshal(body)
		c.body = string(sent)
	}
	out := s.process(c, bad)
	s.remember(c, out)
	out.write(w)
}

func (s *Server) remember(c *call, out reply) {
	q := Request{Method: c.Method, Path: c.path, Query: c.URL.RawQuery, Body: c.body, Status: out.status, At: c.at}
	for _, n := range slices.Sorted(maps.Keys(c.files)) {
		f := c.files[n]
		q.Files = append(q.Files, File{f.name, f.contentType, f.data})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, q)
	s.changed.ring()
}

func (out reply) write(w http.ResponseWriter) {
	if out.status == 0 {
		panic(http.ErrAbortHandler) // net/http's way to cut the line
	}
	maps.Copy(w.Header(), out.header)
	if out.body == nil {
		w.WriteHeader(out.status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(out.status)
	_ = json.NewEncoder(w).Encode(out.body)
}

// process leads a request through delays, faults and limits to its handler.
func (s *Server) process(c *call, bad *badBody) reply {
	s.faults.wait(c, s.closing)
	fault, broken := s.faults.next(c)
	if broken && !fault.AfterWork {
		return fault.reply()
	}
	out := s.serve(c, bad)
	if broken {
		return fault.reply()
	}
	return out
}

func (s *Server) serve(c *call, bad *badBody) reply {
	if c.version != "9" && c.version != "10" {
		return s.refuse(c, http.StatusNotFound, 0, "404: Not Found")
	}
	if !strings.HasPrefix(c.UserAgent(), "DiscordBot (") {
		return s.refuse(c, http.StatusForbidden, 40333, "a User-Agent like DiscordBot ($url, $version) is asked for")
	}
	for _, rt := range routes {
		params, ok := rt.match(c.Method, c.path)
		if !ok {
			continue
		}
		c.params = params
		if rt.bot && c.Header.Get("Authorization") != "Bot "+s.Token {
			return s.refuse(c, http.StatusUnauthorized, 0, "401: Unauthorized")
		}
		header, full := s.faults.count(rt, c)
		if full != nil {
			return *full
		}
		out := s.handle(rt, c, bad)
		out.header = header
		return out
	}
	return s.refuse(c, http.StatusNotFound, 0, "404: Not Found")
}

func (s *Server) handle(rt route, c *call, bad *badBody) reply {
	if bad != nil && c.Method != http.MethodGet {
		if bad.noJSON {
			return s.refuse(c, http.StatusBadRequest, 50109, "The request body contains invalid JSON.")
		}
		c.form.fail("CONTENT_TYPE_INVALID", "%s", bad.why)
		return s.reject(c)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if app, ok := c.params["app"]; ok && app != s.AppID {
		return s.refuse(c, http.StatusNotFound, 10002, "Unknown Application")
	}
	defer s.changed.ring()
	return rt.serve(s, c)
}

// refuse answers with an error of Discord's, and records it.
func (s *Server) refuse(c *call, status, code int, message string) reply {
	s.blame(Violation{Where: c.where(), Status: status, Code: code, Message: message})
	return answerError(status, code, message)
}

func answerError(status, code int, message string) reply {
	return reply{status: status, body: object{"message": message, "code": code}}
}

// reject answers with the problems that were noted on the form.
func (s *Server) reject(c *call) reply {
	for _, p := range *c.form.notes {
		s.blame(Violation{c.where(), http.StatusBadRequest, 50035, p.path, p.code, p.message})
	}
	return reply{status: http.StatusBadRequest, body: object{"message": "Invalid Form Body", "code": 50035, "errors": tree(*c.form.notes)}}
}

func (c *call) bad() bool { return len(*c.form.notes) > 0 }

// remark records what Discord lets pass without a word.
func (s *Server) remark(c *call, path, reason, message string) {
	s.blame(Violation{Where: c.where(), Path: path, Reason: "FAKE_" + reason, Message: message})
}

func (s *Server) serveGatewayURL(*call) reply {
	return reply{status: http.StatusOK, body: object{"url": s.GatewayURL()}}
}

func (s *Server) serveGatewayBot(*call) reply {
	left := max(0, 1000-s.Identified())
	return reply{status: http.StatusOK, body: object{"url": s.GatewayURL(), "shards": 1, "session_start_limit": object{
		"total": 1000, "remaining": left, "reset_after": 86400000, "max_concurrency": 1,
	}}}
}

func (s *Server) serveMe(*call) reply { return reply{status: http.StatusOK, body: s.botUser()} }

func (s *Server) serveApplication(*call) reply {
	return reply{status: http.StatusOK, body: s.application()}
}

func (s *Server) guild(id string) *Guild {
	for _, g := range s.guilds {
		if g.ID == id && !g.gone {
			return g
		}
	}
	return nil
}

func (s *Server) serveGuild(c *call) reply {
	g := s.guild(c.params["guild"])
	if g == nil {
		return s.refuse(c, http.StatusNotFound, 10004, "Unknown Guild")
	}
	return reply{status: http.StatusOK, body: g.full()}
}

func (s *Server) serveMember(c *call) reply {
	g := s.guild(c.params["guild"])
	if g == nil {
		return s.refuse(c, http.StatusNotFound, 10004, "Unknown Guild")
	}
	for _, m := range g.members {
		if m.ID == c.params["user"] {
			return reply{status: http.StatusOK, body: m.wire(false)}
		}
	}
	return s.refuse(c, http.StatusNotFound, 10007, "Unknown Member")
}

func (s *Server) serveChannel(c *call) reply {
	if ch := s.channels[c.params["channel"]]; ch != nil {
		return reply{status: http.StatusOK, body: ch.wire()}
	}
	return s.refuse(c, http.StatusNotFound, 10003, "Unknown Channel")
}

func truthy(c *call, key string) bool {
	yes, _ := strconv.ParseBool(c.URL.Query().Get(key))
	return yes
}
