package fakediscord

import (
	"net/http"
	"time"
)

const (
	flagsAnswer = SuppressEmbeds | Ephemeral | SuppressNotifications | ComponentsV2
	flagsEdit   = SuppressEmbeds | ComponentsV2
	flagsPost   = SuppressEmbeds | SuppressNotifications | ComponentsV2
)

// serveCallback takes the first answer to an interaction.
func (s *Server) serveCallback(c *call) reply {
	in := s.interactions[c.params["token"]]
	switch {
	case in == nil || in.ID != c.params["interaction"]:
		return s.refuse(c, http.StatusNotFound, 10062, "Unknown interaction")
	case in.answer != nil:
		return s.refuse(c, http.StatusBadRequest, 40060, "Interaction has already been acknowledged.")
	case in.dead(c.at) && (in.sent.IsZero() || in.sent.Sub(in.born) > in.limit):
		return answerError(http.StatusNotFound, 10062, "Unknown interaction") // the bot was told too late: no fault of its own
	case in.dead(c.at):
		return s.refuse(c, http.StatusNotFound, 10062, "Unknown interaction")
	}
	if !c.form.object() {
		return s.reject(c)
	}
	kind := CallbackType(c.form.field("type").choice(in.allowed()...))
	if c.bad() {
		return s.reject(c)
	}
	a, refused := s.respond(c, in, kind)
	if refused != nil {
		return *refused
	}
	a.Type, a.After = kind, time.Since(in.born)
	if in.original != nil && kind != AnswerDeferredUpdate {
		a.Message = in.original.now()
	}
	in.answer = &a
	in.deadline.Stop()
	in.changed.ring()
	if !truthy(c, "with_response") {
		return reply{status: http.StatusNoContent}
	}
	return reply{status: http.StatusOK, body: s.callbackWire(in)}
}

// respond does what the answer says.
func (s *Server) respond(c *call, in *Interaction, kind CallbackType) (Answer, *reply) {
	data := c.form.field("data")
	switch kind {
	case AnswerMessage:
		return Answer{}, s.respondMessage(c, in, data)
	case AnswerDeferred:
		s.respondDeferred(c, in, data)
	case AnswerDeferredUpdate:
		in.original = in.about
	case AnswerUpdate:
		return Answer{}, s.respondUpdate(c, in, data)
	case AnswerChoices:
		return s.respondChoices(c, in, data)
	case AnswerModal:
		return s.respondModal(c, in, data)
	}
	if c.bad() {
		out := s.reject(c)
		return Answer{}, &out
	}
	return Answer{}, nil
}

func (s *Server) respondMessage(c *call, in *Interaction, data form) *reply {
	if data.absent() {
		data.required()
		out := s.reject(c)
		return &out
	}
	m, refused := s.compose(c, data, place{channel: in.In.ID, flags: flagsAnswer, viewer: in.By.ID, by: in})
	if refused != nil {
		return refused
	}
	in.original = s.publish(m, in)
	return nil
}

// respondDeferred shows that the bot is thinking. Who will see the answer is decided here.
func (s *Server) respondDeferred(c *call, in *Interaction, data form) {
	n, _ := data.field("flags").integer(0, 1<<31)
	if c.bad() {
		return
	}
	flags := Flags(n)
	if flags&^Ephemeral != 0 {
		s.remark(c, "data.flags", "FLAG_IGNORED", "a deferred answer may have the flag EPHEMERAL alone")
	}
	for _, name := range []string{"content", "embeds", "components"} {
		if v := data.field(name); !v.empty() {
			s.remark(c, v.path, "CONTENT_IGNORED", "a deferred answer shows nothing yet")
		}
	}
	m := Message{ID: s.snowflake(), ChannelID: in.In.ID, Posted: c.at, Flags: flags&Ephemeral | Loading, Interaction: in.ID}
	if flags&Ephemeral != 0 {
		m.For = in.By.ID
	}
	in.original = s.publish(m, in)
}

func (s *Server) respondUpdate(c *call, in *Interaction, data form) *reply {
	if in.about.deleted {
		out := s.refuse(c, http.StatusNotFound, 10008, "Unknown Message")
		return &out
	}
	if data.absent() {
		in.original = in.about
		return nil
	}
	m, refused := s.compose(c, data, place{channel: in.In.ID, old: in.about, flags: flagsEdit})
	if refused != nil {
		return refused
	}
	s.revise(in.about, m)
	in.original = in.about
	return nil
}

func (s *Server) respondChoices(c *call, in *Interaction, data form) (Answer, *reply) {
	if data.object() {
		list := data.field("choices")
		if list.absent() {
			list.required()
		}
		for _, one := range list.list(0, 25) {
			checkChoice(one, in.focused)
		}
	}
	a := Answer{Choices: []Choice{}}
	if !c.bad() {
		data.field("choices").into(&a.Choices)
	}
	if c.bad() {
		out := s.reject(c)
		return a, &out
	}
	return a, nil
}

func (s *Server) respondModal(c *call, in *Interaction, data form) (Answer, *reply) {
	checkModal(data)
	modal := &Modal{from: in}
	if !c.bad() {
		var sent struct {
			CustomID   string `json:"custom_id"`
			Title      string
			Components []Component
		}
		data.into(&sent)
		modal.CustomID, modal.Title, modal.Components = sent.CustomID, sent.Title, sent.Components
		number := int64(0)
		enumerate(modal.Components, &number)
	}
	if c.bad() {
		out := s.reject(c)
		return Answer{}, &out
	}
	return Answer{Modal: modal}, nil
}

// callbackWire is the answer that ?with_response=true asks for.
func (s *Server) callbackWire(in *Interaction) object {
	told := object{"id": in.ID, "type": in.Type}
	resource := object{"type": in.answer.Type}
	if in.original != nil {
		m := in.original.now()
		told["response_message_id"] = m.ID
		told["response_message_loading"] = m.Flags&Loading != 0
		told["response_message_ephemeral"] = m.Flags&Ephemeral != 0
		if in.answer.Type == AnswerMessage || in.answer.Type == AnswerUpdate {
			resource["message"] = s.messageWire(in.original)
		}
	}
	return object{"interaction": told, "resource": resource}
}
