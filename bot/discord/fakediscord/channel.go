package fakediscord

import (
	"net/http"
	"strconv"
)

// speak gives the channel of the address, if the bot has these permissions there.
func (s *Server) speak(c *call, need Permission) (*Channel, *reply) {
	ch := s.channels[c.params["channel"]]
	var out reply
	switch {
	case ch == nil:
		out = s.refuse(c, http.StatusNotFound, 10003, "Unknown Channel")
	case ch.bot&ViewChannel == 0:
		out = answerError(http.StatusForbidden, 50001, "Missing Access")
	case ch.bot&need != need:
		out = answerError(http.StatusForbidden, 50013, "Missing Permissions")
	default:
		return ch, nil
	}
	return nil, &out
}

func (s *Server) servePost(c *call) reply {
	need := SendMessages
	if ch := s.channels[c.params["channel"]]; ch != nil && ch.Parent != nil {
		need = SendMessagesInThreads
	}
	if len(c.files) > 0 {
		need |= AttachFiles
	}
	ch, refused := s.speak(c, need)
	if refused != nil {
		return *refused
	}
	m, refused := s.compose(c, c.form, place{channel: ch.ID, flags: flagsPost})
	if refused != nil {
		return *refused
	}
	ch.archived = false
	return reply{status: http.StatusOK, body: s.messageWire(s.publish(m, nil))}
}

// posted gives the message of a channel's address; one for a single person's eyes is not there.
func (s *Server) posted(c *call) (*post, *reply) {
	ch, refused := s.speak(c, ReadMessageHistory)
	if refused != nil {
		return nil, refused
	}
	p := s.posts[c.params["message"]]
	if p == nil || p.deleted || p.now().ChannelID != ch.ID || p.now().For != "" {
		out := s.refuse(c, http.StatusNotFound, 10008, "Unknown Message")
		return nil, &out
	}
	return p, nil
}

func (s *Server) serveMessage(c *call) reply {
	p, refused := s.posted(c)
	if refused != nil {
		return *refused
	}
	return reply{status: http.StatusOK, body: s.messageWire(p)}
}

func (s *Server) serveEdit(c *call) reply {
	p, refused := s.posted(c)
	if refused != nil {
		return *refused
	}
	m, refused := s.compose(c, c.form, place{channel: p.now().ChannelID, old: p, flags: flagsEdit})
	if refused != nil {
		return *refused
	}
	s.revise(p, m)
	return reply{status: http.StatusOK, body: s.messageWire(p)}
}

func (s *Server) serveDelete(c *call) reply {
	p, refused := s.posted(c)
	if refused != nil {
		return *refused
	}
	s.remove(p)
	return reply{status: http.StatusNoContent}
}

// serveHistory gives up to limit messages, the newest first, of those before or after the given ids.
func (s *Server) serveHistory(c *call) reply {
	ch, refused := s.speak(c, ReadMessageHistory)
	if refused != nil {
		return *refused
	}
	q := c.URL.Query()
	most := 50
	if text := q.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 100 {
			c.form.field("limit").fail("NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
			return s.reject(c)
		}
		most = n
	}
	list := []object{}
	for i := len(s.order) - 1; i >= 0 && len(list) < most; i-- {
		p := s.posts[s.order[i]]
		now := p.now()
		before, after := q.Get("before"), q.Get("after")
		if now.ChannelID != ch.ID || p.deleted || now.For != "" || before != "" && now.ID >= before || after != "" && now.ID <= after {
			continue
		}
		list = append(list, s.messageWire(p))
	}
	return reply{status: http.StatusOK, body: list}
}
