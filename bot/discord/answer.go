package discord

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/bwmarrin/discordgo"

	"skald/bot"
)

// answer is what an interaction is told. Its first word must be spoken within 3 s, and fixes what can follow.
type answer struct {
	bot    *Bot
	in     *interaction
	limits *discordgo.RateLimiter
	state  state
}

// state is how far an answer has come.
type state int

const (
	unanswered state = iota
	thinking         // a message for everybody is announced
	thinkingPrivately
	updating // the message whose component was used will change, or stay
	answered
)

// Discord's types of first answers.
const (
	sayMessage  = 4
	sayThinking = 5
	sayUpdating = 6
	sayUpdate   = 7
	sayChoices  = 8
	sayForm     = 9
)

func newAnswer(b *Bot, in *interaction) *answer {
	return &answer{bot: b, in: in, limits: discordgo.NewRatelimiter()}
}

// outcome is what came of a job.
type outcome struct {
	request *bot.Request // nil where it came to none
	dressed
}

// serve does a job and answers.
func (a *answer) serve(ctx context.Context, j job) {
	began := time.Now()
	if j.slow {
		a.deferred(ctx, j.private)
	}
	done := make(chan outcome, 1)
	go func() { done <- a.work(ctx, j) }()
	var o outcome
	if a.state == unanswered {
		timer := time.NewTimer(a.bot.times.work)
		defer timer.Stop()
		select {
		case o = <-done:
		case <-timer.C:
			a.deferred(ctx, j.private)
			o = <-done
		}
	} else {
		o = <-done
	}
	a.deliver(ctx, o)
	if o.request != nil {
		a.bot.log.Debug("answered", "server", a.in.Server, "command", o.request.Command, "after", time.Since(began))
	}
}

// work does the job and dresses its reply. It always gives something to say.
func (a *answer) work(ctx context.Context, j job) (o outcome) {
	defer func() {
		if p := recover(); p != nil {
			o = a.plain(a.bot.refusal(fmt.Errorf("panic: %v\n%s", p, debug.Stack())))
		}
	}()
	r, reply, err := a.bot.carry(ctx, j)
	if err != nil {
		return a.plain(a.bot.refusal(err))
	}
	d, err := a.bot.dress(a.in.Server, reply)
	if err != nil {
		return a.plain(a.lostAnswer(reply.Private, err))
	}
	if d.form != nil && a.in.Type == onModal { // no form can follow a form
		return a.plain(again(r))
	}
	return outcome{r, d}
}

// again is told where a form cannot be opened any more.
func again(r *bot.Request) bot.Reply {
	reply := bot.Reply{Private: true, Tone: bot.Warn, Body: "Here a form would open, but it comes too late for this. Please try again."}
	if r != nil {
		reply.Buttons = []bot.Button{{Label: "Try again", Line: r.String()}}
	}
	return reply
}

// lostAnswer is told where something was done and cannot be shown.
func (a *answer) lostAnswer(private bool, err error) bot.Reply {
	code := a.bot.note(err).Code
	return bot.Reply{Private: private, Tone: bot.Warn, Body: "The answer cannot be shown here; whoever runs Skald finds the reason under the code " + code + ". What was done is in /game log."}
}

// plain dresses a reply of words alone.
func (a *answer) plain(r bot.Reply) outcome {
	d, err := a.bot.dress(a.in.Server, r)
	if err != nil { // the button's line could not be kept
		r.Buttons = nil
		d, _ = a.bot.dress(a.in.Server, r)
	}
	return outcome{dressed: d}
}

// refuse answers at once with a sentence for the user alone.
func (a *answer) refuse(ctx context.Context, sentence string) {
	a.deliver(ctx, a.plain(bot.Reply{Private: true, Tone: bot.Bad, Body: sentence}))
}

// fault answers what went wrong in here.
func (a *answer) fault(ctx context.Context, err error) {
	reply := a.bot.refusal(err)
	if a.in.Type == onAutocomplete || a.state == answered {
		return
	}
	a.deliver(ctx, a.plain(reply))
}

// deferred tells Discord that the answer takes time. Behind a component this leaves open who will see it.
func (a *answer) deferred(ctx context.Context, private bool) {
	first := map[string]any{"type": sayThinking}
	next := thinking
	switch {
	case a.in.Message != nil:
		first["type"], next = sayUpdating, updating
	case private:
		first["data"], next = map[string]any{"flags": ephemeral}, thinkingPrivately
	}
	if err := a.callback(ctx, next, first, nil); err != nil {
		a.bot.log.Warn("an answer was not deferred", "server", a.in.Server, "reason", bare(err))
	}
}

