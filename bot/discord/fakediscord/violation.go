package fakediscord

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Violation is one breach of Discord's contract, or of this project's.
type Violation struct {
	Where   string // "POST /channels/1/messages", or "gateway"
	Status  int    // the HTTP status that answered it; 0: Discord says nothing
	Code    int    // Discord's code: 50035, 40060 …; on the gateway the code of the close
	Path    string // the field, as "data.components.0.custom_id"; empty: the request as a whole
	Reason  string // the name of the error: COMPONENT_CUSTOM_ID_DUPLICATED
	Message string // the sentence
}

// String gives all of it in one line; Expect looks for its text in there.
func (v Violation) String() string {
	return strings.Join(strings.Fields(fmt.Sprintf("%s: %d %d %s %s: %s", v.Where, v.Status, v.Code, v.Path, v.Reason, v.Message)), " ")
}

// ledger keeps the violations of one server.
type ledger struct {
	book     sync.Mutex
	breaches []Violation
	expected []string
}

func (l *ledger) blame(v Violation) {
	l.book.Lock()
	defer l.book.Unlock()
	l.breaches = append(l.breaches, v)
}

// Expect announces violations: any number of them whose line contains the text (a code, a path, a reason). One must have
// occurred by the end of the test.
func (s *Server) Expect(text string) {
	s.book.Lock()
	defer s.book.Unlock()
	s.expected = append(s.expected, text)
}

// Violations gives the violations so far, oldest first, and forgets them: they no longer fail the test.
func (s *Server) Violations() []Violation {
	s.book.Lock()
	defer s.book.Unlock()
	taken := s.breaches
	s.breaches = nil
	return taken
}

// settle fails the test for each violation that was not expected, and for each that was and never came.
func (l *ledger) settle(t testing.TB) {
	l.book.Lock()
	defer l.book.Unlock()
	met := make([]bool, len(l.expected))
	for _, v := range l.breaches {
		line := v.String()
		matches := func(text string) bool { return strings.Contains(line, text) }
		if i := slices.IndexFunc(l.expected, matches); i >= 0 {
			met[i] = true
			continue
		}
		t.Errorf("Discord's contract is broken: %s", line)
	}
	for i, text := range l.expected {
		if !met[i] {
			t.Errorf("expected a violation with %q, and there was none", text)
		}
	}
}
