package discord

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"skald/bot"
)

// A custom id holds what its component stands for:
//
//	/act card:"8 Mind"          a command line
//	?card /act                  a line, and the option into which what is picked goes
//	#2/act                      the second component of a message that stands for the same
//	~9f2c…                      any of these that is too long, kept by the server under a key
const (
	markLine   = "/"
	markOption = "?"
	markTwin   = "#"
	markKept   = "~"
)

// maxID is the longest custom id, maxValue the longest value in a menu.
const (
	maxID    = 100
	maxValue = 100
)

// fold gives the text itself, or the key for it where it is too long or looks like a key.
func (b *Bot) fold(server, text string, most int) (string, error) {
	if units(text) <= most && !strings.HasPrefix(text, markKept) {
		return text, nil
	}
	key, err := b.hub.Keep(server, text)
	if err != nil {
		return "", fmt.Errorf("keep the line of a button: %w", err)
	}
	return markKept + key, nil
}

// unfold is the inverse of fold; "" is what is no longer kept.
func (b *Bot) unfold(server, text string) (string, error) {
	if key, kept := strings.CutPrefix(text, markKept); kept {
		return b.hub.Kept(server, key)
	}
	return text, nil
}

// behind splits what a custom id holds into line and option.
func behind(text string) (line, option string, err error) {
	if rest, ok := strings.CutPrefix(text, markTwin); ok {
		at := strings.IndexAny(rest, markLine+markOption)
		text = rest[max(at, 0):]
	}
	if rest, ok := strings.CutPrefix(text, markOption); ok {
		option, text, _ = strings.Cut(rest, " ")
	}
	if !strings.HasPrefix(text, markLine) {
		return "", "", errStale
	}
	return text, option, nil
}

// componentData is the data of a button or a menu that was used.
type componentData struct {
	CustomID string   `json:"custom_id"`
	Values   []string `json:"values"`
}

// component is the job of a button or a menu.
func (b *Bot) component(in *interaction) job {
	var d componentData
	if err := json.Unmarshal(in.Raw, &d); err != nil || d.CustomID == "" {
		return refused(errStale)
	}
	prepare := func(context.Context) (*bot.Request, error) { return b.press(in, d) }
	return job{slow: b.slow(d.CustomID), prepare: prepare}
}

// slow reports whether a custom id holds the line of a slow command. Of a kept one it is not known yet.
func (b *Bot) slow(id string) bool {
	line, _, err := behind(id)
	if err != nil {
		return false
	}
	r, err := bot.Parse(line)
	if err != nil {
		return false
	}
	cmd, err := b.hub.Find(r.Command)
	return err == nil && cmd.Slow
}

// press makes the request of a button or a menu.
func (b *Bot) press(in *interaction, d componentData) (*bot.Request, error) {
	text, err := b.unfold(in.Server, d.CustomID)
	if err != nil {
		return nil, err
	}
	line, option, err := behind(text)
	if err != nil {
		return nil, err
	}
	r, cmd, err := b.line(in, line)
	if err != nil {
		return nil, err
	}
	if option == "" || len(d.Values) == 0 {
		return r, nil
	}
	picked := make([]string, len(d.Values))
	for i, v := range d.Values {
		if picked[i], err = b.unfold(in.Server, v); err != nil {
			return nil, err
		}
		if picked[i] == "" {
			return nil, errStale
		}
	}
	r = r.With(option, strings.Join(picked, ", "))
	b.people(r, cmd)
	return r, nil
}

// modalData is the data of a form that was sent off. Text inputs stand in rows or under labels.
type modalData struct {
	CustomID   string  `json:"custom_id"`
	Components []input `json:"components"`
}

type input struct {
	CustomID   string          `json:"custom_id"`
	Value      json.RawMessage `json:"value"`
	Components []input         `json:"components"`
	Component  *input          `json:"component"`
}

// each gives the texts that were filled in, in order.
func (i input) each(yield func(name, text string)) {
	var text string
	if i.CustomID != "" && json.Unmarshal(i.Value, &text) == nil {
		yield(i.CustomID, text)
	}
	for _, inner := range i.Components {
		inner.each(yield)
	}
	if i.Component != nil {
		i.Component.each(yield)
	}
}

// modal is the job of a form.
func (b *Bot) modal(in *interaction) job {
	var d modalData
	if err := json.Unmarshal(in.Raw, &d); err != nil || d.CustomID == "" {
		return refused(errStale)
	}
	return job{slow: b.slow(d.CustomID), prepare: func(context.Context) (*bot.Request, error) {
		text, err := b.unfold(in.Server, d.CustomID)
		if err != nil {
			return nil, err
		}
		line, _, err := behind(text)
		if err != nil {
			return nil, err
		}
		r, cmd, err := b.line(in, line)
		if err != nil {
			return nil, err
		}
		for _, c := range d.Components {
			c.each(func(name, text string) {
				if r = r.Without(name); strings.TrimSpace(text) != "" {
					r = r.With(name, text)
				}
			})
		}
		b.people(r, cmd)
		return r, nil
	}}
}

// Discord's types of components.
const (
	componentRow    = 1
	componentButton = 2
	componentSelect = 3
	componentText   = 4
	componentLabel  = 18
)