// deliver sends what came of the job.
func (a *answer) deliver(ctx context.Context, o outcome) {
	messages := o.messages
	if o.form != nil {
		if a.state != unanswered {
			messages = append(a.plain(again(o.request)).messages, messages...)
		} else if err := a.callback(ctx, answered, map[string]any{"type": sayForm, "data": o.form}, nil); err != nil {
			a.undelivered(ctx, true, err)
		}
	}
	for i, m := range messages {
		if m.board != "" && !m.private && i > 0 && a.renew(ctx, m) {
			continue
		}
		if err := a.send(ctx, m); err != nil {
			a.undelivered(ctx, m.private, err)
		}
	}
}

// undelivered deals with a message that Discord did not take. One that breaks a rule of Discord's is replaced
// with one that says so; where it came too late there is nobody to tell.
func (a *answer) undelivered(ctx context.Context, private bool, err error) {
	switch told(err) {
	case 0, unknownInteraction, unknownWebhook, alreadyAnswered:
		a.bot.log.Warn("an answer was not delivered", "server", a.in.Server, "reason", bare(err))
		return
	}
	for _, m := range a.plain(a.lostAnswer(private, err)).messages {
		if err := a.send(ctx, m); err != nil {
			a.bot.log.Warn("an answer was not delivered", "server", a.in.Server, "reason", bare(err))
		}
	}
}

// send sends one message in the way that is open.
func (a *answer) send(ctx context.Context, m *message) error {
	if m.update && a.in.Message != nil && (a.state == unanswered || a.state == updating) {
		if m.private == a.in.private() {
			return a.replace(ctx, m)
		}
		if a.in.private() {
			// What everybody may read does not belong into a message for one; that one only loses its buttons.
			if err := a.strip(ctx); err != nil {
				return err
			}
		}
	}
	switch {
	case a.state == unanswered:
		err := a.callback(ctx, answered, map[string]any{"type": sayMessage, "data": m}, m.files)
		a.found(ctx, m, err)
		return err
	case a.state == thinking && !m.private, a.state == thinkingPrivately && m.private:
		err := a.edit(ctx, m)
		a.found(ctx, m, err)
		return err
	case a.state == thinking, a.state == thinkingPrivately:
		// The announced message has the wrong eyes on it.
		if err := a.hook(ctx, "DELETE", "/messages/@original", nil, nil); err != nil && told(err) != unknownMessage {
			return err
		}
		a.state = answered
	}
	return a.follow(ctx, m)
}

// replace puts a message in the place of the one whose component was used, or after it where that is gone.
func (a *answer) replace(ctx context.Context, m *message) error {
	if a.state == updating {
		return a.edit(ctx, m)
	}
	err := a.callback(ctx, answered, map[string]any{"type": sayUpdate, "data": m.edited()}, m.files)
	if told(err) == unknownMessage {
		return a.callback(ctx, answered, map[string]any{"type": sayMessage, "data": m}, m.files)
	}
	return err
}

// strip takes the components from the message whose component was used.
func (a *answer) strip(ctx context.Context) error {
	stripped := map[string]any{"components": []part{}, "allowed_mentions": nobody}
	var err error
	if a.state == updating {
		err = a.hook(ctx, "PATCH", "/messages/@original", stripped, nil)
	} else {
		err = a.callback(ctx, updating, map[string]any{"type": sayUpdate, "data": stripped}, nil)
	}
	if told(err) == unknownMessage {
		return nil
	}
	return err
}

// edited is the message without the flags, which an edit does not take.
func (m *message) edited() *message {
	e := *m
	e.Flags = 0
	return &e
}

// edit puts a message in the place of the one that was announced or pressed; a user may have put that away.
func (a *answer) edit(ctx context.Context, m *message) error {
	err := a.hook(ctx, "PATCH", "/messages/@original", m.edited(), m.files)
	if told(err) == unknownMessage {
		return a.follow(ctx, m)
	}
	if err == nil {
		a.state = answered
	}
	return err
}

func (a *answer) follow(ctx context.Context, m *message) error {
	raw, err := a.bot.call(ctx, a.limits, "POST", "/webhooks/"+a.in.App+"/"+a.in.Token+"?wait=true", m, m.files)
	if err == nil {
		a.state = answered
		a.standsAt(m, raw)
	}
	return err
}

// callback gives the first answer, after which the state is next.
func (a *answer) callback(ctx context.Context, next state, body any, files []upload) error {
	_, err := a.bot.call(ctx, a.limits, "POST", "/interactions/"+a.in.ID+"/"+a.in.Token+"/callback", body, files)
	if err == nil {
		a.state = next
	}
	return err
}

// hook is a request with the interaction's token after the first answer.
func (a *answer) hook(ctx context.Context, method, path string, body any, files []upload) error {
	_, err := a.bot.call(ctx, a.limits, method, "/webhooks/"+a.in.App+"/"+a.in.Token+path, body, files)
	return err
}
