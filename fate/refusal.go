package fate

import "fmt"

// Refusal is what the rules say no to: a sentence that a player may read, and a code for scripts.
type Refusal struct {
	Code    string // snake_case, such as "card_not_in_hand"
	Message string
}

// Error is the sentence.
func (r *Refusal) Error() string { return r.Message }

// Refuse makes a refusal; the format and its arguments give the sentence.
func Refuse(code, format string, args ...any) error {
	return &Refusal{Code: code, Message: fmt.Sprintf(format, args...)}
}