// part is a component of a message or a form.
type part struct {
	Type        int      `json:"type"`
	CustomID    string   `json:"custom_id,omitempty"`
	Label       string   `json:"label,omitempty"`
	Style       int      `json:"style,omitempty"`
	Placeholder string   `json:"placeholder,omitempty"`
	Value       string   `json:"value,omitempty"`
	MinValues   *int     `json:"min_values,omitempty"`
	MaxValues   *int     `json:"max_values,omitempty"`
	MaxLength   int      `json:"max_length,omitempty"`
	Required    *bool    `json:"required,omitempty"`
	Options     []picked `json:"options,omitempty"`
	Component   *part    `json:"component,omitempty"`
	Components  []part   `json:"components,omitempty"`
}

type picked struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

var buttonStyles = map[bot.Style]int{bot.Quiet: 2, bot.Main: 1, bot.Danger: 4}

// Discord's limits for the components of a message.
const (
	maxRows   = 5
	rowWidth  = 5
	maxLabel  = 80
	maxHint   = 150
	maxPicked = 100
)

// rows lays out menus, one a row, and buttons, five a row. What does not fit is left out and logged.
func (b *Bot) rows(server string, r bot.Reply) ([]part, error) {
	rows, used := []part{}, map[string]bool{}
	for _, s := range r.Selects {
		menu, err := b.menu(server, s, used)
		if err != nil {
			return nil, err
		}
		if len(menu.Options) > 0 {
			rows = append(rows, part{Type: componentRow, Components: []part{menu}})
		}
	}
	for few := range slices.Chunk(r.Buttons, rowWidth) {
		row := part{Type: componentRow}
		for _, button := range few {
			id, err := b.id(server, button.Line, used)
			if err != nil {
				return nil, err
			}
			row.Components = append(row.Components, part{
				Type: componentButton, CustomID: id, Label: cut(solid(button.Label), maxLabel), Style: buttonStyles[button.Style],
			})
		}
		rows = append(rows, row)
	}
	if len(rows) > maxRows {
		b.log.Warn("a reply has more buttons than a message can hold", "rows", len(rows))
		rows = rows[:maxRows]
	}
	return rows, nil
}

// id makes the custom id of a component; no two in a message may be the same.
func (b *Bot) id(server, text string, used map[string]bool) (string, error) {
	for n := 1; ; n++ {
		marked := text
		if n > 1 {
			marked = fmt.Sprint(markTwin, n, text)
		}
		id, err := b.fold(server, marked, maxID)
		if err != nil || !used[id] {
			used[id] = true
			return id, err
		}
	}
}

// menu makes a select.
func (b *Bot) menu(server string, s bot.Select, used map[string]bool) (part, error) {
	var list []picked
	marked := 0
	for _, c := range s.Choices {
		value, err := b.fold(server, c.Value, maxValue)
		if err != nil {
			return part{}, err
		}
		twin := slices.ContainsFunc(list, func(p picked) bool { return p.Value == value })
		if value == "" || twin || len(list) == maxChoices {
			continue
		}
		high := min(max(s.Max, 1), maxChoices)
		if c.Marked {
			marked++
		}
		list = append(list, picked{
			Label: cut(solid(c.Label), maxPicked), Value: value, Description: cut(c.About, maxPicked), Default: c.Marked && marked <= high,
		})
	}
	if len(list) == 0 {
		return part{}, nil
	}
	id, err := b.id(server, markOption+s.Option+" "+s.Line, used)
	if err != nil {
		return part{}, err
	}
	high := min(max(s.Max, 1), len(list))
	low := min(max(s.Min, 1), high)
	return part{
		Type: componentSelect, CustomID: id, Placeholder: cut(s.Label, maxHint), MinValues: &low, MaxValues: &high, Options: list,
	}, nil
}

// form is a modal as Discord takes it.
type form struct {
	CustomID   string `json:"custom_id"`
	Title      string `json:"title"`
	Components []part `json:"components"`
}

// Discord's limits for a form.
const (
	maxFields  = 5
	maxCaption = 45
	maxInput   = 4000
)

// form makes a modal.
func (b *Bot) form(server string, f bot.Form) (*form, error) {
	id, err := b.fold(server, f.Line, maxID)
	if err != nil {
		return nil, err
	}
	out := &form{CustomID: id, Title: cut(solid(f.Title), maxCaption)}
	for _, field := range f.Fields[:min(len(f.Fields), maxFields)] {
		most := b.room(f.Line, field.Name)
		text := part{Type: componentText, CustomID: field.Name, Style: 1, Value: cut(field.Value, most), MaxLength: most, Required: new(!field.Optional)}
		if field.Long {
			text.Style = 2
		}
		out.Components = append(out.Components, part{Type: componentLabel, Label: cut(solid(field.Label), maxCaption), Component: &text})
	}
	return out, nil
}

// room is how many characters the option of a line takes.
func (b *Bot) room(line, option string) int {
	r, err := bot.Parse(line)
	if err != nil {
		return maxInput
	}
	cmd, err := b.hub.Find(r.Command)
	if err != nil {
		return maxInput
	}
	for _, o := range cmd.Options {
		if o.Name == option {
			return min(longestText(o), maxInput)
		}
	}
	return maxInput
}
