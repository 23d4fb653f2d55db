package bot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"skald/fate"
	"skald/realm"
)

func endRealm(t *Turn) (Reply, error) {
	g, was := t.Table.Game, t.campaign()
	open := ""
	if was.Open() {
		open = fmt.Sprintf(" Turn %d is open: what was not closed does not count.", was.Turn)
	}
	switch name := t.Text("name"); {
	case name == "":
		return Reply{
			Private: true, Body: fmt.Sprintf("This ends %s: the most victory points win.%s Its log is kept, and /game resume takes it up again.", g.Name, open),
			Buttons: []Button{{Label: "End " + g.Name, Line: Line("realm end", "name", g.Name), Style: Danger}},
		}, nil
	case !strings.EqualFold(name, g.Name):
		return Reply{}, fate.Refuse("wrong_name", "The campaign of this channel is %s, not %q; write its name, or leave name out.", g.Name, short(name, 40))
	}
	c, err := was.End()
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	g.Ended = true
	t.Table.SetGame(g)
	r := t.board()
	r.Title, r.Tone = g.Name+" is over", Good
	r.Record = r.Title + "\n" + winnersText(c)
	name := quoteValue(g.Name)
	after := fmt.Sprintf("`/game log game:%s` tells what happened, `/game list` has it among those that ended, `/game resume name:%s` takes it up again.", name, name)
	if open != "" {
		after = fmt.Sprintf("Turn %d was open and does not count. ", was.Turn) + after
	}
	r.Fields = append(r.Fields, Field{Name: "Afterwards", Value: after})
	return r, nil
}

func exportRealm(t *Turn) (Reply, error) {
	data, err := json.MarshalIndent(t.campaign(), "", "  ")
	if err != nil {
		return Reply{}, fmt.Errorf("write the campaign: %w", err)
	}
	return Reply{
		Private: true, Body: "The whole campaign; /realm import begins it elsewhere.",
		Files: []File{{Name: fileName(t.Table.Game.Name) + ".json", Data: Bytes(append(data, '\n'))}},
	}, nil
}

func importRealm(t *Turn) (Reply, error) {
	a, _ := t.Arg("file")
	c, err := readCampaign(a.File.Data)
	if err != nil {
		return Reply{}, err
	}
	if name := t.Text("name"); name != "" {
		c.Name = name
	}
	name, err := cleanName("campaign", c.Name)
	if err != nil {
		return Reply{}, err
	}
	c.Name = name
	if err := c.Check(); err != nil {
		return Reply{}, err
	}
	if err := t.openRealm(c); err != nil {
		return Reply{}, err
	}
	return t.withBoard(Reply{Title: c.Name, Body: fmt.Sprintf("The campaign goes on here from turn %d; %s is the game master.", c.Turn, t.User.Name), Tone: Good}), nil
}

// largestCampaign is how many bytes of a campaign are read.
const largestCampaign = 1 << 20

// readCampaign reads what exportRealm wrote. All that it shows to somebody is cleaned as if it had been typed.
func readCampaign(data []byte) (realm.Campaign, error) {
	var c realm.Campaign
	err := readYAML("campaign", data, largestCampaign, &c)
	switch {
	case err != nil && len(data) <= largestCampaign && !json.Valid(data):
		return c, fate.Refuse("bad_file", "That file is no campaign; /realm import takes the file that /realm export gives.")
	case err != nil:
		return c, err
	}
	name := c.Name // the caller's to clean, for it may get another one
	c.Name = ""
	var loose any
	if err := turned(c, &loose); err != nil {
		return c, err
	}
	if loose, err = cleanTexts("", loose); err != nil {
		return c, err
	}
	c = realm.Campaign{}
	err = turned(loose, &c)
	c.Name = name
	return c, err
}

// turned writes a value and reads it as another.
func turned(from, into any) error {
	written, err := json.Marshal(from)
	if err != nil {
		return fmt.Errorf("write a campaign: %w", err)
	}
	dec := json.NewDecoder(bytes.NewReader(written))
	dec.UseNumber()
	if err := dec.Decode(into); err != nil {
		return fmt.Errorf("read a campaign: %w", err)
	}
	return nil
}

// cleanTexts cleans every text under a key of a campaign: accounts as accounts, users' names as users' names, all else as
// names.
func cleanTexts(key string, v any) (any, error) {
	var err error
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if v[k], err = cleanTexts(k, v[k]); err != nil {
				return nil, err
			}
		}
	case []any:
		for i, inner := range v {
			if v[i], err = cleanTexts(key, inner); err != nil {
				return nil, err
			}
		}
	case string:
		return cleanTextOf(key, v)
	}
	return v, nil
}

func cleanTextOf(key, s string) (string, error) {
	switch {
	case s == "":
		return s, nil
	case key == "note":
		_, err := cleanText("note", s, 2*realm.MaxNote)
		return plainLines.Replace(s), err
	case strings.HasPrefix(key, "player"), key == "versus_player":
		return unmarked(s), nil
	}
	return cleanWord(cmpOr(textNames[key], "word for "+key), s)
}

// unmarked is a user's name without what is markup or a mention.
func unmarked(s string) string {
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune("*~|`<>[]\\@#", r) {
			return -1
		}
		return r
	}, oneLine(s))
	for strings.Contains(s, "__") {
		s = strings.ReplaceAll(s, "__", "_")
	}
	return strings.Trim(s, "_ ")
}

// textNames says whose names they are that stand under a key of a campaign; under all others stand words of the rules.
var textNames = map[string]string{
	"name": "name of a realm", "realm": "name of a realm", "attacker": "name of a realm", "defender": "name of a realm",
	"order": "name of a realm", "next": "name of a realm", "present": "name of a realm", "absent": "name of a realm",
	"passed": "name of a realm", "reporter": "name of a realm", "versus": "name of a realm",
	"faction": "name of a faction", "division": "name of a division", "scenario": "name of a scenario",
	"legend": "name of a Legendary warlord", "slain": "name of a Legendary warlord",
	"attacker_legend": "name of a Legendary warlord", "defender_legend": "name of a Legendary warlord",
}
