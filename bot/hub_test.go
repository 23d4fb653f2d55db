package bot_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"skald/bot"
	"skald/fate"
	"skald/table"
)

// gate is a journal whose next Append waits until it is let through, and may then go wrong.
type gate struct {
	bot.Journal
	mu      sync.Mutex
	arrived chan struct{} // closed when an Append waits; nil lets everything through
	open    chan error    // what the Append that waits gives after it wrote
}

func (g *gate) close() (arrived chan struct{}, open chan error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.arrived, g.open = make(chan struct{}), make(chan error)
	return g.arrived, g.open
}

func (g *gate) Append(id string, e table.Entry, t *table.Table) error {
	g.mu.Lock()
	arrived, open := g.arrived, g.open
	g.arrived = nil
	g.mu.Unlock()
	if arrived == nil {
		return g.Journal.Append(id, e, t)
	}
	close(arrived)
	err := <-open
	return errors.Join(g.Journal.Append(id, e, t), err)
}

// gated puts a gate before a hub's journal.
func gated(hub *bot.Hub, m *memory) *gate {
	g := &gate{Journal: m}
	hub.Journal = func(string) (bot.Journal, error) { return g, nil }
	return g
}

func TestNobodyActsAtAGameThatEndsMeanwhile(t *testing.T) {
	hub, m := newHub(t, 1)
	g := gated(hub, m)
	must(t, hub, "narrator: /game new name:Moss", "alice: /hero new name:Jack", "alice: /game join")
	arrived, open := g.close()
	ended := make(chan error, 1)
	go func() { _, err := hub.Do(at(t, "narrator", "/game end name:Moss")); ended <- err }()
	<-arrived
	acted := make(chan error, 1)
	go func() { _, err := hub.Do(at(t, "alice", "/game leave")); acted <- err }()
	time.Sleep(20 * time.Millisecond) // most likely it waits for the table by now; if not, the game is gone for it
	open <- nil
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	var no *fate.Refusal
	if err := <-acted; !errors.As(err, &no) || no.Code != "no_game" {
		t.Errorf("the table that has ended answers %v", err)
	}
	if log, _ := m.Log("t1", 1); log[len(log)-1].Command != "/game end name:Moss" {
		t.Errorf("after the end the log has %s", log[len(log)-1].Command)
	}
}

// TestAFaultThatWroteItsEntry: where the journal says no although the entry is there, the table goes on from
// what the journal has, and the same request does not act again.
func TestAFaultThatWroteItsEntry(t *testing.T) {
	hub, m := newHub(t, 1)
	g := gated(hub, m)
	must(t, hub, "narrator: /game new name:Moss", "alice: /hero new name:Jack")
	arrived, open := g.close()
	r := at(t, "alice", "/game join")
	r.ID = "42"
	done := make(chan error, 1)
	go func() { _, err := hub.Do(r); done <- err }()
	<-arrived
	open <- errors.New("the disk is gone")
	var fault *bot.Fault
	if err := <-done; !errors.As(err, &fault) {
		t.Fatalf("%v, want a fault", err)
	}
	if reply, err := hub.Do(r); err != nil || reply.Body != "That is done already." {
		t.Errorf("the same request again: %+v, %v", reply, err)
	}
	must(t, hub, "alice: /hero set name:Jack field:edge value:2")
	sameAsLog(t, hub, m)
}

// TestAFaultThatWroteNothing: the same request may be tried again.
func TestAFaultThatWroteNothing(t *testing.T) {
	hub, m := newHub(t, 1)
	broken := errors.New("the disk is full")
	j := &failing{memory: m}
	hub.Journal = func(string) (bot.Journal, error) { return j, nil }
	must(t, hub, "narrator: /game new name:Moss", "alice: /hero new name:Jack")
	before := games(t, hub)
	j.err = broken
	r := at(t, "alice", "/game join")
	r.ID = "42"
	_, err := hub.Do(r)
	var fault *bot.Fault
	if !errors.As(err, &fault) || !errors.Is(err, broken) || strings.Contains(err.Error(), "disk") {
		t.Fatalf("%v, want a fault that keeps its reason to itself", err)
	}
	if games(t, hub) != before {
		t.Error("the table changed")
	}
	j.err = nil
	if _, err := hub.Do(r); err != nil {
		t.Fatal(err)
	}
	sameAsLog(t, hub, m)
}

