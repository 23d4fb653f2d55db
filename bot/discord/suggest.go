package discord

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"time"

	"skald/bot"
)

// choices answers what a user is typing. Suggestions that take too long are none.
func (a *answer) choices(ctx context.Context, open bool) {
	list := []named{}
	if open && a.in.Server != "" && a.in.Member != nil && a.in.Member.User != nil {
		found := make(chan []named, 1)
		go func() {
			defer func() {
				if p := recover(); p != nil {
					a.bot.log.Error("suggest", "panic", p)
					found <- nil
				}
			}()
			found <- a.bot.suggest(a.in)
		}()
		timer := time.NewTimer(a.bot.times.suggest)
		defer timer.Stop()
		select {
		case some := <-found:
			list = append(list, some...)
		case <-timer.C:
		}
	}
	if err := a.callback(ctx, answered, map[string]any{"type": sayChoices, "data": map[string]any{"choices": list}}, nil); err != nil {
		a.bot.log.Debug("suggestions were not delivered", "server", a.in.Server, "reason", bare(err))
	}
}

// suggest finds values for the option that is being typed.
func (b *Bot) suggest(in *interaction) []named {
	var d commandData
	if err := json.Unmarshal(in.Raw, &d); err != nil {
		return nil
	}
	r := b.request(in)
	focused, kind := "", 0
	for _, v := range d.command(r) {
		if v.Focused {
			focused, kind = v.Name, v.Type
		}
		arg, _ := b.arg(in, &d, v)
		r.Args = append(r.Args, arg)
	}
	if focused == "" {
		return nil
	}
	var list []named
	offered := b.hub.Suggest(r, focused)
	for _, c := range offered {
		if len(list) == maxChoices || c.Value == "" || units(c.Value) > maxChoice {
			continue
		}
		n := named{Name: cut(solid(c.Label), maxChoice), Value: c.Value}
		if kind == typeInteger {
			whole, err := strconv.ParseInt(c.Value, 10, 64)
			if err != nil {
				continue
			}
			n.Value = whole
		}
		list = append(list, n)
	}
	b.heard.note(r, focused, offered)
	return list
}

// offers are the suggestions that users were shown last. Discord may send back a suggestion's label in the
// place of its value, when it is typed rather than picked.
type offers struct {
	mu   sync.Mutex
	list map[string]map[string]string // by user, command and option: labels to values
}

// maxOffers bounds what is kept; beyond it all is forgotten.
const maxOffers = 2_000

func offerKey(r *bot.Request, option string) string {
	return strings.Join([]string{r.Server, r.User.ID, r.Command, option}, " ")
}

func (o *offers) note(r *bot.Request, option string, shown []bot.Choice) {
	labels := map[string]string{}
	for _, c := range shown {
		if c.Label != c.Value {
			labels[cut(c.Label, maxChoice)] = c.Value
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	key := offerKey(r, option)
	if len(labels) == 0 {
		delete(o.list, key)
		return
	}
	if o.list == nil || len(o.list) >= maxOffers {
		o.list = map[string]map[string]string{}
	}
	o.list[key] = labels
}

// resolve puts the values in the place of labels that were sent.
func (o *offers) resolve(r *bot.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i, a := range r.Args {
		if value, ok := o.list[offerKey(r, a.Name)][a.Value]; ok {
			r.Args[i].Value = value
		}
	}
}
