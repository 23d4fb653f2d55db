package fakediscord

import (
	"fmt"
	"slices"
	"testing"
	"unicode/utf8"
)

// Click presses a button of a message: the one with this custom id or label. The test fails if the person cannot: the
// message is gone or not theirs to see, or has no such button, or a dead one.
func (s *Server) Click(t testing.TB, by *Member, m Message, idOrLabel string) *Interaction {
	t.Helper()
	in, err := s.TryClick(by, m, idOrLabel)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// TryClick is Click for use from any goroutine.
func (s *Server) TryClick(by *Member, m Message, idOrLabel string) (*Interaction, error) {
	return s.use(by, m, func(c Component) bool { return c.Type == typeButton && c.Style < styleLink }, idOrLabel, nil)
}

// Select chooses in the select with this custom id: values or labels of its options, or *Member, *Role, *Channel.
func (s *Server) Select(t testing.TB, by *Member, m Message, id string, values ...any) *Interaction {
	t.Helper()
	in, err := s.TrySelect(by, m, id, values...)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// TrySelect is Select for use from any goroutine.
func (s *Server) TrySelect(by *Member, m Message, id string, values ...any) (*Interaction, error) {
	return s.use(by, m, func(c Component) bool { return slices.Contains(selects, c.Type) }, id, values)
}

// ClickStale presses a button that the message no longer shows, or that of a message since deleted: a click that was
// on its way. Any custom id will do.
func (s *Server) ClickStale(t testing.TB, by *Member, m Message, customID string) *Interaction {
	t.Helper()
	if err := s.online(); err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p, place := s.posts[m.ID], s.channels[m.ChannelID]
	if p == nil || place == nil {
		t.Fatal(misuse("there never was such a message"))
	}
	return s.start(&Interaction{Type: typeClick, By: by, In: place, about: p, data: object{
		"custom_id": customID, "component_type": typeButton, "id": 1,
	}})
}

// use is a click on a component, or a choice of values in it.
func (s *Server) use(by *Member, m Message, fits func(Component) bool, id string, values []any) (*Interaction, error) {
	if err := s.online(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p, place := s.posts[m.ID], s.channels[m.ChannelID]
	switch {
	case p == nil || p.deleted || place == nil:
		return nil, misuse("the message is gone")
	case place.Guild != by.Guild || p.now().For != "" && p.now().For != by.ID:
		return nil, misuse("%s does not see this message", by.Name)
	case place.archived:
		return nil, misuse("#%s is archived", place.Name)
	}
	c, ok := p.now().Find(id)
	if !ok || !fits(c) || c.Disabled {
		return nil, misuse("the message has no component %q that can be used; its buttons are %q", id, p.now().Labels())
	}
	data := object{"custom_id": c.CustomID, "component_type": c.Type, "id": c.ID}
	if c.Type != typeButton {
		known := resolved{}
		chosen, err := c.choose(s, place, known, values)
		if err != nil {
			return nil, err
		}
		data["values"] = chosen
		if len(known) > 0 {
			data["resolved"] = known
		}
	}
	return s.start(&Interaction{Type: typeClick, By: by, In: place, about: p, data: data}), nil
}

// choose checks what was chosen in a select, and spells it.
func (c Component) choose(s *Server, in *Channel, known resolved, values []any) ([]any, error) {
	low, high := c.bounds()
	if len(values) < low || len(values) > high {
		return nil, misuse("%d values for %q, which takes %d to %d", len(values), c.CustomID, low, high)
	}
	kinds := map[int]int{
		typeUserSelect: typeUser, typeRoleSelect: typeRole, typeMentionSelect: typeMentionable, typeChannelSelect: typeChannel,
		typeUpload: typeAttachment,
	}
	chosen := []any{}
	for _, v := range values {
		var one any
		var err error
		if kind := kinds[c.Type]; kind != 0 {
			one, err = known.enter(s, in, kind, v)
		} else {
			one, err = c.option(v)
		}
		if err != nil {
			return nil, err
		}
		if slices.Contains(chosen, one) {
			return nil, misuse("%v is chosen twice", v)
		}
		chosen = append(chosen, one)
	}
	return chosen, nil
}

// bounds are how many values there must be at least and at most.
func (c Component) bounds() (low, high int) {
	low, high = 1, 1
	if c.Type == typeCheckboxGroup {
		high = len(c.Options)
	}
	if c.MinValues != nil {
		low = *c.MinValues
	}
	if c.MaxValues != nil {
		high = *c.MaxValues
	}
	if c.Required != nil && !*c.Required {
		low = 0
	}
	return low, high
}

// option gives the value of the option that v is the value or the label of.
func (c Component) option(v any) (any, error) {
	for _, o := range c.Options {
		if o.Value == v {
			return o.Value, nil
		}
	}
	for _, o := range c.Options {
		if o.Label == v {
			return o.Value, nil
		}
	}
	return nil, misuse("%q offers no %v", c.CustomID, v)
}

// SubmitModal fills in a modal and sends it. fields holds by custom id what the person entered: a string for a text input,
// []any (as for Select) for the others, bool for a checkbox. What is not in there stays as the modal shows it.
func (s *Server) SubmitModal(t testing.TB, m *Modal, fields map[string]any) *Interaction {
	t.Helper()
	in, err := s.TrySubmitModal(m, fields)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// TrySubmitModal is SubmitModal for use from any goroutine.
func (s *Server) TrySubmitModal(m *Modal, fields map[string]any) (*Interaction, error) {
	if err := s.online(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := range fields {
		if _, ok := find(m.Components, id); !ok {
			return nil, misuse("the modal %q has no field %q", m.Title, id)
		}
	}
	known := resolved{}
	filled := []object{}
	for _, c := range m.Components {
		o, err := c.enter(s, m.from.In, known, fields)
		if err != nil {
			return nil, fmt.Errorf("modal %q: %w", m.Title, err)
		}
		filled = append(filled, o)
	}
	data := object{"custom_id": m.CustomID, "components": filled}
	if len(known) > 0 {
		data["resolved"] = known
	}
	return s.start(&Interaction{Type: typeSubmit, By: m.from.By, In: m.from.In, about: m.from.about, data: data}), nil
}

// enter spells a component of a modal with what was entered in it.
func (c Component) enter(s *Server, in *Channel, known resolved, fields map[string]any) (object, error) {
	o := object{"type": c.Type, "id": c.ID}
	var err error
	switch c.Type {
	case typeRow:
		inner, err := c.Components[0].enter(s, in, known, fields)
		o["components"] = []object{inner}
		return o, err
	case typeLabel:
		o["component"], err = c.Inner.enter(s, in, known, fields)
		return o, err
	case typeTextDisplay:
		return o, nil
	}
	o["custom_id"] = c.CustomID
	value, given := fields[c.CustomID]
	switch c.Type {
	case typeTextInput:
		o["value"], err = c.written(value)
	case typeCheckbox:
		ticked, ok := value.(bool)
		if !ok && given {
			return nil, misuse("%q takes true or false", c.CustomID)
		}
		o["value"] = ticked || !given && c.Default != nil && *c.Default
	case typeRadio:
		o["value"], err = c.picked(value, given)
	default:
		o["values"], err = c.several(s, in, known, value, given)
	}
	return o, err
}

func (c Component) picked(value any, given bool) (any, error) {
	if given {
		return c.option(value)
	}
	for _, o := range c.Options {
		if o.Default {
			return o.Value, nil
		}
	}
	if c.Required == nil || *c.Required {
		return nil, misuse("%q must be answered", c.CustomID)
	}
	return nil, nil
}

func (c Component) several(s *Server, in *Channel, known resolved, value any, given bool) ([]any, error) {
	values, ok := value.([]any)
	if given && !ok {
		return nil, misuse("%q takes []any, not %T", c.CustomID, value)
	}
	if !given {
		for _, o := range c.Options {
			if o.Default {
				values = append(values, o.Value)
			}
		}
	}
	if len(values) == 0 && c.Required != nil && !*c.Required {
		return []any{}, nil
	}
	return c.choose(s, in, known, values)
}

// written checks what was written in a text input.
func (c Component) written(value any) (string, error) {
	text := c.Value
	if value != nil {
		written, ok := value.(string)
		if !ok {
			return "", misuse("%q takes text, not %T", c.CustomID, value)
		}
		text = written
	}
	n := utf8.RuneCountInString(text)
	required := c.Required == nil || *c.Required
	switch {
	case n == 0 && required:
		return "", misuse("%q must be filled in", c.CustomID)
	case n == 0:
	case c.MinLength != nil && n < *c.MinLength:
		return "", misuse("%q takes at least %d characters", c.CustomID, *c.MinLength)
	case n > 4000 || c.MaxLength != nil && n > *c.MaxLength:
		return "", misuse("the text for %q is too long: %d characters", c.CustomID, n)
	}
	return text, nil
}
