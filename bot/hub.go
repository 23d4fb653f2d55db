package bot

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"skald/fate"
	"skald/table"
)

// Hub is all servers that Skald serves. It is the one way from a request to a reply.
type Hub struct {
	// Journal opens the journal of a server. Its error is told to the user as it is.
	Journal func(server string) (Journal, error)
	// Seed draws the secret seed of a shuffle, Luck every other number.
	Seed func() fate.Seed
	Luck fate.Luck
	// Stack, where it is set, may put cards on top of a shuffled deck, and says whether it did; for trying
	// things out. Its error refuses the command that shuffles.
	Stack func(*fate.DeckList, fate.Pile) (fate.Pile, bool, error)
	Now   func() time.Time
	Log   *slog.Logger
	// Code makes a short code under which a fault can be found in the log.
	Code func() string
	// Extra commands are offered beside All.
	Extra []*Command

	// Fits, where it is set, refuses a deck that Stack cannot stack.
	Fits func(*fate.DeckList) error

	mu      sync.Mutex
	servers map[string]*Server
}

// Server is the tables of one server.
type Server struct {
	ID      string
	journal Journal
	bind    sync.Mutex // held by what changes the list of tables or their channels
	mu      sync.RWMutex
	games   []*Game
	library *Game // what the server keeps for all its games
}

// Game is a table in play.
type Game struct {
	ID     string
	mu     sync.Mutex
	live   atomic.Pointer[table.Table]
	recent []string // ids of the last requests that changed it
	stale  bool     // whether the last entry reached the journal is not known
}

// Table is the table as it is now; it must not be changed.
func (g *Game) Table() *table.Table { return g.live.Load() }

// Fault is something that went wrong without the user's doing. The user is told the code, the log has
// the rest.
type Fault struct {
	Code string
	err  error
}

// Error is what the user is told.
func (f *Fault) Error() string {
	return "Something went wrong, and nothing was changed. Try again; if it stays, tell whoever runs Skald the code " + f.Code + "."
}

// Unwrap is what went wrong.
func (f *Fault) Unwrap() error { return f.err }

// remembered is how many requests of a table are kept from acting twice.
const remembered = 256

// Do carries a request out: the answer is told only after the entry is on disk. The error is a
// *fate.Refusal, which changed nothing, or a *Fault.
func (h *Hub) Do(r *Request) (reply Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
		if err != nil {
			reply, err = Reply{}, h.told(r, err)
		}
	}()
	cmd, err := h.Find(r.Command)
	if err != nil {
		return Reply{}, err
	}
	if err := cmd.check(r); err != nil {
		return Reply{}, err
	}
	turn, err := h.turn(cmd.tidy(r), cmd)
	if err != nil {
		return Reply{}, err
	}
	if cmd.Binds {
		turn.Server.bind.Lock()
		defer turn.Server.bind.Unlock()
	}
	game, err := turn.find()
	if err != nil {
		return Reply{}, err
	}
	if game == nil {
		return turn.onNone()
	}
	open := !game.Table().Game.Ended
	game.mu.Lock()
	defer game.mu.Unlock()
	if now := game.Table().Game; open && now.Ended {
		return Reply{}, fate.Refuse("no_game", "%s ended just now; /game resume takes it up again.", now.Name)
	}
	return turn.on(game)
}

// told turns an error into what the user may be told: a refusal as it is, all else as a fault.
func (h *Hub) told(r *Request, err error) error {
	var no *fate.Refusal
	if errors.As(err, &no) {
		return &fate.Refusal{Code: no.Code, Message: sentence(no.Message)}
	}
	f := &Fault{Code: h.Code(), err: err}
	h.Log.Error("fault", "code", f.Code, "server", r.Server, "command", r.Command, "error", err)
	return f
}

// sentence ends with a stop.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s != "" && !strings.ContainsRune(".!?…", []rune(s)[len([]rune(s))-1]) {
		s += "."
	}
	return s
}

// turn prepares a request's turn.
func (h *Hub) turn(r *Request, cmd *Command) (*Turn, error) {
	s, err := h.Server(r.Server)
	if err != nil {
		return nil, err
	}
	return &Turn{Request: r, Server: s, Hub: h, command: cmd}, nil
}

// Server gives a server with its tables, read from its journal at the first time.
func (h *Hub) Server(id string) (*Server, error) {
	h.mu.Lock()
	s := h.servers[id]
	if s == nil {
		s = &Server{ID: id}
		if h.servers == nil {
			h.servers = map[string]*Server{}
		}
		h.servers[id] = s
	}
	h.mu.Unlock()
	return s, s.open(h)
}

