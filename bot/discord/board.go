package discord

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
)

// boards remembers where each board's newest message stands: a channel has one of each name.
type boards struct {
	mu sync.Mutex
	at map[string]string // message ids by place
}

// place names a board in a channel.
func (a *answer) place(board string) string { return board + " " + a.in.ChannelID }

// where finds the message that shows a board; "" where none is known.
func (a *answer) where(board string) string {
	b, place := &a.bot.boards, a.place(board)
	b.mu.Lock()
	id := b.at[a.in.Server+" "+place]
	b.mu.Unlock()
	if id == "" {
		id, _ = a.bot.hub.Pinned(a.in.Server, place)
	}
	return id
}

// renew puts a board in the place of the one before; false where there is none that can be changed.
func (a *answer) renew(ctx context.Context, m *message) bool {
	id := a.where(m.board)
	if id == "" {
		return false
	}
	_, err := a.bot.call(ctx, a.limits, "PATCH", "/channels/"+a.in.ChannelID+"/messages/"+id, m.edited(), m.files)
	return err == nil
}

// standsAt notes where a board was posted, from what Discord answered.
func (a *answer) standsAt(m *message, raw []byte) {
	var posted struct {
		ID string `json:"id"`
	}
	if m.board == "" || m.private || json.Unmarshal(raw, &posted) != nil || strings.Trim(posted.ID, "0123456789") != "" || posted.ID == "" {
		return
	}
	b, place := &a.bot.boards, a.place(m.board)
	b.mu.Lock()
	if b.at == nil {
		b.at = map[string]string{}
	}
	b.at[a.in.Server+" "+place] = posted.ID
	b.mu.Unlock()
	if err := a.bot.hub.Pin(a.in.Server, place, posted.ID); err != nil {
		a.bot.log.Warn("a board's place was not noted", "server", a.in.Server, "reason", bare(err))
	}
}

// found looks up where a board stands that was the first answer to an interaction.
func (a *answer) found(ctx context.Context, m *message, sent error) {
	if m.board == "" || m.private || sent != nil {
		return
	}
	raw, err := a.bot.call(ctx, a.limits, "GET", "/webhooks/"+a.in.App+"/"+a.in.Token+"/messages/@original", nil, nil)
	if err == nil {
		a.standsAt(m, raw)
	}
}
