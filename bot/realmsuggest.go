package bot

import "skald/realm"

func suggestRealms(t *Turn) []Choice {
	if t.Table == nil || t.Table.Realm == nil {
		return nil
	}
	var list []Choice
	for _, name := range t.campaign().Names() {
		list = append(list, Choice{Label: name, Value: name})
	}
	return list
}

func suggestTargets(t *Turn) []Choice {
	if t.Table == nil || t.Table.Realm == nil {
		return nil
	}
	next, _ := t.campaign().Next()
	var list []Choice
	for _, menu := range t.attackMenu(t.campaign(), next) {
		for _, c := range menu.Choices {
			list = append(list, Choice{Label: c.Label + " (" + c.About + ")", Value: c.Value})
		}
	}
	return list
}

func suggestBattles(t *Turn) []Choice {
	if t.Table == nil || t.Table.Realm == nil {
		return nil
	}
	var list []Choice
	for _, b := range t.campaign().Battles {
		list = append(list, Choice{Label: force(b.Attacker) + " against " + b.Defender, Value: b.Attacker})
	}
	return list
}

func suggestScenarios(t *Turn) []Choice {
	if t.Table == nil || t.Table.Realm == nil {
		return nil
	}
	by, err := t.chooser()
	if err != nil {
		return nil
	}
	var list []Choice
	for _, left := range t.campaign().ScenariosLeft(by) {
		list = append(list, Choice{Label: left.Scenario, Value: left.Scenario})
	}
	return list
}

func suggestFactions(*Turn) []Choice {
	var list []Choice
	for _, b := range realm.Books() {
		for _, f := range b.Factions {
			list = append(list, Choice{Label: f.Name, Value: f.Name, About: b.Book})
		}
	}
	return list
}

func suggestDivisions(t *Turn) []Choice {
	var list []Choice
	for _, d := range realm.Divisions(t.Text("faction")) {
		list = append(list, Choice{Label: d, Value: d})
	}
	return list
}
