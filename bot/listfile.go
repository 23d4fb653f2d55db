package bot

import (
	_ "embed"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"skald/combat"
	"skald/fate"
	"skald/hero"
)

//go:embed data/lists.yaml
var listsData []byte

// maxListFile is the largest file of lists that is read, mostListed how many things of a kind there are.
const (
	maxListFile = 256 << 10
	mostListed  = 200
)

// listKinds are the kinds of things that a game offers heroes (R14.3 to R14.11, R13.1).
var listKinds = []string{"roles", "races", "natures", "demeanors", "advantages", "hindrances", "skills", "gear"}

// listedSkill is a skill that a game offers.
type listedSkill struct {
	Name  string `json:"name"`
	Trait string `json:"trait"`
	About string `json:"about,omitempty"`
}

// lists is what a game offers, by kind.
type lists struct {
	Roles      []hero.Feature `json:"roles,omitempty"`
	Races      []hero.Feature `json:"races,omitempty"`
	Natures    []hero.Feature `json:"natures,omitempty"`
	Demeanors  []hero.Feature `json:"demeanors,omitempty"`
	Advantages []hero.Feature `json:"advantages,omitempty"`
	Hindrances []hero.Feature `json:"hindrances,omitempty"`
	Skills     []listedSkill  `json:"skills,omitempty"`
	Gear       []hero.Gear    `json:"gear,omitempty"`
}

// of is the features of a kind; nil for skills and gear.
func (l *lists) of(kind string) *[]hero.Feature {
	switch kind {
	case "roles":
		return &l.Roles
	case "races":
		return &l.Races
	case "natures":
		return &l.Natures
	case "demeanors":
		return &l.Demeanors
	case "advantages":
		return &l.Advantages
	case "hindrances":
		return &l.Hindrances
	}
	return nil
}

// generalLists are the ones that ship.
var generalLists = sync.OnceValue(func() lists {
	l, err := readLists(listsData)
	if err != nil {
		panic(err) // the built-in lists are tested
	}
	if err := readYAML("gear list", gearFile, len(gearFile), &l.Gear); err != nil {
		panic(err)
	}
	return l
})

// writeLists writes lists as YAML. What readLists makes of it are the same lists.
func writeLists(l lists) ([]byte, error) {
	data, err := writeYAML(l)
	if err != nil {
		return nil, err
	}
	return inRows(data)
}

// readLists reads lists from YAML or JSON. The refusal tells all that is wrong, line by line.
func readLists(data []byte) (lists, error) {
	r := &listReader{reader: reader{what: "list"}}
	root, err := r.parse(data, maxListFile)
	if err != nil {
		return lists{}, err
	}
	var l lists
	top := r.fields(root, "A file of lists", listKinds...)
	for _, kind := range listKinds {
		if list := l.of(kind); list != nil {
			*list = r.features(top[kind], kind)
		}
	}
	l.Skills = r.skills(top["skills"])
	l.Gear = r.gear(top["gear"])
	if len(top) == 0 && len(r.problems) == 0 {
		r.wrong(root, "There is nothing in it; it has %s", join(listKinds))
	}
	return l, r.err()
}

type listReader struct{ reader }

// twice notes a name that stands in a list already.
func (r *listReader) twice(n *yaml.Node, name string, seen map[string]bool) {
	key := strings.ToLower(name)
	if name != "" && seen[key] {
		r.note(n, "%s stands twice", name)
	}
	seen[key] = true
}

func (r *listReader) features(n *yaml.Node, kind string) []hero.Feature {
	var list []hero.Feature
	seen := map[string]bool{}
	for _, item := range r.items(n, upper(kind), mostListed) {
		f := r.fields(item, "An entry", "name", "about", "cost", "needs", "effects")
		one := hero.Feature{
			Name: r.word(f["name"], "name"), About: r.line(f["about"], "about", hero.MaxAbout),
			Cost: r.number(f["cost"], "cost", 0, -hero.MaxCost, hero.MaxCost),
		}
		for _, need := range r.items(f["needs"], "Needs", hero.MaxNeeds) {
			one.Needs = append(one.Needs, r.need(need))
		}
		for _, effect := range r.items(f["effects"], "Effects", hero.MaxEffects) {
			one.Effects = append(one.Effects, r.effect(effect))
		}
		r.twice(item, one.Name, seen)
		if err := one.Check(); err != nil && !r.inside(item) {
			r.wrong(item, "%s", err)
		}
		list = append(list, one)
	}
	return list
}

