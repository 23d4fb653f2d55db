package fakediscord

import (
	"crypto/rand"
	"fmt"
	"slices"
	"testing"
	"time"
)

// Types of interactions.
const (
	typeCommand      = 2
	typeClick        = 3
	typeAutocomplete = 4
	typeSubmit       = 5
)

// CallbackType is the kind of a first answer.
type CallbackType int

// The kinds of first answers.
const (
	AnswerMessage        CallbackType = 4
	AnswerDeferred       CallbackType = 5
	AnswerDeferredUpdate CallbackType = 6
	AnswerUpdate         CallbackType = 7
	AnswerChoices        CallbackType = 8
	AnswerModal          CallbackType = 9
)

const (
	tokenLife = 15 * time.Minute
	patience  = 15 * time.Second // of a test that waits for a message
	grace     = 250 * time.Millisecond
)

// Answer is the first answer to an interaction.
type Answer struct {
	Type    CallbackType
	Message Message // as the answer made it: of the types 4, 5 and 7
	Choices []Choice
	Modal   *Modal
	After   time.Duration // since the interaction was sent off
}

// Modal is a form that an answer opened for the person.
type Modal struct {
	CustomID, Title string
	Components      []Component

	from *Interaction
}

// Interaction is something that a person did, and what came of it.
type Interaction struct {
	ID, Token string
	Type      int // 2 command, 3 component, 4 autocomplete, 5 modal
	By        *Member
	In        *Channel

	srv      *Server
	data     object
	about    *post // the message whose component was used
	focused  int   // the type of the option that is being completed
	born     time.Time
	limit    time.Duration // for the first answer
	sent     time.Time     // when the bot was told; zero: not yet
	deadline *time.Timer
	expired  bool

	changed   bell
	answer    *Answer
	original  *post
	revised   int // edits by @original
	followups []*post
}

// start enters a new interaction and tells the bot. The lock is held.
func (s *Server) start(in *Interaction) *Interaction {
	in.srv, in.ID, in.Token, in.born = s, s.snowflake(), "aW50ZXJhY3Rpb246"+rand.Text()+rand.Text(), time.Now()
	s.interactions[in.Token] = in
	in.limit = s.limit
	in.deadline = s.after(in.limit, func() {
		if in.answer == nil && !in.sent.IsZero() && !in.expired {
			s.blame(Violation{
				Where: "interaction " + in.ID, Code: 10062, Reason: "UNANSWERED",
				Message: fmt.Sprintf("%s had no answer within %v", in.what(), in.limit),
			})
		}
	})
	s.tellOf(in)
	s.changed.ring()
	return in
}

func (in *Interaction) what() string {
	switch in.Type {
	case typeCommand, typeAutocomplete:
		return fmt.Sprint("the command ", in.data["name"])
	}
	return fmt.Sprint("the component or modal ", in.data["custom_id"])
}

func (s *Server) tellOf(in *Interaction) {
	s.dispatch(event{name: "INTERACTION_CREATE", guild: in.In.Guild, data: in.wire(), sent: func(at time.Time) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if in.sent.IsZero() {
			in.sent = at
		}
	}})
}

// wire spells the interaction as Discord does.
func (in *Interaction) wire() object {
	o := object{
		"id": in.ID, "application_id": in.srv.AppID, "type": in.Type, "data": in.data, "token": in.Token, "version": 1,
		"channel_id": in.In.ID, "channel": in.In.seen(in.By), "locale": in.By.Locale, "app_permissions": in.In.bot.String(),
		"entitlements": []object{}, "attachment_size_limit": maxFile,
	}
	if g := in.In.Guild; g != nil {
		o["guild_id"], o["guild"], o["guild_locale"], o["member"] = g.ID, g.short(), g.Locale, in.By.wire(true)
		o["context"], o["authorizing_integration_owners"] = 0, object{"0": g.ID}
	} else {
		o["user"], o["context"], o["authorizing_integration_owners"] = in.By.user(), 1, object{"0": "0"}
	}
	if in.about != nil {
		o["message"] = in.srv.messageWire(in.about)
	}
	return o
}

// dead reports whether the token is good for nothing any more.
func (in *Interaction) dead(now time.Time) bool {
	age := now.Sub(in.born)
	return in.expired || age > tokenLife || in.answer == nil && age > in.limit
}