// open reads the server's tables, once; after an error the next request tries again.
func (s *Server) open(h *Hub) error {
	s.mu.RLock()
	ready := s.journal != nil
	s.mu.RUnlock()
	if ready {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.journal != nil {
		return nil
	}
	j, err := h.Journal(s.ID)
	if err != nil {
		return err
	}
	listed, err := j.Tables()
	if err != nil {
		return err
	}
	var games []*Game
	library := &Game{ID: libraryID}
	library.live.Store(&table.Table{})
	for _, l := range listed {
		if l.Game.Ended {
			continue
		}
		g, err := load(j, l.ID)
		if err != nil {
			return err
		}
		if l.ID == libraryID {
			library = g
		} else {
			games = append(games, g)
		}
	}
	s.games, s.library, s.journal = games, library, j
	return nil
}

// libraryID is the library's id in the journal.
const libraryID = "library"

// Library is what the server keeps for all its games; it must not be changed.
func (s *Server) Library() *table.Table { return s.library.Table() }

func load(j Journal, id string) (*Game, error) {
	g := &Game{ID: id}
	return g, g.read(j)
}

// read takes the table and the last requests from the journal.
func (g *Game) read(j Journal) error {
	t, err := j.Load(g.ID)
	if err != nil {
		return err
	}
	last, err := j.Log(g.ID, max(1, t.Seq-remembered))
	if err != nil {
		return err
	}
	g.recent = nil
	for _, e := range last {
		g.remember(e.Request)
	}
	g.live.Store(t)
	return nil
}

// refresh reads the table anew where the journal has it.
func (g *Game) refresh(j Journal) error {
	listed, err := j.Tables()
	if err == nil && slices.ContainsFunc(listed, func(l table.Listed) bool { return l.ID == g.ID }) {
		err = g.read(j)
	}
	g.stale = err != nil
	return err
}

func (g *Game) remember(request string) {
	if request == "" {
		return
	}
	g.recent = append(g.recent, request)
	if len(g.recent) > remembered {
		g.recent = slices.Clone(g.recent[len(g.recent)-remembered/2:])
	}
}

// Games lists the tables of a kind that are not ended, the oldest first.
func (s *Server) Games(kind table.Kind) []*Game {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var games []*Game
	for _, g := range s.games {
		if t := g.Table(); t.Game.Kind == kind && !t.Game.Ended {
			games = append(games, g)
		}
	}
	return games
}

// here finds the table of a kind in a channel, or in the channel that a thread belongs to.
func (s *Server) here(kind table.Kind, r *Request) *Game {
	for _, channel := range []string{r.Channel, r.Parent} {
		for _, g := range s.Games(kind) {
			if channel != "" && slices.Contains(g.Table().Game.Channels, channel) {
				return g
			}
		}
	}
	return nil
}

// named finds a table of a kind by its name, in any case.
func (s *Server) named(kind table.Kind, name string) *Game {
	for _, g := range s.Games(kind) {
		if strings.EqualFold(g.Table().Game.Name, name) {
			return g
		}
	}
	return nil
}

// on carries the turn out at a table.
func (t *Turn) on(g *Game) (Reply, error) {
	if g.stale {
		if err := g.refresh(t.Server.journal); err != nil {
			return Reply{}, err
		}
	}
	if t.ID != "" && slices.Contains(g.recent, t.ID) {
		return Reply{Private: true, Body: "That is done already."}, nil
	}
	t.game, t.Table = g, g.Table().Clone()
	if err := t.command.may(t.Request, t.ruled()); err != nil {
		return Reply{}, err
	}
	reply, err := t.command.Run(t)
	if err != nil {
		return Reply{}, err
	}
	if g == t.Server.library && t.Table.Changed() && t.Table.Game.Kind == "" {
		t.Table.SetGame(table.Game{Kind: table.Library, Name: libraryID})
	}
	return reply, t.commit(reply)
}

// ruled is the table whose narrator decides: for the library that of the channel's game.
func (t *Turn) ruled() *table.Table {
	if t.game != t.Server.library {
		return t.Table
	}
	if g := t.Server.here(table.Saga, t.Request); g != nil {
		return g.Table()
	}
	return nil
}

// onNone carries out what needs no table, or makes one.
func (t *Turn) onNone() (Reply, error) {
	if err := t.command.may(t.Request, nil); err != nil {
		return Reply{}, err
	}
	reply, err := t.command.Run(t)
	if err != nil || t.Table == nil {
		return reply, err
	}
	if t.game == nil {
		listed, err := t.Server.journal.Tables()
		if err != nil {
			return Reply{}, err
		}
		t.game = &Game{ID: fmt.Sprintf("t%d", len(listed)+1)}
	}
	err = t.commit(reply)
	if err != nil {
		// The entry may have reached the disk all the same; then the table is there.
		if t.game.refresh(t.Server.journal) != nil || t.game.Table() == nil {
			return Reply{}, err
		}
	}
	t.Server.mu.Lock()
	t.Server.games = append(t.Server.games, t.game)
	t.Server.mu.Unlock()
	return reply, err
}

// commit writes down what the turn did; then it is so.
func (t *Turn) commit(reply Reply) error {
	t.Table.Settle(t.luck())
	t.Table.Unseal()
	if t.failed != nil {
		return t.failed
	}
	if !t.Table.Changed() && t.undoes == 0 {
		return nil
	}
	e := table.Entry{
		At: t.Hub.Now().UTC(), By: t.User, Request: t.ID, Channel: t.Channel,
		Command: t.logged(t.Request), Undoes: t.undoes, Text: reply.record(),
	}
	if t.masked != nil {
		e.Masked = t.logged(t.masked)
	}
	if o := reply.outcome(); o != nil {
		raw, err := json.Marshal(o)
		if err != nil {
			return fmt.Errorf("write the outcome of /%s: %w", t.command.Name, err)
		}
		e.Outcome = raw
	}
	e, err := t.Table.Commit(e)
	if err != nil {
		return err
	}
	t.game.stale = true
	if err := t.Server.journal.Append(t.game.ID, e, t.Table); err != nil {
		return err
	}
	t.game.stale = false
	t.game.live.Store(t.Table)
	t.game.remember(t.ID)
	return nil
}

// Suggest gives at most 25 values for the option that a user is typing in.
func (h *Hub) Suggest(r *Request, option string) (choices []Choice) {
	defer func() {
		if p := recover(); p != nil {
			h.Log.Error("suggest", "command", r.Command, "option", option, "panic", p, "stack", string(debug.Stack()))
			choices = nil
		}
	}()
	cmd, err := h.Find(r.Command)
	if err != nil {
		return nil
	}
	o, ok := cmd.option(option)
	if !ok || o.Suggest == nil {
		return nil
	}
	turn, err := h.turn(r, cmd)
	if err != nil {
		return nil
	}
	if g, err := turn.find(); err == nil && g != nil {
		turn.game, turn.Table = g, g.Table().Clone()
	}
	turn.Typed = r.Text(option)
	return matching(o.Suggest(turn), turn.Typed)
}

// matching keeps the choices that have the typed text in them, those that begin with it first.
func matching(choices []Choice, typed string) []Choice {
	var first, then []Choice
	typed = strings.ToLower(strings.TrimSpace(typed))
	for _, c := range choices {
		label, value := strings.ToLower(c.Label), strings.ToLower(c.Value)
		switch {
		case strings.HasPrefix(label, typed), strings.HasPrefix(value, typed):
			first = append(first, c)
		case strings.Contains(label, typed), strings.Contains(value, typed):
			then = append(then, c)
		}
	}
	all := append(first, then...)
	return all[:min(25, len(all))]
}

// Keep stores a text of a server that is too long for where it must go, and gives a key for it.
func (h *Hub) Keep(server, text string) (string, error) {
	s, err := h.Server(server)
	if err != nil {
		return "", err
	}
	return s.journal.Keep(text)
}

// Kept gives back what was kept under a key; "" where it is there no longer.
func (h *Hub) Kept(server, key string) (string, error) {
	s, err := h.Server(server)
	if err != nil {
		return "", err
	}
	return s.journal.Kept(key)
}

// Pin notes where a board of a server stands, where the journal can.
func (h *Hub) Pin(server, name, value string) error {
	s, err := h.Server(server)
	if err != nil {
		return err
	}
	if p, ok := s.journal.(Pinner); ok {
		return p.Pin(name, value)
	}
	return nil
}

// Pinned gives what was noted under a name; "" where nothing was.
func (h *Hub) Pinned(server, name string) (string, error) {
	s, err := h.Server(server)
	if err != nil {
		return "", err
	}
	if p, ok := s.journal.(Pinner); ok {
		return p.Pinned(name)
	}
	return "", nil
}