type failing struct {
	*memory
	err error
}

func (f *failing) Append(id string, e table.Entry, t *table.Table) error {
	if f.err != nil {
		return f.err
	}
	return f.memory.Append(id, e, t)
}

// sameAsLog demands that the first table is what its log tells, and that the entries are numbered.
func sameAsLog(t testing.TB, hub *bot.Hub, m *memory) []table.Entry {
	t.Helper()
	log, err := m.Log("t1", 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range log {
		if e.Seq != i+1 {
			t.Fatalf("entry %d has the number %d", i+1, e.Seq)
		}
	}
	live, _, _ := strings.Cut(games(t, hub), "\n")
	if told := snapshot(t, table.Replay(log)); told != live {
		t.Errorf("the log tells another table:\n%s", cmp.Diff(strings.Split(told, ","), strings.Split(live, ",")))
	}
	return log
}

// Test200ActsAtOnce: two hundred actions at the same time are as good as one after the other.
func Test200ActsAtOnce(t *testing.T) {
	hub, m := newHub(t, 7)
	must(t, hub, "narrator: /game new name:Moss")
	const heroes, acts = 8, 25
	for i := range heroes {
		must(t, hub, fmt.Sprintf("u%d: /hero new name:H%d", i, i), fmt.Sprintf("u%d: /game join", i))
	}
	before := len(sameAsLog(t, hub, m))
	var all sync.WaitGroup
	errs := make(chan error, heroes*acts)
	for i := range heroes {
		for n := range acts {
			all.Go(func() {
				r := at(t, "narrator", fmt.Sprintf("/act hero:H%d action:\"average Strength\"", i))
				r.ID = fmt.Sprintf("%d-%d", i, n)
				_, err := hub.Do(r)
				errs <- err
			})
		}
	}
	all.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
	log := sameAsLog(t, hub, m)
	var ids []string
	for _, e := range log[before:] {
		ids = append(ids, e.Request)
	}
	slices.Sort(ids)
	if n := len(slices.Compact(ids)); n != heroes*acts || len(log) != before+n {
		t.Errorf("%d entries of %d requests, want %d", len(log)-before, n, heroes*acts)
	}
	if a := table.Check(log); len(a.Problems) > 0 {
		t.Error(a.Problems)
	}
}

// TestTheSameRequestAtOnce: of the same request many times at once one acts.
func TestTheSameRequestAtOnce(t *testing.T) {
	hub, m := newHub(t, 7)
	must(t, hub, "narrator: /game new name:Moss", "alice: /hero new name:Jack", "alice: /game join")
	before := len(sameAsLog(t, hub, m))
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			r := at(t, "narrator", "/act hero:Jack action:\"average Strength\"")
			r.ID = "42"
			if _, err := hub.Do(r); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := len(sameAsLog(t, hub, m)) - before; n != 1 {
		t.Errorf("it acted %d times", n)
	}
}

// TestARequestActsOnceOverARestart: the ids of the last requests are in the log.
func TestARequestActsOnceOverARestart(t *testing.T) {
	hub, m := newHub(t, 7)
	must(t, hub, "narrator: /game new name:Moss", "alice: /hero new name:Jack", "alice: /game join")
	r := at(t, "narrator", "/act hero:Jack action:\"average Strength\"")
	r.ID = "42"
	if _, err := hub.Do(r); err != nil {
		t.Fatal(err)
	}
	n := len(sameAsLog(t, hub, m))
	again, _ := newHub(t, 8)
	again.Journal = hub.Journal
	if reply, err := again.Do(r); err != nil || reply.Body != "That is done already." {
		t.Errorf("%+v, %v", reply, err)
	}
	if now := len(sameAsLog(t, again, m)); now != n {
		t.Errorf("%d entries, %d before the restart", now, n)
	}
}

// TestServersDoNotWaitForEachOther: while one server's disk hangs, the others play on.
func TestServersDoNotWaitForEachOther(t *testing.T) {
	hub, slow := newHub(t, 1)
	g := &gate{Journal: slow}
	quick := &memory{}
	began, opening := make(chan struct{}), make(chan struct{})
	hub.Journal = func(server string) (bot.Journal, error) {
		switch server {
		case "slow":
			return g, nil
		case "opening": // a file that takes long to open
			close(began)
			<-opening
		}
		return quick, nil
	}
	on := func(server, user, line string) *bot.Request {
		r := at(t, user, line)
		r.Server = server
		return r
	}
	if _, err := hub.Do(on("slow", "narrator", "/game new name:Moss")); err != nil {
		t.Fatal(err)
	}
	arrived, open := g.close()
	done := make(chan error, 2)
	go func() { _, err := hub.Do(on("slow", "alice", "/hero new name:Jack")); done <- err }()
	<-arrived
	go func() { _, err := hub.Do(on("opening", "alice", "/game list")); done <- err }()
	<-began
	played := make(chan error)
	go func() {
		for _, line := range []string{"/game new name:Fern", "/hero new name:Ada", "/game join", "/act hero:Ada action:\"easy Reason\" secret:true"} {
			_, err := hub.Do(on("quick", "narrator", line))
			played <- err
		}
	}()
	for range 4 {
		select {
		case err := <-played:
			if err != nil {
				t.Fatal(err)
			}
		case <-time.After(20 * time.Second):
			t.Fatal("a server waits for another one")
		}
	}
	select {
	case err := <-done:
		t.Errorf("a server that hangs answered: %v", err)
	default:
	}
	open <- nil
	close(opening)
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// TestAJournalThatCannotBeOpened: its words are told as they are, and the next request tries again.
func TestAJournalThatCannotBeOpened(t *testing.T) {
	hub, m := newHub(t, 1)
	bad := fate.Refuse("file_broken", "The file s.db is damaged; put a backup in its place.")
	hub.Journal = func(string) (bot.Journal, error) { return nil, bad }
	_, err := hub.Do(at(t, "narrator", "/game new name:Moss"))
	if err == nil || err.Error() != bad.Error() {
		t.Errorf("told %v", err)
	}
	if got := hub.Suggest(at(t, "narrator", "/act"), "action"); got != nil {
		t.Errorf("suggested %v", got)
	}
	hub.Journal = func(string) (bot.Journal, error) { return m, nil }
	must(t, hub, "narrator: /game new name:Moss")
}

// TestWhatPanicsIsAFault: the user gets a code, the table stays, and the next command works.
func TestWhatPanicsIsAFault(t *testing.T) {
	hub, m := newHub(t, 1)
	hub.Extra = []*bot.Command{{
		Name: "oops", Run: func(t *bot.Turn) (bot.Reply, error) {
			t.Table.Begin("half done")
			panic("the secret is 42")
		},
		Options: []bot.Option{{Name: "what", Suggest: func(*bot.Turn) []bot.Choice { panic("suggest") }}},
	}}
	must(t, hub, "narrator: /game new name:Moss")
	before, n := games(t, hub), m.Entries()
	_, err := hub.Do(at(t, "alice", "/oops"))
	var fault *bot.Fault
	if !errors.As(err, &fault) || fault.Code != "test" || !strings.Contains(err.Error(), "the code test") || strings.Contains(err.Error(), "42") {
		t.Errorf("told %v", err)
	}
	if got := hub.Suggest(at(t, "alice", "/oops"), "what"); got != nil {
		t.Errorf("suggested %v", got)
	}
	if games(t, hub) != before || m.Entries() != n {
		t.Error("something changed")
	}
	must(t, hub, "alice: /hero new name:Jack")
}

func TestParse(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"/act", "/act"},
		{"  /game   new  name:Moss ", "/game new name:Moss"},
		{`/act action:"average Strength" card:"8 Mind"`, `/act action:"average Strength" card:"8 Mind"`},
		{`/call reason:"He said \"no\": twice \\ thrice"`, `/call reason:"He said \"no\": twice \\ thrice"`},
		{`/call reason:a:b:c`, `/call reason:a:b:c`},
		{`/call reason:""`, `/call reason:""`},
		{"/call reason:\"two\nlines\"", "/call reason:\"two\nlines\""},
		{`/call reason:é`, `/call reason:é`},
		{`/x a:"1" b:"2"c:3`, `/x a:1 b:2 c:3`},
	} {
		r, err := bot.Parse(tt.line)
		if err != nil {
			t.Errorf("%s: %v", tt.line, err)
			continue
		}
		if got := r.String(); got != tt.want {
			t.Errorf("%s is %s, want %s", tt.line, got, tt.want)
		}
		again, err := bot.Parse(r.String())
		if err != nil || cmp.Diff(r, again) != "" {
			t.Errorf("%s does not read what String wrote: %v", tt.line, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, line := range []string{"", "act", "hello there", `/act action:"average`, "/act action:average Strength", `/act action:"a\"`} {
		if _, err := bot.Parse(line); err == nil {
			t.Errorf("%q is taken", line)
		} else {
			clear(t, err.Error())
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, line := range []string{"/act", `/act action:"average Strength" card:"8 Mind"`, `/a b:"\"" c:d:e`, "/x a:\"\n\"", "/x :", `/x "a:b"`, "/:\"\v\"", "/x a:b\u00a0"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		r, err := bot.Parse(line)
		if err != nil {
			return
		}
		again, err := bot.Parse(r.String())
		if err != nil {
			t.Fatalf("%q was written as %q, which is not read: %v", line, r.String(), err)
		}
		if diff := cmp.Diff(r, again); diff != "" {
			t.Fatalf("%q was written as %q:\n%s", line, r.String(), diff)
		}
	})
}

func TestHelpListsEveryCommand(t *testing.T) {
	hub, _ := newHub(t, 1)
	listed := map[string]bool{}
	for line := range strings.Lines(must(t, hub, "alice: /help topic:commands").Body) {
		family, rest, _ := strings.Cut(strings.TrimSpace(strings.ReplaceAll(line, "`", "")), " ")
		for name := range strings.SplitSeq(rest, ", ") {
			listed[strings.TrimSpace(family+" "+name)] = true
		}
	}
	for _, c := range bot.All() {
		if listed["/"+c.Name] == c.Hidden {
			t.Errorf("/%s: hidden %t, listed %t", c.Name, c.Hidden, listed["/"+c.Name])
		}
		if !c.Hidden {
			must(t, hub, "alice: /help topic:\""+c.Name+"\"")
		}
	}
}

// TestTheLogAsJSON: each line is an entry in its public form, so that anybody can check it.
func TestTheLogAsJSON(t *testing.T) {
	hub, m := newHub(t, 1)
	must(t, hub, "narrator: /game new name:Moss", "alice: /hero new name:Jack", "alice: /game join", "narrator: /call hero:Jack action:\"daunting Reason\" secret:true")
	r := must(t, hub, "narrator: /game log count:100000 format:json")
	data, err := r.Files[0].Data()
	if err != nil {
		t.Fatal(err)
	}
	var log []table.Entry
	for line := range strings.Lines(string(data)) {
		var e table.Entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		log = append(log, e)
	}
	if a := table.Check(log); a.Entries != m.Entries() || len(a.Problems) > 0 {
		t.Errorf("%+v", a)
	}
	if text := string(data); strings.Contains(text, "daunting") || r.Private {
		t.Errorf("the file for everybody has secrets in it:\n%s", text)
	}
}