// allowed are the first answers that fit.
func (in *Interaction) allowed() []int {
	switch {
	case in.Type == typeAutocomplete:
		return []int{8}
	case in.Type == typeClick:
		return []int{4, 5, 6, 7, 9}
	case in.Type == typeSubmit && in.about != nil:
		return []int{4, 5, 6, 7}
	case in.Type == typeSubmit:
		return []int{4, 5}
	}
	return []int{4, 5, 9}
}

// SetDeadline sets how long later interactions may go without a first answer: 3 s at first, as at Discord. Longer times are for
// tests that put a slow machine under load.
func (s *Server) SetDeadline(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limit = d
}

// Expire ends the token's life at once, as 15 minutes do.
func (in *Interaction) Expire() {
	in.srv.mu.Lock()
	defer in.srv.mu.Unlock()
	in.expired = true
}

// Deliver sends the same interaction once more, as Discord may.
func (s *Server) Deliver(in *Interaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tellOf(in)
}

// Await waits for the first answer, at most 3 s (or SetDeadline's time) from when the interaction was sent off.
func (in *Interaction) Await() (Answer, error) {
	if !in.srv.await(&in.changed, time.Until(in.born.Add(in.limit+grace)), func() bool { return in.answer != nil }) {
		return Answer{}, fmt.Errorf("%s was not answered within %v", in.what(), in.limit)
	}
	in.srv.mu.Lock()
	defer in.srv.mu.Unlock()
	return *in.answer, nil
}

// Wait is Await for a test, which fails without an answer.
func (in *Interaction) Wait(t testing.TB) Answer {
	t.Helper()
	a, err := in.Await()
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// AwaitMessage waits until the person sees what came of it: the message that answers, after a defer its first edit, or the
// message whose component was used, with its changes.
func (in *Interaction) AwaitMessage() (Message, error) {
	a, err := in.Await()
	switch {
	case err != nil:
		return Message{}, err
	case a.Type == AnswerChoices || a.Type == AnswerModal:
		return Message{}, fmt.Errorf("%s was answered with the type %d, which is no message", in.what(), a.Type)
	}
	var m Message
	done := in.srv.await(&in.changed, patience, func() bool {
		m = in.original.now()
		return in.original.deleted || m.Flags&Loading == 0 && (a.Type != AnswerDeferredUpdate || in.revised > 0)
	})
	if !done {
		return Message{}, fmt.Errorf("%s was deferred, and nothing came after it within %v", in.what(), patience)
	}
	return m, nil
}

// Message is AwaitMessage for a test, which fails without one.
func (in *Interaction) Message(t testing.TB) Message {
	t.Helper()
	m, err := in.AwaitMessage()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Choices waits for what an autocomplete offers.
func (in *Interaction) Choices(t testing.TB) []Choice {
	t.Helper()
	if a := in.Wait(t); a.Type == AnswerChoices {
		return a.Choices
	}
	t.Fatalf("%s was not answered with choices", in.what())
	return nil
}

// Modal waits for the form that is the answer.
func (in *Interaction) Modal(t testing.TB) *Modal {
	t.Helper()
	a := in.Wait(t)
	if a.Modal == nil {
		t.Fatalf("%s was not answered with a modal: %+v", in.what(), a)
	}
	return a.Modal
}

// Followups waits until there are n further messages, and gives all that there are.
func (in *Interaction) Followups(t testing.TB, n int) []Message {
	t.Helper()
	if !in.srv.await(&in.changed, patience, func() bool { return len(in.followups) >= n }) {
		t.Fatalf("%s has fewer than %d follow-up messages after %v", in.what(), n, patience)
	}
	in.srv.mu.Lock()
	defer in.srv.mu.Unlock()
	var list []Message
	for _, p := range slices.Clone(in.followups) {
		list = append(list, p.now())
	}
	return list
}

// WaitMessage waits until the channel shows everybody a message that fits, and gives it.
func (s *Server) WaitMessage(t testing.TB, c *Channel, fits func(Message) bool) Message {
	t.Helper()
	var found Message
	done := s.await(&s.changed, patience, func() bool {
		for _, id := range s.order {
			now := s.posts[id].now()
			if now.ChannelID == c.ID && now.For == "" && !s.posts[id].deleted && fits(now) {
				found = now
				return true
			}
		}
		return false
	})
	if !done {
		t.Fatalf("no such message in #%s within %v", c.Name, patience)
	}
	return found
}
