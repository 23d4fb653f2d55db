package bot

import (
	"encoding/json"
	"fmt"
	"strings"

	"skald/realm"
)

func endRealm(t *Turn) (Reply, error) {
	g := t.Table.Game
	if !strings.EqualFold(t.Text("name"), g.Name) {
		return Reply{
			Private: true, Body: fmt.Sprintf("This ends %s for good. Its log is kept.", g.Name),
			Buttons: []Button{{Label: "End " + g.Name, Line: Line("realm end", "name", g.Name), Style: Danger}},
		}, nil
	}
	c, err := t.campaign().End()
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetRealm(c)
	g.Ended = true
	t.Table.SetGame(g)
	r := t.board()
	r.Title, r.Tone = g.Name+" is over", Good
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
	var c realm.Campaign
	if err := readYAML("campaign", a.File.Data, 1<<20, &c); err != nil {
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
