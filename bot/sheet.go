package bot

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"skald/combat"
	"skald/fate"
	"skald/hero"
)

// maxSheet is the largest sheet that is read.
const maxSheet = 64 << 10

// sheetFile is a sheet as a file.
type sheetFile struct {
	Name        string           `yaml:"name"`
	Description string           `yaml:"description,omitempty"`
	Abilities   yaml.Node        `yaml:"abilities"`
	Codes       yaml.Node        `yaml:"codes"`
	Edge        int              `yaml:"edge"`
	HandSize    int              `yaml:"hand-size,omitempty"`
	Points      int              `yaml:"points"`
	Skills      []sheetFileSkill `yaml:"skills,omitempty"`
	Gear        yaml.Node        `yaml:"gear,omitempty"`
	Character   yaml.Node        `yaml:"character,omitempty"`
}

type sheetFileSkill struct {
	Name   string `yaml:"name"`
	Trait  string `yaml:"trait"`
	Degree string `yaml:"degree,omitempty"`
}

// writeSheet writes a sheet as YAML, abilities and codes in the game's order. What readSheet makes of it
// is the same sheet.
func writeSheet(h hero.Hero, d *fate.DeckList) ([]byte, error) {
	f := sheetFile{Name: h.Name, Description: h.Description, Edge: h.Edge, HandSize: h.Hand, Points: h.Points}
	f.Abilities.Kind, f.Codes.Kind = yaml.MappingNode, yaml.MappingNode
	for _, a := range d.Abilities {
		addPair(&f.Abilities, a.Name, fmt.Sprint(h.Scores[a.Name]))
	}
	for _, trait := range d.Traits() {
		addPair(&f.Codes, trait, string(h.Codes[trait]))
	}
	for _, s := range h.Skills {
		f.Skills = append(f.Skills, sheetFileSkill{s.Name, s.Trait, string(s.Degree)})
	}
	if len(h.Gear) > 0 {
		gear, err := writeYAML(h.Gear)
		var root yaml.Node
		if err == nil {
			err = yaml.Unmarshal(gear, &root)
		}
		if err != nil {
			return nil, fmt.Errorf("write the gear of %s: %w", h.Name, err)
		}
		f.Gear = *root.Content[0]
	}
	var err error
	if f.Character, err = writeCharacter(h); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(f); err != nil {
		return nil, fmt.Errorf("write the sheet of %s: %w", h.Name, err)
	}
	return b.Bytes(), nil
}

func addPair(n *yaml.Node, key, value string) {
	n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, &yaml.Node{Kind: yaml.ScalarNode, Value: value})
}

// readSheet reads what writeSheet wrote, or what somebody wrote by hand; what is left out has the value
// of a new hero. The refusal names what is wrong.
func readSheet(data []byte, d *fate.DeckList) (hero.Hero, error) {
	f := sheetFile{Edge: 1, Points: 3}
	if err := decodeYAML("sheet", data, maxSheet, &f); err != nil {
		return hero.Hero{}, err
	}
	name, err := cleanName("hero", f.Name)
	if err != nil {
		return hero.Hero{}, err
	}
	h := hero.New(name, d.Abilities)
	if h.Description, err = cleanText("description", f.Description, hero.MaxDescription); err != nil {
		return h, err
	}
	var scores map[string]int
	var codes map[string]string
	if err := errors.Join(decodeNode(&f.Abilities, &scores), decodeNode(&f.Codes, &codes)); err != nil {
		return h, badYAML("sheet", err)
	}
	h.Edge, h.Hand, h.Points = f.Edge, f.HandSize, f.Points
	for name, v := range scores {
		a, ok := d.Ability(name)
		if !ok {
			return h, fate.Refuse("bad_sheet", "The sheet has an ability %q that this game does not know.", short(name, 40))
		}
		h.Scores[a.Name] = v
	}
	for name, v := range codes {
		if !contains(d.Traits(), name) {
			return h, fate.Refuse("bad_sheet", "The sheet has a code for %q, which is no Trait of this game.", short(name, 40))
		}
		h.Codes[name] = hero.Code(strings.ToUpper(v))
	}
	for _, s := range f.Skills {
		skill, err := cleanName("skill", s.Name)
		if err != nil {
			return h, err
		}
		h.Skills = append(h.Skills, hero.Skill{Name: skill, Trait: s.Trait, Degree: degree(s.Degree)})
	}
	if h.Gear, err = readGear(&f.Gear); err != nil {
		return h, err
	}
	if err := readCharacter(&f.Character, &h); err != nil {
		return h, err
	}
	return h, h.Check(d.Abilities)
}

