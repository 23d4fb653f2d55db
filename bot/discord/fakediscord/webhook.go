package fakediscord

import "net/http"

// byToken gives the interaction of a webhook address, if its token is still good for follow-ups and edits.
func (s *Server) byToken(c *call) (*Interaction, *reply) {
	in := s.interactions[c.params["token"]]
	var out reply
	switch {
	case in == nil || in.answer != nil && in.dead(c.at):
		out = s.refuse(c, http.StatusUnauthorized, 50027, "Invalid Webhook Token")
	case in.answer == nil:
		out = s.refuse(c, http.StatusNotFound, 10015, "Unknown Webhook")
	default:
		return in, nil
	}
	return nil, &out
}

// serveFollowup takes a further message. Right after a defer it is the deferred answer itself, a way that Discord has
// declared obsolete: it is recorded.
func (s *Server) serveFollowup(c *call) reply {
	in, refused := s.byToken(c)
	if refused != nil {
		return *refused
	}
	if p := in.original; p != nil && !p.deleted && p.now().Flags&Loading != 0 {
		s.remark(c, "", "FOLLOWUP_EDITS_DEFERRED", "a deferred answer is edited with @original")
		return s.editAnswer(c, in, p, place{channel: in.In.ID, old: p, flags: flagsEdit})
	}
	m, refused := s.compose(c, c.form, place{channel: in.In.ID, flags: flagsAnswer, viewer: in.By.ID, by: in})
	if refused != nil {
		return *refused
	}
	p := s.publish(m, in)
	in.followups = append(in.followups, p)
	in.changed.ring()
	return reply{status: http.StatusOK, body: s.messageWire(p)}
}

// answerOf gives the message that a webhook address means: @original, or one that this token has made.
func (s *Server) answerOf(c *call) (*Interaction, *post, *reply) {
	in, refused := s.byToken(c)
	if refused != nil {
		return nil, nil, refused
	}
	p := in.original
	if id := c.params["message"]; id != "@original" {
		p = s.posts[id]
		if p != nil && p.by != in && p != in.original {
			p = nil // another token's
		}
	}
	if p == nil || p.deleted {
		out := s.refuse(c, http.StatusNotFound, 10008, "Unknown Message")
		return nil, nil, &out
	}
	return in, p, nil
}

func (s *Server) serveAnswer(c *call) reply {
	_, p, refused := s.answerOf(c)
	if refused != nil {
		return *refused
	}
	return reply{status: http.StatusOK, body: s.messageWire(p)}
}

func (s *Server) serveAnswerEdit(c *call) reply {
	in, p, refused := s.answerOf(c)
	if refused != nil {
		return *refused
	}
	return s.editAnswer(c, in, p, place{channel: in.In.ID, old: p, flags: flagsEdit})
}

func (s *Server) editAnswer(c *call, in *Interaction, p *post, where place) reply {
	m, refused := s.compose(c, c.form, where)
	if refused != nil {
		return *refused
	}
	s.revise(p, m)
	if p == in.original {
		in.revised++
	}
	in.changed.ring()
	return reply{status: http.StatusOK, body: s.messageWire(p)}
}

func (s *Server) serveAnswerDelete(c *call) reply {
	_, p, refused := s.answerOf(c)
	if refused != nil {
		return *refused
	}
	s.remove(p)
	return reply{status: http.StatusNoContent}
}