func (r *listReader) need(n *yaml.Node) hero.Need {
	f := r.fields(n, "A need", "ability", "min", "trait", "code", "text")
	return hero.Need{
		Ability: r.word(f["ability"], "name of an ability"), Min: r.number(f["min"], "min", 0, hero.MinScore, hero.MaxScore),
		Trait: r.word(f["trait"], "name of a Trait"), Code: hero.Code(strings.ToUpper(r.text(f["code"], "code"))),
		Text: r.line(f["text"], "text", hero.MaxAbout),
	}
}

func (r *listReader) effect(n *yaml.Node) hero.Effect {
	f := r.fields(n, "An effect", "ability", "skill", "bonus", "trump", "when", "text")
	return hero.Effect{
		Ability: r.word(f["ability"], "name of an ability"), Skill: r.word(f["skill"], "name of a skill"),
		Bonus: r.number(f["bonus"], "bonus", 0, -hero.MaxBonus, hero.MaxBonus), Trump: r.yes(f["trump"], "Trump"),
		When: r.line(f["when"], "when", hero.MaxWhen), Text: r.line(f["text"], "text", hero.MaxAbout),
	}
}

func (r *listReader) skills(n *yaml.Node) []listedSkill {
	var list []listedSkill
	seen := map[string]bool{}
	for _, item := range r.items(n, "Skills", mostListed) {
		f := r.fields(item, "A skill", "name", "trait", "about")
		s := listedSkill{r.word(f["name"], "name of a skill"), r.word(f["trait"], "Trait of a skill"), r.line(f["about"], "about", hero.MaxAbout)}
		if (s.Name == "" || s.Trait == "") && !r.inside(item) {
			r.wrong(item, "A skill has a name and a trait")
		}
		r.twice(item, s.Name, seen)
		list = append(list, s)
	}
	return list
}

func (r *listReader) gear(n *yaml.Node) []hero.Gear {
	var list []hero.Gear
	seen := map[string]bool{}
	for _, item := range r.items(n, "Gear", mostListed) {
		f := r.fields(item, "A piece of gear", "name", "use", "class", "damage", "type", "style", "range", "defense", "personal", "artillery", "guided")
		g := hero.Gear{
			Name: r.word(f["name"], "name of a piece of gear"), Use: hero.Use(strings.ToLower(r.text(f["use"], "use"))),
			Class:  hero.Class(strings.ToUpper(r.text(f["class"], "class"))),
			Damage: r.number(f["damage"], "damage", 0, 0, hero.MaxRating), Defense: r.number(f["defense"], "defense", 0, 0, hero.MaxRating),
			Harm: hero.Harm(strings.ToLower(r.text(f["type"], "type"))), Style: hero.Style(strings.ToLower(r.text(f["style"], "style"))),
			Personal: r.yes(f["personal"], "Personal"), Artillery: r.yes(f["artillery"], "Artillery"), Guided: r.yes(f["guided"], "Guided"),
		}
		var err error
		if g.Range, err = rangeName(r.text(f["range"], "range")); err != nil {
			r.wrong(f["range"], "%s", err)
		}
		if err := checkGear(g); err != nil && !r.inside(item) {
			r.wrong(item, "%s", err)
		}
		r.twice(item, g.Name, seen)
		list = append(list, g)
	}
	return list
}

// checkGear refuses an item of a list that is wrong, or says more than its use allows.
func checkGear(g hero.Gear) error {
	if err := g.Check(); err != nil {
		return err
	}
	if g.Use != hero.Weapon && g.Harm+hero.Harm(g.Style) != "" {
		return fate.Refuse("bad_gear", "%s is no weapon and has neither type nor style", g.Name)
	}
	return nil
}

// rangeName is a range's name as combat writes it; "" stays.
func rangeName(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	r, err := combat.ParseRange(text)
	if err != nil {
		return "", err
	}
	name, err := r.MarshalText()
	return string(name), err
}

// upper is a word with a capital.
func upper(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