// readGear reads the gear of a sheet.
func readGear(n *yaml.Node) ([]hero.Gear, error) {
	if n.Kind == 0 {
		return nil, nil
	}
	raw, err := yaml.Marshal(n)
	if err != nil {
		return nil, badYAML("sheet", err)
	}
	var gear []hero.Gear
	if err := readYAML("gear", raw, 2*maxSheet, &gear); err != nil {
		return nil, err
	}
	for i, g := range gear {
		if gear[i].Name, err = cleanName("piece of gear", g.Name); err != nil {
			return nil, err
		}
		if g.Range == "" {
			continue
		}
		r, err := combat.ParseRange(g.Range)
		if err != nil {
			return nil, err
		}
		text, err := r.MarshalText()
		if err != nil {
			return nil, badYAML("sheet", err)
		}
		gear[i].Range = string(text)
	}
	return gear, nil
}

func degree(s string) hero.Degree {
	if s == "" {
		return hero.Normal
	}
	return hero.Degree(s)
}

func contains(list []string, s string) bool {
	for _, one := range list {
		if one == s {
			return true
		}
	}
	return false
}

func decodeNode(n *yaml.Node, into any) error {
	if n.Kind == 0 {
		return nil
	}
	return n.Decode(into)
}

// decodeYAML reads one document of a file from a user: no unknown names, no aliases, at most most bytes.
func decodeYAML(what string, data []byte, most int, into any) error {
	if len(data) > most {
		return fate.Refuse("bad_file", "The %s is too large: at most %d KiB.", what, most>>10)
	}
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		return badYAML(what, err)
	}
	if root.Kind == 0 {
		return fate.Refuse("bad_file", "The %s is empty.", what)
	}
	if hasAlias(&root) {
		return fate.Refuse("bad_file", "The %s uses aliases (&, *); please write everything out.", what)
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(into); err != nil {
		return badYAML(what, err)
	}
	if err := dec.Decode(&yaml.Node{}); !errors.Is(err, io.EOF) {
		return fate.Refuse("bad_file", "The %s has more than one document in it.", what)
	}
	return nil
}

func hasAlias(n *yaml.Node) bool {
	if n.Kind == yaml.AliasNode {
		return true
	}
	for _, c := range n.Content {
		if hasAlias(c) {
			return true
		}
	}
	return false
}

// badYAML says in one sentence what the library found wrong.
func badYAML(what string, err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	text = strings.TrimPrefix(text, "unmarshal errors:\n")
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	for _, say := range inWords {
		first = say.said.ReplaceAllString(first, say.meant)
	}
	clean := strings.ReplaceAll(oneLine(first), "@", "")
	return fate.Refuse("bad_file", "The %s cannot be read: %s.", what, short(clean, 160))
}

// inWords are what the library says, in words for people.
var inWords = []struct {
	said  *regexp.Regexp
	meant string
}{
	{regexp.MustCompile(`field (.+) not found in type \S+`), `there is nothing called "$1" in such a file`},
	{regexp.MustCompile(`cannot unmarshal !!(?:seq|map) into (?:int|string|bool)`), `one value must stand here, not several`},
	{regexp.MustCompile("cannot unmarshal !!\\w+ `(.*)` into int"), `"$1" is no whole number`},
	{regexp.MustCompile("cannot unmarshal !!\\w+ (?:`(.*)` )?into \\[\\]\\S+"), `a list must stand here, each line with a - before it`},
	{regexp.MustCompile("cannot unmarshal !!\\w+ (?:`(.*)` )?into \\S+"), `pairs of name and value must stand here`},
	{regexp.MustCompile(`unknown field "(.*)"`), `there is nothing called "$1" in such a file`},
	{regexp.MustCompile(`cannot unmarshal .+ into Go struct field (?:\S+\.)?(\S+) of type int`), `"$1" takes a whole number`},
	{regexp.MustCompile(`cannot unmarshal .+ into Go struct field (?:\S+\.)?(\S+) of type \S+`), `"$1" does not take such a value`},
	{regexp.MustCompile(`cannot unmarshal \w+ into Go value of type \[\]\S+`), `a list must stand here, each line with a - before it`},
	{regexp.MustCompile(`cannot unmarshal \w+ into Go value of type \S+`), `pairs of name and value must stand here`},
	{regexp.MustCompile(`mapping key "(.*)" already defined at line (\d+)`), `"$1" stands twice, first in line $2`},
	{regexp.MustCompile(`control characters are not allowed`), `there are signs in it that cannot be read; it must be plain text`},
}

// fileName makes a name fit for a file of any system.
func fileName(name string) string {
	safe := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-':
			return r
		case r >= 'A' && r <= 'Z':
			return unicode.ToLower(r)
		}
		return '-'
	}, name)
	if safe = strings.Trim(safe, "-"); safe == "" {
		return "hero"
	}
	return safe
}
